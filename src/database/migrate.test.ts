import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../test/harness/core/database.ts'
import { until } from '../../test/harness/core/until.ts'
import { countWaiting } from '../../test/harness/postgres/waiting.ts'
import { connect, type Database } from './driver/connection.ts'
import { changedTables, readMigrations, migrationsDirectory } from './migration-files.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { applicationRole } from './roles.ts'

async function aDirectory(files: Record<string, string>) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-migrations-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const write = (name: string, text: string) => writeFile(path.join(directory, name), text)
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return { directory, write }
}

const two = {
  '001-numbers.sql': 'create table numbers (number integer);\ninsert into numbers values (1);\n',
  '002-more.sql': 'insert into numbers values (2);\n',
}

test('an empty database gets every migration once, and says which are pending', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const { directory, write } = await aDirectory(two)
  expect(await pendingMigrations(sql, await readMigrations(directory))).toEqual([
    '001-numbers.sql',
    '002-more.sql',
  ])
  expect(await migrate(url, { directory })).toEqual(['001-numbers.sql', '002-more.sql'])
  expect(await pendingMigrations(sql, await readMigrations(directory))).toEqual([])
  await write('003-last.sql', 'insert into numbers values (3)')
  const log: string[] = []
  expect(await migrate(url, { directory, log: (message) => log.push(message) })).toEqual(['003-last.sql'])
  expect(log).toEqual(['Applying the migration 003-last.sql.'])
  expect(await sql`select * from numbers`).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
  expect(await sql`select version, name, applied_at <= now() as past from schema_migrations`).toContainEqual({
    version: 3,
    name: '003-last.sql',
    past: true,
  })
})

test('processes that start at once apply each migration once', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const { directory } = await aDirectory(two)
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { directory })))
  expect(applied.flat().toSorted()).toEqual(['001-numbers.sql', '002-more.sql'])
  expect(await sql`select count(*) from numbers`).toEqual([{ count: 2 }])
})

test('a migration that fails leaves nothing of itself, keeps those before it, and says where', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const text = 'insert into numbers values (2);\ninsert into numbrs values (3);\n'
  const { directory, write } = await aDirectory({ ...two, '002-more.sql': text })
  await expect(migrate(url, { directory })).rejects.toThrow(
    'The migration 002-more.sql failed in line 2: relation "numbrs" does not exist',
  )
  expect(await pendingMigrations(sql, await readMigrations(directory))).toEqual(['002-more.sql'])
  expect(await sql`select * from numbers`).toEqual([{ number: 1 }])
  await write('002-more.sql', two['002-more.sql'])
  expect(await migrate(url, { directory })).toEqual(['002-more.sql'])
})

test('a migration that waits for a busy table lets others have it, and goes on when it is free', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const { directory, write } = await aDirectory(two)
  await migrate(url, { directory })
  await write('003-wider.sql', 'alter table numbers add word text')
  const warnings: string[] = []
  let migrating: Promise<string[]> | undefined
  await sql.begin(async (busy) => {
    await busy`select from numbers`
    migrating = migrate(url, { directory, warn: (message) => warnings.push(message) })
    migrating.catch(() => {})
    await until(async () => (await countWaiting(sql, 'quiver migrate')) > 0)
    // It would wait behind the migration for as long as this transaction takes.
    expect(await sql`select count(*) from numbers`).toEqual([{ count: 2 }])
    await until(() => warnings.length > 0)
  })
  expect(await migrating).toEqual(['003-wider.sql'])
  expect(warnings).toEqual([expect.stringMatching(/^The migration 003-wider\.sql waits for a table/)])
})

test('a migration that waits for its second table does not end a call that has it and wants the first', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const words = 'create table words (word text);'
  const { directory, write } = await aDirectory({ ...two, '002-more.sql': words })
  await migrate(url, { directory })
  // PostgreSQL looks for deadlocks when a session has waited for a second.
  const text =
    'alter table numbers add word text; select pg_sleep(0.9); alter table words add number integer;'
  await write('003-both.sql', text)
  let migrating: Promise<string[]> | undefined
  await sql.begin(async (call) => {
    await call`select from words`
    migrating = migrate(url, { directory })
    migrating.catch(() => {})
    await until(async () => (await countLocks(sql, 'numbers', 'AccessExclusiveLock')) > 0)
    expect(await call`select * from numbers`).toEqual([{ number: 1 }])
  })
  expect(await migrating).toEqual(['003-both.sql'])
})

