import { expect, test } from 'vitest'
import { aMixedCase, wholeNumber } from '../../harness/core/files.ts'
import { anImporter, type Importer } from '../../harness/importing/whole.ts'
import type { OracleSubscriber } from '../../harness/oracle/model.ts'

const smallRanges = { rangeSize: { rows: 4, bytes: 1_000_000 }, lanes: 4 }

async function limit({ sql, organizationId }: Importer, places: number) {
  await sql`
    update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = ${places}
    where id = ${organizationId}`
}

const many = Array.from({ length: 40 }, (_, index) => `p${(index * 17) % 40}@example.com\n`).join('')

test('a dry run puts each row into the class that the oracle expects, logs it, and leaves the list alone', async () => {
  const importer = await anImporter()
  const { content, mapping, before } = aMixedCase(2_000)
  const order = { file: content, mapping, fields: { Score: wholeNumber }, dryRun: true }
  const given = { before, fields: { Score: { field_type: 'number' as const } } }
  await importer.schedule(order, given)
  await importer.schedule({ ...order, overwrite: true, whenStatus: { bounced: true } }, given)
  const [first, second] = await importer.expectAsOracle({ rangeSize: { rows: 50, bytes: 1_000_000 } })
  expect(first?.skipped_overwrite).toBeGreaterThan(100)
  expect(second?.updated).toBeGreaterThan(50)
  expect(await importer.sql`select dry_run from import_jobs where not dry_run`).toEqual([])
})

test('rows of earlier ranges of a dry run take the free places, in file order', async () => {
  const importer = await anImporter()
  await limit(importer, 10)
  const order = { file: many, mapping: ['email'], hasHeaders: false, freePlaces: 10, dryRun: true }
  await importer.schedule(order)
  await importer.schedule(order)
  const workers = [0, 1, 2].map((index) => importer.work({ ...smallRanges, index, sliceSeconds: 0 }))
  await Promise.all(workers)
  const rows = await importer.expectAsOracle(smallRanges)
  for (const row of rows) expect(row).toMatchObject({ added: 10, skipped_over_limit: 30 })
})

test('rows that would make a subscriber inactive free places for later ranges of a dry run', async () => {
  const importer = await anImporter()
  await limit(importer, 2)
  const subscriber = (name: string, status: OracleSubscriber['status']): [string, OracleSubscriber] => [
    `${name}@example.com`,
    { email: `${name}@example.com`, status, fields: {} },
  ]
  const before = new Map([
    subscriber('a1', 'active'),
    subscriber('a2', 'active'),
    subscriber('b1', 'bounced'),
  ])
  const names = ['n1,', 'a1,bounced', 'n2,', 'n3,', 'a2,unsubscribed', 'n4,unsubscribed', 'b1,', 'n5,']
  const file = names.map((name) => name.replace(',', '@example.com,')).join('\n')
  await importer.schedule(
    {
      file,
      mapping: ['email', 'status'],
      hasHeaders: false,
      overwrite: true,
      overwriteStatus: true,
      whenStatus: { bounced: true },
      freePlaces: 0,
      dryRun: true,
    },
    { before },
  )
  const [row] = await importer.expectAsOracle({ rangeSize: { rows: 2, bytes: 1_000_000 }, lanes: 4 })
  expect(row).toMatchObject({ added: 2, updated: 3, skipped_over_limit: 3 })
})

test('a limit that is set while ranges of a dry run are tried side by side gives no place twice', async () => {
  const importer = await anImporter()
  await importer.schedule({ file: many, mapping: ['email'], hasHeaders: false, dryRun: true })
  await importer.sql`
    create function set_limit() returns trigger language plpgsql as $$
    begin
      update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 14
      where id = new.organization_id;
      return new;
    end $$`
  await importer.sql`
    create trigger set_limit after update of taken_by on import_ranges
    for each row execute function set_limit()`
  // The claim itself still finds no limit, so that ranges run side by side.
  await importer.work(smallRanges)
  const [row] = await importer.sql`select state, added, skipped_over_limit from import_jobs`
  expect(row).toEqual({ state: 'finished', added: 14, skipped_over_limit: 26 })
})
