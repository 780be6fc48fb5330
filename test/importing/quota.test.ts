import { expect, test } from 'vitest'
import { lockQuota } from '../../src/store/subscribers/counts.ts'
import { aList } from '../harness/core/records.ts'
import { until } from '../harness/core/until.ts'
import { putSubscribers } from '../harness/importing/existing.ts'
import { anImporter, type Importer } from '../harness/importing/whole.ts'
import type { OracleSubscriber } from '../harness/oracle/model.ts'
import { countWaiting } from '../harness/postgres/waiting.ts'

const smallRanges = { rangeSize: { rows: 4, bytes: 1_000_000 }, lanes: 4 }

async function limit({ sql, organizationId }: Importer, places: number, overage = 0, mode = 'visible_limit') {
  await sql`
    update organizations
    set subscriber_quota_mode = ${mode}, subscriber_quota_limit = ${places}, subscriber_quota_overage = ${overage}
    where id = ${organizationId}`
}

function subscribers(status: OracleSubscriber['status'], names: string[]): [string, OracleSubscriber][] {
  return names.map((name) => [`${name}@example.com`, { email: `${name}@example.com`, status, fields: {} }])
}

async function activeOf({ sql, organizationId }: Importer): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from subscribers where organization_id = ${organizationId} and status = 'active'`
  return row.count
}

function rowsOf(names: string[]): string {
  return names.map((name) => `${name}@example.com\n`).join('')
}

const many = Array.from({ length: 40 }, (_, index) => `p${(index * 17) % 40}`)

test('the last free places go to the first rows of the file, in file order', async () => {
  const importer = await anImporter()
  await limit(importer, 10)
  const order = { file: rowsOf(many), mapping: ['email'], hasHeaders: false, freePlaces: 10 }
  const { oracle } = await importer.schedule(order)
  const [row] = await importer.expectAsOracle(smallRanges)
  expect(row).toMatchObject({ added: 10, skipped_over_limit: 30 })
  expect(oracle.logs.added).toEqual(many.slice(0, 10).map((name) => `${name}@example.com`))
})

test('8 imports at once into 10 free places add exactly 10', async () => {
  for (const isOneList of [true, false]) {
    const importer = await anImporter()
    await limit(importer, 10)
    const names = (prefix: number) => many.map((name) => `${prefix}.${name}`)
    const order = (prefix: number) => ({ file: rowsOf(names(prefix)), mapping: ['email'], hasHeaders: false })
    const { listId } = await importer.schedule(order(0))
    for (let index = 1; index < 8; index += 1) {
      await importer.schedule(order(index), isOneList ? { listId } : {})
    }
    const workers = [0, 1, 2].map((index) => importer.work({ ...smallRanges, index, sliceSeconds: 0 }))
    await Promise.all(workers)
    const [sums] = await importer.sql`
      select sum(added)::integer as added, sum(skipped_over_limit)::integer as over, sum(records_imported)::integer as all
      from import_jobs where state = 'finished'`
    expect(sums).toEqual({ added: 10, over: 310, all: 320 })
    expect(await activeOf(importer)).toBe(10)
  }
})

test('a transaction that counts free places waits for one that has counted and not committed', async () => {
  const importer = await anImporter()
  const { sql, organizationId } = importer
  await limit(importer, 10)
  const listId = await aList(sql, organizationId)
  let later: Promise<number | null> | undefined
  const first = await sql.begin(async (counting) => {
    const free = await lockQuota(counting, organizationId)
    let isCounted = false
    later = sql.begin((other) => lockQuota(other, organizationId)).finally(() => (isCounted = true))
    await until(async () => isCounted || (await countWaiting(sql)) > 0)
    await putSubscribers(
      counting,
      organizationId,
      listId,
      new Map(subscribers('active', many.slice(0, 10))),
      {},
    )
    return free
  })
  expect([first, await later]).toEqual([10, 0])
})

test('only active subscribers need a place; a subscriber that becomes inactive frees one for later rows', async () => {
  const importer = await anImporter()
  await limit(importer, 3)
  const before = new Map([
    ...subscribers('active', ['a1', 'a2']),
    ...subscribers('bounced', ['b1', 'b2', 'b3']),
    ...subscribers('unsubscribed', ['u1']),
  ])
  const file = [
    'n1@example.com,unsubscribed',
    'n2@example.com,active',
    'n3@example.com,active',
    'b1@example.com,active',
    'b2@example.com,unsubscribed',
    'a1@example.com,bounced',
    'b3@example.com,active',
    'n4@example.com,active',
    'a2@example.com,active',
    'u1@example.com,active',
    'n5@example.com,scomp',
  ]
  const rules = { overwrite: true, overwriteStatus: true, whenStatus: { bounced: true }, freePlaces: 1 }
  await importer.schedule(
    { file: file.join('\n'), mapping: ['email', 'status'], hasHeaders: false, ...rules },
    { before },
  )
  const [row] = await importer.expectAsOracle(smallRanges)
  expect(row).toMatchObject({ added: 3, updated: 4, skipped_over_limit: 3, skipped_unsubscribed: 1 })
  expect(await activeOf(importer)).toBe(3)
})

test('an update that activates no subscriber needs no place', async () => {
  const importer = await anImporter()
  await limit(importer, 0)
  const before = new Map([...subscribers('bounced', ['b1']), ...subscribers('active', ['a1'])])
  const order = { file: rowsOf(['b1', 'a1', 'n1']), mapping: ['email'], hasHeaders: false, overwrite: true }
  await importer.schedule({ ...order, whenStatus: { bounced: true }, freePlaces: 0 }, { before })
  const [row] = await importer.expectAsOracle()
  expect(row).toMatchObject({ updated: 2, skipped_over_limit: 1 })
})

test('the limit counts all undeleted lists of the organization, with its overage', async () => {
  const importer = await anImporter()
  const { sql } = importer
  const elsewhere = new Map(subscribers('active', ['x1', 'x2', 'x3']))
  await importer.schedule({ file: '', mapping: ['email'] }, { before: elsewhere })
  const gone = await importer.schedule({ file: '', mapping: ['email'] }, { before: elsewhere })
  await importer.work()
  // Not a list whose subscribers are being removed meanwhile.
  await sql`update mailing_lists set deleted_at = now(), purged_at = now() where id = ${gone.listId}`
  // 5 and 35 % are 6.75.
  await limit(importer, 5, 35, 'hidden_limit')
  await importer.schedule({ file: rowsOf(many), mapping: ['email'], hasHeaders: false, freePlaces: 3 })
  await importer.work(smallRanges)
  const [row] = await sql`select added, skipped_over_limit from import_jobs order by id desc limit 1`
  expect(row).toEqual({ added: 3, skipped_over_limit: 37 })
})

test('a limit that is set while an import runs counts from then on', async () => {
  const importer = await anImporter()
  await importer.schedule({ file: rowsOf(many), mapping: ['email'], hasHeaders: false })
  await importer.sql`
    create function set_limit() returns trigger language plpgsql as $$
    begin
      update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 20
      where id = new.organization_id;
      return new;
    end $$`
  await importer.sql`
    create trigger set_limit after update of done on import_ranges
    for each row when (new.number = 2) execute function set_limit()`
  await importer.work({ ...smallRanges, lanes: 1 })
  const [row] = await importer.sql`select state, added, skipped_over_limit from import_jobs`
  expect(row).toEqual({ state: 'finished', added: 20, skipped_over_limit: 20 })
})

test('administrators are notified once of an import that reaches the limit, for any number of ranges', async () => {
  const importer = await anImporter()
  const { sql, organizationId } = importer
  await limit(importer, 10)
  await sql`update organizations set subscriber_quota_notify = true where id = ${organizationId}`
  await sql`
    insert into users (organization_id, full_name, email, email_key, role, active)
    values (${organizationId}, 'Ann', 'Ann@example.com', 'ann@example.com', 'organization_admin', true)`
  await importer.schedule({ file: rowsOf(many), mapping: ['email'], hasHeaders: false, freePlaces: 10 })
  await importer.expectAsOracle(smallRanges)
  expect((await sql`select to_email from system_mails`).map(({ to_email }) => to_email)).toEqual([
    'Ann@example.com',
  ])
})
