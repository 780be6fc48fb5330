import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Health } from '../../../src/contract/jobs/health.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { systemHealthRoute } from '../../../src/http/jobs/health.ts'
import { reportEnd, reportProcess } from '../../../src/store/server/processes.ts'
import { findReadings } from '../../../src/store/jobs/readings.ts'
import { noteBackup } from '../../../src/store/server/last-backup.ts'
import { anApi } from '../../harness/core/api.ts'
import { aList } from '../../harness/core/records.ts'
import { aWebhook, aWebhookApi, opened } from '../../harness/records/webhooks.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

async function aSpool() {
  const root = await mkdtemp(join(tmpdir(), 'quiver-health-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const spool = createSpool(root)
  const draft = await spool.draft(7)
  await draft.write(Buffer.alloc(1_234))
  await draft.keep()
  return spool
}

test('one look shows processes, queues, disk and database of the whole server', async () => {
  const spool = await aSpool()
  const api = await aWebhookApi((route) =>
    systemHealthRoute(route, { spool, warnings: () => ['Look here.'], version: '1.2.3' }),
  )
  const { sql, a, b } = api
  const common = { dataDirectory: 'd', baseUrl: 'http://a', newestKeyId: 1, currentKeyId: 1 }
  const [running, ended] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await reportProcess(sql, { ...common, id: ended, name: 'host:1', part: 'server', imports: true })
  await reportEnd(sql, ended)
  await reportProcess(sql, { ...common, id: running, name: 'host:2:5', part: 'mail', imports: false })
  for (const { organizationId } of [a, b]) {
    const list = await aList(sql, organizationId)
    await aStartedCampaign(sql, organizationId, list, {
      begins_at: '2026-01-02T03:04:05Z',
      state: 'scheduled',
      started_at: null,
      finished_at: null,
    })
  }
  await aWebhook(api, { url: 'http://127.0.0.1/' })
  await opened(api, [1, 2, 3])
  const [{ id: streamId }] = await api.sql<[{ id: number }]>`
    insert into message_streams (organization_id, name) values (${api.a.organizationId}, 'Receipts') returning id`
  await api.sql`
    insert into messages (organization_id, stream_id, email, email_key, from_email, track_opens, track_links, caller, via, due_at)
    select ${api.a.organizationId}, ${streamId}, 'a@b.example', 'a@b.example', 'c@d.example', false, false, 'x', 'api', due
    from unnest(${['2026-01-02T03:04:05Z', '2126-01-02T03:04:05Z']}::timestamptz[]) due`
  const { status, body } = await api.call<Health>('GET', 'health', undefined, api.system)
  expect(status).toBe(200)
  const { queues, processes, database, disk, ...rest } = body.data
  expect(rest).toEqual({
    version: '1.2.3',
    checked_at: expect.stringMatching(/^20/),
    warnings: ['Look here.'],
    import_workers: 0,
    last_backup_at: null,
  })
  expect(processes).toMatchObject([
    { name: 'host:2:5', part: 'mail', imports: false, running: true },
    { name: 'host:1', part: 'server', imports: true, running: false },
  ])
  const none = { waiting: 0, oldest_due_at: null }
  expect(queues).toEqual([
    { name: 'imports', ...none, running: 0 },
    { name: 'exports', ...none, running: 0 },
    { name: 'bulk_changes', ...none, running: 0 },
    { name: 'messages', waiting: 1, oldest_due_at: '2026-01-02T03:04:05Z', running: null },
    { name: 'campaigns', waiting: 2, oldest_due_at: '2026-01-02T03:04:05Z', running: 0 },
    { name: 'autoresponders', ...none, running: null },
    { name: 'webhooks', waiting: 3, oldest_due_at: expect.stringMatching(/^20/), running: null },
    { name: 'system_mails', ...none, running: null },
  ])
  expect(disk).toMatchObject({ spool_bytes: 1_234 })
  expect(disk.free_bytes).toBeLessThanOrEqual(disk.total_bytes)
  expect(database.size_bytes).toBeGreaterThan(1_000_000)
  expect(database.connections).toBeGreaterThan(0)
})

test('the end of the last backup is shown once one was recorded', async () => {
  const api = await anApi((route) => systemHealthRoute(route, { spool: createSpool('/nowhere') }))
  await noteBackup(api.sql.everywhere())
  await api.sql`update last_backup set ended_at = now() - interval '3 days'`
  const { backup_age_seconds: age } = await findReadings(api.sql.everywhere(), 1)
  expect((age ?? 0) / 86_400).toBeCloseTo(3, 1)
  await noteBackup(api.sql.everywhere())
  const { body } = await api.call<Health>('GET', 'health', undefined, api.system)
  const { checked_at: now, last_backup_at: then } = body.data
  expect(Date.parse(now) - Date.parse(then ?? '')).toBeLessThan(86_400_000)
})

test('a transaction that another login left open is seen, with its age', async () => {
  const spool = await aSpool()
  const api = await anApi((route) => systemHealthRoute(route, { spool }))
  expect((await api.call('GET', 'health', undefined, api.a)).status).toBe(403)
  await api.sql.begin(async (sql) => {
    await sql`select pg_sleep(0.05)`
    const { database } = (await api.call<Health>('GET', 'health', undefined, api.system)).body.data
    expect(database.oldest_transaction_seconds).toBeGreaterThan(0.04)
  })
})
