import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/database/driver/connection.ts'
import { migrate } from '../../src/database/migrate.ts'
import { migrationsDirectory, readMigrations, type Migration } from '../../src/database/migration-files.ts'
import { until } from '../harness/core/until.ts'
import { aDatabase } from '../harness/core/database.ts'

/**
 * O2: servers work while they are upgraded, so a migration holds no lock for longer than it takes to write in the
 * catalog. Of a table with ten million rows it may neither rewrite it nor read it, nor build an index in its transaction.
 */

/** The first ones make the tables. */
const firstLast = '017'

/** These may have more than a million rows. */
const large = [
  'audit_events', 'autoresponder_reactions', 'campaign_people', 'consents', 'deliveries', 'import_logs', 'import_people',
  'import_ranges', 'import_undo_pieces', 'link_clicks', 'message_responses', 'sign_ups', 'subscriber_pauses', 'subscribers',
  'suppressed_addresses', 'waiting_recipients', 'webhook_events',
] // oxfmt-ignore

/** Made since, until `laterLast`. A new table of this kind is named here, and the number moves on. */
const laterLast = '081'
const largeSince = [
  'earlier_sign_ups', 'hits', 'message_bodies', 'message_events', 'message_hits', 'message_suppressions', 'message_tags',
  'messages', 'system_suppressions',
] // oxfmt-ignore

test('no migration after the first ones rewrites a large table, reads its rows or builds an index on it', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const directory = await firstMigrations()
  await migrate(url, { directory })
  const before = await stateOf(sql)
  expect(before.map(({ name }) => name)).toEqual(large)
  // A call outside a transaction holds up nobody either: it locks only the rows that it changes.
  const isCall = ({ text, inTransaction }: Migration) => !inTransaction && /^call /m.test(text)
  const until = await migrationsWithout((one) => isCall(one) || one.name.slice(0, 3) > laterLast)
  expect((await migrate(url, { directory: until })).length).toBeGreaterThan(1)
  const beforeLater = await stateOf(sql, largeSince)
  expect(beforeLater.map(({ name }) => name)).toEqual(largeSince)
  const later = await migrationsWithout(isCall)
  expect((await migrate(url, { directory: later })).length).toBeGreaterThan(1)
  const outside = (await readMigrations(migrationsDirectory))
    .flatMap(({ inTransaction, text }) => (inTransaction ? [] : [text]))
    .join('\n')
  expect(heavy(before, await stateOf(sql), outside)).toEqual([])
  expect(heavy(beforeLater, await stateOf(sql, largeSince), outside)).toEqual([])
})

test.each([
  ['a default that differs for each row', 'alter table deliveries add column mark uuid default gen_random_uuid()', 'deliveries is rewritten'],
  ['a type of another form', 'alter table webhook_events alter column attempts type bigint', 'webhook_events is rewritten'],
  ['an index in the transaction', 'create index one_more on subscribers (organization_id, created_at)', 'subscribers gets an index in a transaction'],
  ['a condition that is checked at once', 'alter table consents add check (consent_version >= 0)', 'consents is read'],
  ['new values for each row', "update link_clicks set clicks = 0 where clicks < 0", 'link_clicks is read'],
] as const)('a migration with %s is noticed', async (_name, text, words) => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const directory = await firstMigrations()
  await migrate(url, { directory })
  const before = await stateOf(sql)
  await writeFile(path.join(directory, '018-heavy.sql'), text)
  await migrate(url, { directory })
  expect(heavy(before, await stateOf(sql))).toContain(words)
}) // oxfmt-ignore

function firstMigrations(): Promise<string> {
  return migrationsWithout(({ name }) => name.slice(0, 3) > firstLast)
}

async function migrationsWithout(isLeftOut: (migration: Migration) => boolean): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-migrations-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const chosen = (await readMigrations(migrationsDirectory)).filter((one) => !isLeftOut(one))
  for (const { name } of chosen)
    await copyFile(path.join(migrationsDirectory, name), path.join(directory, name))
  return directory
}

type State = { name: string; file: number; scans: number; indexes: string[] }

async function stateOf(sql: Database, tables: readonly string[] = large): Promise<State[]> {
  // What a session has counted is seen after it has ended.
  await until(async () => {
    const [others] = await sql`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'quiver migrate'`
    return others?.['count'] === 0
  })
  return sql.begin(async (sql) => {
    await sql`select pg_stat_clear_snapshot()`
    return sql<State[]>`
      select c.relname as name, pg_relation_filenode(c.oid)::bigint as file, coalesce(s.seq_scan, 0) as scans, to_jsonb(array(
          select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid
          order by i.relname)) as indexes
      from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any(${[...tables]}::text[])
      order by c.relname`
  })
}

/** @param outside migrations without a transaction: an index that is built there reads the table, too, but holds up nobody */
function heavy(before: readonly State[], after: readonly State[], outside = ''): string[] {
  return before.flatMap(({ name, file, scans, indexes }) => {
    const now = after.find((one) => one.name === name)
    if (now === undefined) return [`${name} is gone`]
    const added = now.indexes.filter((index) => !indexes.includes(index))
    const isIndexed = added.some((index) => !outside.includes(index))
    return [
      ...(now.file === file ? [] : [`${name} is rewritten`]),
      ...(isIndexed ? [`${name} gets an index in a transaction`] : []),
      ...(now.scans > scans && added.length === 0 ? [`${name} is read`] : []),
    ]
  })
}