async function countLocks(sql: Database, table: string, mode: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from pg_locks where granted and mode = ${mode} and relation = to_regclass(${table})
      and database = (select oid from pg_database where datname = current_database())`
  return row?.count ?? 0
}

test('the tables that a migration changes are known before it begins', () => {
  const text = `
    -- alter table comments add word text;
    alter table only campaigns add column word text references mailing_lists (id);
    create unique index campaigns_word on campaigns (word);
    create index on subscribers (key);
    create trigger note after insert or update of status on deliveries for each row execute function note();
    create policy own on webhooks using (true);
    Drop Table if exists leftovers;
    update organizations o set name = '' from users u where o.id = u.id and exists (select from brands on true);`
  const changed = ['campaigns', 'mailing_lists', 'subscribers', 'deliveries', 'webhooks', 'leftovers']
  expect(changedTables(text)).toEqual(changed)
})

test('a migration outside of a transaction can build an index concurrently', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const index = '-- no transaction\ncreate index concurrently numbers_number on numbers (number);\n'
  const { directory } = await aDirectory({ ...two, '003-index.sql': index })
  expect(await migrate(url, { directory })).toHaveLength(3)
  expect(await sql`select indisvalid from pg_index where indexrelid = 'numbers_number'::regclass`).toEqual([
    { indisvalid: true },
  ])
})

test('a migration that was changed after it was applied is an error, but for its line ends', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const { directory, write } = await aDirectory(two)
  await migrate(url, { directory })
  await write('001-numbers.sql', two['001-numbers.sql'].replaceAll('\n', '\r\n'))
  expect(await migrate(url, { directory })).toEqual([])
  await write('001-numbers.sql', 'create table numbers (number bigint);')
  const sentence =
    'The migration 001-numbers.sql was changed after it was applied to the database. Restore the file and put the change into a new migration.'
  await expect(migrate(url, { directory })).rejects.toThrow(sentence)
  await expect(pendingMigrations(sql, await readMigrations(directory))).rejects.toThrow(sentence)
})

test('a database that is newer than the files is an error', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const [newer, older] = [
    await aDirectory(two),
    await aDirectory({ '001-numbers.sql': two['001-numbers.sql'] }),
  ]
  await migrate(url, newer)
  await expect(migrate(url, older)).rejects.toThrow(
    'The database is newer than this Quiver: it contains the migration 002-more.sql, which this Quiver does not have.',
  )
})

test('a database that has had a file of another name under the same number is of an unreleased build', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const unreleased = await aDirectory({
    '001-tenants.sql': two['001-numbers.sql'],
    '002-more.sql': 'select 1',
  })
  await migrate(url, unreleased)
  const sentence =
    'The database was created by an unreleased build of Quiver and cannot be upgraded: it contains the migration 001-tenants.sql, where this Quiver has 001-tenant-walls.sql. Create a new database for DATABASE_URL, or, for the embedded one, delete DATA_DIR/postgres, and start again.'
  await expect(migrate(url)).rejects.toThrow(sentence)
  await expect(pendingMigrations(sql)).rejects.toThrow(sentence)
})

test('a migration that is numbered below one that was applied is an error', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const { directory, write } = await aDirectory({ '002-numbers.sql': two['001-numbers.sql'] })
  await migrate(url, { directory })
  await write('001-late.sql', 'select 1')
  await expect(migrate(url, { directory })).rejects.toThrow(
    'The migration 001-late.sql is out of order: the database already contains number 2. Give the migration a higher number.',
  )
})

test('files with odd names, or one number for two, are errors', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const odd = await aDirectory({ '1-x.sql': 'select 1' })
  await expect(migrate(url, odd)).rejects.toThrow('A migration is named like 007-campaigns.sql, not 1-x.sql.')
  const double = await aDirectory({ '001-a.sql': 'select 1', '001-b.sql': 'select 2' })
  await expect(migrate(url, double)).rejects.toThrow(
    'The migrations 001-a.sql and 001-b.sql have the same number.',
  )
})

test('the package has its own migrations, and a test database has had them', async () => {
  const { sql } = await aDatabase()
  expect(await readdir(migrationsDirectory)).toContain('001-tenant-walls.sql')
  expect(await pendingMigrations(sql)).toEqual([])
})

test('an owner who is no superuser applies every migration, and the rows of all organizations follow', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const owner = `owner_${randomUUID().slice(0, 8)}`
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`
  await sql.unsafe(`create role ${owner} login in role ${applicationRole}; alter database "${name}" owner to ${owner};
    alter schema public owner to ${owner}`)
  onTestFinished(async () => {
    await sql.unsafe(
      `drop owned by ${owner} cascade; alter database "${name}" owner to current_user; drop role ${owner}`,
    )
  })
  const asOwner = url.replace('postgres@', `${owner}@`)
  const { directory, write } = await aDirectory({})
  for (const file of await readdir(migrationsDirectory)) {
    await write(file, await readFile(path.join(migrationsDirectory, file), 'utf8'))
  }
  await migrate(asOwner, { directory })
  await sql`insert into organizations (id, name, time_zone) values (1, 'System', 'UTC'), (7, 'A', 'UTC')`
  await sql`insert into sender_domains (organization_id, domain, proven_at, proven_by)
    values (7, 'a.example', now(), 'txt')`
  await write('999-all.sql', `update sender_domains set problem = 'seen';`)
  await migrate(asOwner, { directory })
  expect(await sql`select problem from sender_domains`).toEqual([{ problem: 'seen' }])
  const application = connect(asOwner, { max: 1, applicationName: 'test', role: applicationRole })
  onTestFinished(() => application.end())
  const [answer] = await application.within(3)`
    select sender_domain_holder(3, '{a.example,example}') as holder,
      (select count(*)::int from sender_domains) as visible`
  expect(answer).toEqual({ holder: 'other', visible: 0 })
})
