import { claimImport } from '../../harness/undo/import-claims.ts'
import { renewLease } from '../../../src/store/jobs/lease.ts'
import { LeaseLost } from '../../../src/database/lease.ts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Organization } from '../../../src/contract/organizations/endpoints.ts'
import { anActor, type Actor, type Api } from '../../harness/core/api.ts'
import { until } from '../../harness/importing/stories.ts'
import { anImport, aSubscriber } from '../../harness/records/lists.ts'
import { anOrganizationApi, change, someGrants } from '../../harness/records/organizations.ts'
import { aList } from '../../harness/core/records.ts'
import { purgeDeletedLists } from '../../../src/store/lists/rows.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { duties } from '../../../src/upkeep/duties.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'

const aServer = () => anOrganizationApi({}, mailingListRoutes)

type Code = { delete_confirmation_code: string; delete_confirmation_expires_at: string }

async function askFor(api: Api, id = api.a.organizationId, as = api.system): Promise<string> {
  const { body } = await api.call<Code>('GET', `organizations/${id}/delete_confirmation_code`, undefined, as)
  return body.data.delete_confirmation_code
}

const confirm = (api: Api, code: string, id = api.a.organizationId, as: Actor = api.system) =>
  api.call('DELETE', `organizations/${id}/confirmed/${code}`, undefined, as)

async function isSomebodyWaiting({ sql }: Api): Promise<boolean> {
  return (await countWaiting(sql)) > 0
}

const wrongCode = {
  status: 422,
  body: {
    error_code: 'validation_failed',
    error_message: 'delete_confirmation_code is wrong or has expired',
  },
}

describe('the code of a delete', () => {
  test('is valid for two minutes, once, for its caller and its organization', async () => {
    const api = await aServer()
    const path = `organizations/${api.a.organizationId}/delete_confirmation_code`
    const { body } = await api.call<Code>('GET', path, undefined, api.system)
    const code = body.data.delete_confirmation_code
    expect(code).toMatch(/^[0-9a-f]{40}:\d{10}$/)
    expect(Date.parse(body.data.delete_confirmation_expires_at)).toBe(Number(code.split(':')[1]) * 1000)
    const [left] = await api.sql<{ seconds: number }[]>`
      select extract(epoch from expires_at - now())::float8 as seconds from delete_confirmation_codes`
    expect(Math.abs((left?.seconds ?? 0) - 120)).toBeLessThan(10)

    const otherKey = await anActor(api.sql, api.secrets, 1, 'system_admin')
    expect(await confirm(api, code, api.a.organizationId, otherKey)).toMatchObject(wrongCode)
    expect(await confirm(api, code, api.b.organizationId)).toMatchObject(wrongCode)
    expect(await confirm(api, `${'0'.repeat(40)}:9999999999`)).toMatchObject(wrongCode)
    expect(await confirm(api, 'wrong')).toMatchObject(wrongCode)
    expect(await confirm(api, encodeURIComponent(code))).toEqual({
      status: 200,
      body: { success: true, data: null, error_code: null, error_message: null },
    })
    expect((await confirm(api, code)).status).toBe(404)
    expect((await api.sql`select 1 from delete_confirmation_codes`).count).toBe(0)
  })

  test('works in its last second and not after it', async () => {
    const api = await aServer()
    const late = await askFor(api)
    await api.sql`update delete_confirmation_codes set expires_at = now() - interval '1 second'`
    expect(await confirm(api, late)).toMatchObject(wrongCode)
    const inTime = await askFor(api)
    await api.sql`update delete_confirmation_codes set expires_at = now() + interval '10 seconds'`
    expect((await confirm(api, inTime)).status).toBe(200)
  })

  test('is void once there is a new one', async () => {
    const api = await aServer()
    const first = await askFor(api)
    const second = await askFor(api)
    expect(await confirm(api, first)).toMatchObject(wrongCode)
    expect((await confirm(api, second)).status).toBe(200)
  })

  test('deletes once, however many calls use it at the same time', async () => {
    const api = await aServer()
    const code = await askFor(api)
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(api, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.every(({ status }) => status === 422 || status === 404)).toBe(true)
    const events = await api.sql`
      select kind from audit_events where organization_id = ${api.a.organizationId}
        and kind like 'organization.delete%' order by id`
    expect(events.map(({ kind }) => kind)).toEqual([
      'organization.delete_code_created',
      'organization.deleted',
    ])
  })

  test('is in no log, at any log level', async () => {
    let logged = ''
    const log = pino({ level: 'trace' }, { write: (line: string) => void (logged += line) })
    const app = createServer(log, 'real')
    app.delete('/ga/api/v2/organizations/:id/confirmed/:code', () => {
      throw new Error('a fault')
    })
    const url = '/ga/api/v2/organizations/7/confirmed'
    const code = `${'ab'.repeat(20)}:1700000000`
    expect((await app.inject({ method: 'DELETE', url: `${url}/${code}` })).statusCode).toBe(500)
    await app.close()
    expect(logged).toContain('a fault')
    expect(logged).not.toContain('abab')
  })
})

test('the System Organization cannot be deleted', async () => {
  const api = await aServer()
  for (const answer of [
    await api.call('GET', 'organizations/1/delete_confirmation_code', undefined, api.system),
    await confirm(api, 'code', 1),
  ]) {
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error_code: 'validation_failed',
        error_message: 'the System Organization cannot be deleted',
      },
    })
  }
})

