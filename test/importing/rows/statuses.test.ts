import { describe, expect, test } from 'vitest'
import { byDay } from '../../harness/night.ts'
import { anImporter, type Importer } from '../../harness/importing/whole.ts'
import type { OracleStatus, OracleSubscriber } from '../../harness/oracle/model.ts'

const statuses: OracleStatus[] = ['active', 'unsubscribed', 'bounced', 'deactivated', 'scomp']

/** A list with subscribers of every status, and a file that has each of them with every status, and newcomers. */
function everyStatus() {
  const before = new Map<string, OracleSubscriber>()
  const lines: string[] = []
  for (const now of statuses) {
    for (const wanted of [...statuses, '']) {
      const email = `${now}.${wanted || 'blank'}@example.com`
      before.set(email, { email, status: now, fields: {} })
      lines.push(`${email},${wanted.toUpperCase()}`)
    }
  }
  for (const wanted of [...statuses, '']) lines.push(`new.${wanted || 'blank'}@example.com,${wanted}`)
  return { before, file: lines.join('\n'), mapping: ['email', 'status'], hasHeaders: false }
}

/** All 32 ways to allow statuses; by day none, each alone, all but each, and all. */
function* everyPermission(): Generator<Record<OracleStatus, boolean>> {
  for (let bits = 0; bits < 32; bits += 1) {
    const allowed = statuses.filter((_, index) => (bits >> index) & 1).length
    if (byDay(allowed > 1 && allowed < 4, false)) continue
    const [active, unsubscribed, bounced, deactivated, scomp] = statuses.map((_, index) =>
      Boolean((bits >> index) & 1),
    ) as [boolean, boolean, boolean, boolean, boolean]
    yield { active, unsubscribed, bounced, deactivated, scomp }
  }
}

type Change = { email: string; from: string; to: string }

