import { describe, expect, test } from 'vitest'
import type { Condition } from '../../database/condition.ts'
import { readConfig } from '../../server/config.ts'
import { healthyCondition } from '../../../test/harness/core/condition.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aPooler } from '../../../test/harness/postgres/pooler.ts'
import { checkBackup, checkServers, checkCondition, checkDatabase } from './database.ts'

function problemsOf(condition: Partial<Condition>, isEmbedded = false): string[] {
  return checkCondition({ ...healthyCondition, ...condition }, isEmbedded)
    .filter(({ level }) => level !== 'fine')
    .map(({ level, text }) => `${level} ${text}`)
}

test('with several processes the limits that each counts for itself are named', () => {
  expect(checkServers(1)).toEqual([])
  expect(checkServers(3)).toMatchObject([
    { level: 'fine', text: expect.stringContaining('3 times RATE_LIMIT') },
  ])
})

test('a backup that is missing or a week old is a warning', () => {
  const now = new Date('2026-03-09T12:00:00Z')
  expect(checkBackup(new Date('2026-03-02T12:00:01Z'), now)).toEqual({
    level: 'fine',
    text: 'The last backup was recorded 6 days ago.',
  })
  expect(checkBackup(new Date('2026-03-02T12:00:00Z'), now)).toMatchObject({ level: 'warning' })
  expect(checkBackup(null, now)).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('record-backup'),
  })
})

test('a healthy database has no problems', () => {
  expect(problemsOf({})).toEqual([])
})

describe('there is a sentence for', () => {
  test.each([
    ['an old server', { version: '14.1', version_number: 140_001 }, 'problem', 'PostgreSQL 14.1'],
    ['fsync that is off', { fsync: 'off' }, 'problem', 'fsync = on'],
    ['full_page_writes that is off', { full_page_writes: 'off' }, 'problem', 'full_page_writes = on'],
    ['synchronous_commit that is off', { synchronous_commit: 'off' }, 'problem', 'synchronous_commit = on'],
    ['a clock that is ahead', { clock_ahead_ms: 5_000 }, 'problem', '5.0 s ahead'],
    ['a clock that is behind', { clock_ahead_ms: -5_000 }, 'problem', '5.0 s behind'],
    ['an old schema', { pending_migrations: ['009-x.sql'] }, 'problem', 'lacks 009-x.sql'],
    ['a standby', { is_read_only: true }, 'problem', 'takes no changes.*pg_is_in_recovery'],
    ['another encoding', { encoding: 'SQL_ASCII' }, 'problem', 'SQL_ASCII'],
    ['a superuser', { is_superuser: true }, 'problem', 'is a superuser.*DATABASE_OWNER_URL'],
    ['a user that bypasses policies', { bypasses_policies: true }, 'problem', 'bypass'],
    ['a user that owns the tables', { owns_tables: true }, 'problem', 'owns the tables'],
    [
      'a role with too many rights',
      { role_is_unsafe: true },
      'problem',
      'quiver_app has too many privileges',
    ],
    ['a table without its wall', { open_tables: ['campaigns'] }, 'problem', 'campaigns is not protected'],
  ])('%s', (_what, condition, level, words) => {
    expect(problemsOf(condition)).toEqual([expect.stringMatching(new RegExp(`^${level} .*${words}`))])
  })
})

test('a table that has lost its wall is found, and so is a login that may look past the others', async () => {
  const { sql, url } = await aDatabase()
  await sql`alter table mailing_lists no force row level security`
  const findings = await checkDatabase(readConfig({ DATABASE_URL: url }))
  const problems = findings.filter(({ level }) => level === 'problem').map(({ text }) => text)
  expect(problems).toContainEqual(expect.stringContaining('The table mailing_lists is not protected'))
  expect(problems).toContainEqual(expect.stringContaining('is a superuser'))
})

test('a pooler that works by transaction is taken with a direct address, and one that divides them is not', async () => {
  const { url } = await aDatabase()
  const textsOf = async (mode: 'transaction' | 'statement') => {
    const pooler = await aPooler(url, { mode, drops: true })
    const findings = await checkDatabase(readConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: url }))
    return findings.map(({ level, text }) => `${level} ${text}`)
  }
  const through = await textsOf('transaction')
  expect(through).toContainEqual(expect.stringMatching(/^warning .* does not keep prepared statements/))
  expect(through).toContainEqual(expect.stringMatching(/^problem The user of DATABASE_URL is a superuser/))
  const refused = await textsOf('statement')
  expect(refused).toContainEqual(expect.stringMatching(/^problem .* pool_mode = transaction/))
  // It could not be asked through the pooler.
  expect(refused).toContainEqual(
    expect.stringMatching(/^problem The user of DATABASE_DIRECT_URL is a superuser/),
  )
})

test('a database that lacks its schema is looked at as it is', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const findings = await checkDatabase(readConfig({ DATABASE_URL: url }))
  expect(findings).toContainEqual({
    level: 'problem',
    text: expect.stringMatching(/lacks 001-.*quiver migrate/),
  })
})

test('a database with its schema has it', async () => {
  const { url } = await aDatabase()
  const findings = await checkDatabase(readConfig({ DATABASE_URL: url }))
  expect(findings).toContainEqual({ level: 'fine', text: 'The database is up to date.' })
  expect(findings).toContainEqual({ level: 'fine', text: expect.stringMatching(/differ by 0\.\d s/) })
})

test('a database that cannot be reached is a problem, not a fault', async () => {
  const findings = await checkDatabase(readConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }))
  expect(findings).toEqual([{ level: 'problem', text: expect.stringContaining('cannot be reached') }])
})

test('an embedded database is not made by looking', async () => {
  const findings = await checkDatabase(readConfig({ DATA_DIR: '/nowhere' }))
  expect(findings).toEqual([{ level: 'fine', text: expect.stringContaining('first start') }])
})