describe('a deleted organization', () => {
  test('loses the bytes of its pictures, and others keep theirs', async () => {
    const api = await aServer()
    const ids = [api.a.organizationId, api.b.organizationId]
    for (const id of ids) {
      await api.sql`
        insert into assets (organization_id, token, filename, content_type, size_bytes, width_px, height_px, sha256, bytes)
        select ${id}, 't' || n, 'logo.png', 'image/png', 1, 1, 1, decode(lpad(n::text, 4, '0'), 'hex'), 'x'
        from generate_series(1, 60) n`
    }
    await confirm(api, await askFor(api))
    for (const duty of duties.filter(({ name }) => name.startsWith('deleted'))) {
      await duty.run(upkeepEnvironment(api.sql), new AbortController().signal)
    }
    const left = await api.sql`select organization_id as id, count(*) as count from assets group by 1`
    expect(left).toEqual([{ id: api.b.organizationId, count: 60 }])
  })

  test('no longer exists, its keys are rejected at once, and its pending work is cancelled', async () => {
    const api = await aServer()
    const { organizationId: id } = api.a
    const listIds = [await aList(api.sql, id), await aList(api.sql, id)]
    const states = ['scheduled', 'downloading', 'splitting', 'importing']
    for (const [index, state] of states.entries()) {
      const source = state === 'downloading' ? {} : { source_type: 'upload_directory' }
      for (const listId of listIds) {
        await anImport(api.sql, id, listId, { state, ...source, worker: 'w', attempts: index })
      }
    }
    await anImport(api.sql, id, listIds[0] ?? 0, { state: 'paused', paused_from: 'splitting' })
    const done = { state: 'finished', finished_at: '2020-01-01' }
    const finished = await anImport(api.sql, id, listIds[0] ?? 0, done)
    const elsewhere = await anImport(
      api.sql,
      api.b.organizationId,
      await aList(api.sql, api.b.organizationId),
    )
    const subscriber = await aSubscriber(api.sql, id, listIds[1] ?? 0, 'a@example.com')
    const keys = [api.a, await anActor(api.sql, api.secrets, id)]
    await someGrants(api, id)

    expect((await confirm(api, await askFor(api))).status).toBe(200)
    for (const key of keys) {
      expect((await api.call('GET', 'mailing_lists', undefined, key)).status).toBe(401)
      expect((await api.call('GET', `organizations/${id}`, undefined, key)).status).toBe(401)
    }
    const listed = await api.call<Organization[]>('GET', 'organizations', undefined, api.system)
    expect(listed.body.data.map((one) => one.id)).toEqual([1, api.b.organizationId])
    expect(listed.body.num_records).toBe(2)
    expect((await change(api, { name: 'New' })).body.error_message).toBe('organization not found')

    const imports = await api.sql<{ id: number; state: string; over: boolean }[]>`
      select id, state, finished_at is not null as over from import_jobs order by id`
    expect(imports.filter(({ state }) => state === 'cancelled')).toHaveLength(9)
    expect(imports.filter(({ state }) => state !== 'cancelled')).toEqual([
      { id: finished, state: 'finished', over: true },
      { id: elsewhere, state: 'scheduled', over: false },
    ])
    const claimed = await claimImport(api.sql, 'prepare', { name: 'w', presence: null })
    expect(claimed?.id).toBe(elsewhere)
    expect(await claimImport(api.sql, 'apply', { name: 'w', presence: null })).toBeNull()
    expect(await purgeDeletedLists(api.sql, 100)).toBe(1)
    expect((await api.sql`select 1 from subscribers where id = ${subscriber}`).count).toBe(0)
    expect((await api.sql`select 1 from mailing_lists where deleted_at is null`).count).toBe(1)
    expect((await api.sql`select 1 from api_keys where organization_id = ${id} and active`).count).toBe(0)
  })

  test('waits until a worker has committed, and then cancels the import', async () => {
    const api = await aServer()
    const { organizationId: id } = api.a
    const listId = await aList(api.sql, id)
    const importId = await anImport(api.sql, id, listId, { state: 'importing' })
    const code = await askFor(api)
    const deleted = await api.sql.begin(async (sql) => {
      // A worker locks in this order: the organization for its quota, the import last.
      await sql`select 1 from organizations where id = ${id} for no key update`
      const asked = confirm(api, code)
      await until(() => isSomebodyWaiting(api))
      await sql`
        insert into subscriber_counts (organization_id, mailing_list_id, active) values (${id}, ${listId}, 10)`
      await sql`
        update jobs set total = 10, progress = 10 where id = ${importId}`
      return { asked }
    })
    expect((await deleted.asked).status).toBe(200)
    const [row] = await api.sql`select state, records_imported from import_jobs where id = ${importId}`
    expect(row).toEqual({ state: 'cancelled', records_imported: 10 })
  })

  test('frees its name', async () => {
    const api = await aServer()
    await confirm(api, await askFor(api))
    await insertOrganization(api.sql, 'a', 'UTC')
  })
})

test('an inactive organization is rejected, and its imports wait until it is active again', async () => {
  const api = await aServer()
  const { organizationId: id } = api.a
  const importId = await anImport(api.sql, id, await aList(api.sql, id))
  const worker = { name: 'w', presence: null }
  const held = await claimImport(api.sql, 'prepare', worker)
  expect(held?.id).toBe(importId)
  await change(api, { active: false })
  expect((await api.call('GET', 'mailing_lists')).status).toBe(401)
  await expect(
    renewLease(api.sql, { organization_id: id, kind: 'SubscriberImport', id: importId, epoch: 1 }),
  ).rejects.toThrow(LeaseLost)
  expect(await claimImport(api.sql, 'prepare', worker)).toBeNull()
  await change(api, { active: true })
  expect((await api.call('GET', 'mailing_lists')).status).toBe(200)
  const again = await claimImport(api.sql, 'prepare', worker)
  expect(again).toMatchObject({ id: importId, attempts: 1 })
})
