import { describe, expect, test } from 'vitest'
import type { Condition } from '../../database/condition.ts'
import { readConfig } from '../../config.ts'
import { aDatabase } from '../../../test/harness/database.ts'
import { checkDatabase, judge } from './database.ts'

const healthy: Condition = {
  version: '17.4',
  version_number: 170_004,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  encoding: 'UTF8',
  is_superuser: false,
  clock_ahead_ms: 12,
  pending_migrations: [],
}

function problemsOf(condition: Partial<Condition>, isEmbedded = false): string[] {
  return judge({ ...healthy, ...condition }, isEmbedded)
    .filter(({ level }) => level !== 'fine')
    .map(({ level, text }) => `${level} ${text}`)
}

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
    ['another encoding', { encoding: 'SQL_ASCII' }, 'problem', 'SQL_ASCII'],
    ['a superuser', { is_superuser: true }, 'warning', 'superuser'],
  ])('%s', (_what, condition, level, words) => {
    expect(problemsOf(condition)).toEqual([expect.stringMatching(new RegExp(`^${level} .*${words}`))])
  })
})

test('the embedded database has no other user than its superuser', () => {
  expect(problemsOf({ is_superuser: true }, true)).toEqual([])
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