async function auditedChanges({ sql, organizationId }: Importer, importId: number): Promise<Change[]> {
  type Recorded = { subscriber_id: number; from: string; to: string }
  const rows = await sql<{ kind: string; subject_type: string; details: { changes: Recorded[] } }[]>`
    select kind, subject_type, details from audit_events
    where organization_id = ${organizationId} and import_id = ${importId} order by id`
  for (const { kind, subject_type } of rows) {
    expect([kind, subject_type]).toEqual(['subscriber.status_overwritten', 'MailingList'])
  }
  const subscribers = await sql<{ id: number; key: string }[]>`select id, key from subscribers`
  const emails = new Map(subscribers.map(({ id, key }) => [id, key]))
  return rows
    .flatMap(({ details }) => details.changes)
    .map(({ subscriber_id, from, to }) => ({ email: emails.get(subscriber_id) ?? '', from, to }))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

describe('an existing subscriber', () => {
  const { before, ...order } = everyStatus()

  test('changes only as the flags for its status allow, and its status only with its own flag', async () => {
    const importer = await anImporter()
    const runs: { importId: number; overwriteStatus: boolean; whenStatus: Record<OracleStatus, boolean> }[] =
      []
    for (const overwriteStatus of [false, true]) {
      for (const whenStatus of everyPermission()) {
        const rules = { overwrite: true, overwriteStatus, whenStatus }
        const { importId } = await importer.schedule({ ...order, ...rules }, { before })
        runs.push({ importId, ...rules })
      }
    }
    await importer.expectAsOracle({ rangeSize: { rows: 7, bytes: 1_000_000 } })
    for (const { importId, overwriteStatus, whenStatus } of runs) {
      const revived: Change[] = []
      for (const [email, { status: from }] of before) {
        const word = email.slice(email.indexOf('.') + 1, email.indexOf('@'))
        const to = word === 'blank' ? 'active' : word
        if (from !== 'active' && overwriteStatus && whenStatus[from] && to !== from) {
          revived.push({ email, from, to })
        }
      }
      expect(await auditedChanges(importer, importId)).toEqual(
        revived.toSorted((a, b) => (a.email < b.email ? -1 : 1)),
      )
    }
  })

  test('is reactivated only with both flags', async () => {
    const importer = await anImporter()
    const left = statuses.filter((status) => status !== 'active')
    const [file, mapping] = [[...before.keys()].map((email) => `${email},active`).join('\n'), order.mapping]
    const both = Object.fromEntries(left.map((status) => [status, true]))
    for (const rules of [
      { overwrite: false, overwriteStatus: true, whenStatus: both },
      { overwrite: true, overwriteStatus: false, whenStatus: both },
      { overwrite: true, overwriteStatus: true },
    ]) {
      const asked = { file, mapping, hasHeaders: false, defaultStatus: 'active', ...rules } as const
      await importer.schedule(asked, { before })
    }
    await importer.expectAsOracle()
    const rows = await importer.sql<{ key: string; status: string }[]>`select key, status from subscribers`
    expect(rows).toHaveLength(3 * before.size)
    for (const { key, status } of rows) expect(key.startsWith(`${status}.`)).toBe(true)
    expect(await importer.sql`select 1 from audit_events`).toHaveLength(0)
  })

  test('does not change when overwrite is off', async () => {
    const importer = await anImporter()
    const whenStatus = Object.fromEntries(statuses.map((status) => [status, true]))
    await importer.schedule({ ...order, overwrite: false, overwriteStatus: true, whenStatus }, { before })
    const [row] = await importer.expectAsOracle()
    expect([row?.skipped_overwrite, row?.added]).toEqual([before.size, 6])
  })
})

test('the default status replaces a missing column and a blank cell', async () => {
  const importer = await anImporter()
  const before = new Map([
    ['old@example.com', { email: 'old@example.com', status: 'active' as const, fields: {} }],
  ])
  for (const defaultStatus of statuses) {
    const rules = { defaultStatus, overwrite: true, overwriteStatus: true, hasHeaders: false }
    const file = 'old@example.com\nnew@example.com'
    await importer.schedule({ ...rules, file, mapping: ['email'] }, { before })
    const cells = 'old@example.com, \nnew@example.com,\nnone@example.com'
    await importer.schedule({ ...rules, file: cells, mapping: ['email', 'status'] }, { before })
  }
  await importer.expectAsOracle()
})

test('a row with a time of removal and no status is unsubscribed', async () => {
  const importer = await anImporter()
  const file =
    'a@example.com,2024-01-02,\nb@example.com,,\nc@example.com,2024-01-02,active\nd@example.com,2024-01-02,bounced'
  for (const mapping of [
    ['email', 'remove_time', 'status'],
    ['email', 'remove_time', ''],
  ])
    // oxfmt-ignore
    await importer.schedule({ file, mapping, hasHeaders: false })
  await importer.expectAsOracle()
  const rows = await importer.sql`select status from subscribers order by mailing_list_id, key`
  const found = rows.map(({ status }) => status)
  expect(found.slice(0, 4)).toEqual(['unsubscribed', 'active', 'active', 'bounced'])
  expect(found.slice(4)).toEqual(['unsubscribed', 'active', 'unsubscribed', 'unsubscribed'])
})

test('status columns end subscriptions by the words of other products and start none', async () => {
  const importer = await anImporter()
  const statusColumns = [
    { column: 3, status: 'bounced' as const, when: ['hard', 'cleaned'] },
    { column: 2, status: 'unsubscribed' as const, unless: ['', '0', 'false'] },
    { column: 4, status: 'deactivated' as const, unless: ['subscribed'] },
  ]
  const file = [
    'a@example.com,,,subscribed,',
    'b@example.com, FALSE ,,Subscribed,',
    'c@example.com,true,,subscribed,',
    'd@example.com,perhaps, Hard ,subscribed,',
    'e@example.com,0,,,',
    'f@example.com',
    'g@example.com,true,hard,subscribed,scomp',
    'h@example.com,true,,subscribed,active',
  ].join('\n')
  const mapping = ['email', '', 'Reason', '', 'status']
  await importer.schedule({ file, mapping, hasHeaders: false, statusColumns })
  await importer.expectAsOracle({ rangeSize: { rows: 3, bytes: 1_000_000 } })
  const rows = await importer.sql`select status from subscribers order by key`
  expect(rows.map(({ status }) => status)).toEqual(
    ['active', 'active', 'unsubscribed', 'bounced', 'deactivated', 'deactivated', 'scomp', 'unsubscribed'], // oxfmt-ignore
  )
})

test('every row is in exactly one class', async () => {
  const importer = await anImporter()
  await importer.sql`
    update organizations set subscriber_quota_mode = 'hidden_limit', subscriber_quota_limit = 7
    where id = ${importer.organizationId}`
  const { before, file, mapping } = everyStatus()
  const rules = { overwrite: true, overwriteStatus: true, freePlaces: 1 }
  const whenStatus = { active: false, bounced: true }
  const again = `x,y\n${file}\n${file}\nnobody,active\nann@example.com,gone\n`
  await importer.schedule({ file: again, mapping, ...rules, whenStatus }, { before })
  const [row] = await importer.expectAsOracle({ rangeSize: { rows: 10, bytes: 1_000_000 } })
  expect(row).toMatchObject({ failed: 2, skipped_active: 6, skipped_unsubscribed: 6, skipped_scomp: 6 })
  expect(row).toMatchObject({ skipped_deactivated: 6, skipped_duplicate: 36, updated: 5, added: 4 })
  expect(row).toMatchObject({ skipped_over_limit: 3, skipped_bounced: 0, skipped_overwrite: 0 })
})
