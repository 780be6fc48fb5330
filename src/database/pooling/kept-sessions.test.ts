import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aPooler } from '../../../test/harness/postgres/pooler.ts'
import { findSessionFault } from './kept-sessions.ts'

test('PostgreSQL itself, and a pooler that gives each client a session of its own, are taken', async () => {
  const { url } = await aDatabase()
  expect(await findSessionFault(url, 'DATABASE_URL')).toBeNull()
  expect(
    await findSessionFault(await aPooler(url, { mode: 'session', drops: false }), 'DATABASE_URL'),
  ).toBeNull()
})

test.each([
  [
    'drops the settings of the start',
    { mode: 'session', drops: true },
    /lose the settings that they begin with/,
  ],
  [
    'works by transaction',
    { mode: 'transaction', drops: false },
    /change their session|share their prepared/,
  ],
] as const)('a pooler that %s is refused, with what to set', async (_what, pooling, words) => {
  const { url } = await aDatabase()
  const sentence = await findSessionFault(await aPooler(url, pooling), 'DATABASE_URL')
  expect(sentence).toMatch(words)
  expect(sentence).toMatch(/Give the address of PostgreSQL itself in DATABASE_URL/)
})
