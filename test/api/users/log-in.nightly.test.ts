import { expect, test } from 'vitest'
import { createPasswords } from '../../../src/actions/users/passwords.ts'
import { updatePassword } from '../../../src/store/users/log-ins.ts'
import {
  aLogInServer,
  aUserWithPassword,
  logIn,
  password,
  type LogInServer,
} from '../../harness/records/log-in.ts'
import { medianOf } from '../../harness/core/measure.ts'

/** A4: guessing opens no account, does not reveal which accounts exist, and does not slow down the API. */

const guesses = 10_000
const guessesAtOnce = 20

/** Every guess comes from an address of its own, so that only the account locks. */
const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

test(`${guesses} guesses from as many addresses end in no log-in, and the API answers meanwhile`, async () => {
  const api = await aLogInServer()
  const userId = await aUserWithPassword(api)
  const answers = new Map<number, number>()
  const reads: number[] = []
  let next = 0
  const guess = async () => {
    for (let index = next++; index < guesses; index = next++) {
      // Once the account is locked, the right password is rejected like the others.
      const given = index > 0 && index % 1_000 === 0 ? {} : { password: `guess ${index}` }
      const { status } = await logIn(api, given, { from: addressOf(index) })
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }
  const read = async () => {
    while (next < guesses) reads.push((await api.call('GET', 'mailing_lists')).status)
  }
  await Promise.all([...Array.from({ length: guessesAtOnce }, guess), read()])
  expect(Object.fromEntries(answers)).toEqual({ 401: 100, 429: guesses - 100 })
  expect(reads.length).toBeGreaterThan(100)
  expect(new Set(reads)).toEqual(new Set([200]))
  expect([...(await api.sql`select from user_sessions`)]).toEqual([])
  const [event] = await api.sql`select count(*) from audit_events where kind = 'session.refused'`
  expect(event).toEqual({ count: 100 })
  const locks = await api.sql`select user_id from audit_events where kind = 'session.locked'`
  expect([...locks]).toEqual([{ user_id: userId }])
})

const pairs = 200
const gapMsMax = 10

test(`${pairs} refusals of a known address take as long as ${pairs} of unknown ones`, async () => {
  const api = await aLogInServer()
  const userId = await aUserWithPassword(api)
  // As the server stores it, and not as fast as tests like it.
  const stored = await createPasswords().hash(password)
  await api.sql.begin((sql) => updatePassword(sql, api.a.organizationId, userId, stored))
  const spans = { known: [] as number[], unknown: [] as number[] }
  const measure = async (kind: 'known' | 'unknown', email: string, index: number) => {
    const start = performance.now()
    const { status } = await logIn(api, { email, password: 'wrong' }, { from: addressOf(index) })
    spans[kind].push(performance.now() - start)
    expect(status).toBe(401)
  }
  for (let index = 0; index < pairs; index += 1) {
    await forgetFailures(api)
    const turns = [
      () => measure('known', 'ann@example.com', index),
      () => measure('unknown', `nobody${index}@example.com`, index),
    ]
    for (const turn of index % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const [known, unknown] = [medianOf(spans.known), medianOf(spans.unknown)]
  expect(Math.abs(known - unknown), `${known} ms and ${unknown} ms`).toBeLessThan(gapMsMax)
})

/** Simulates that 15 minutes have passed. */
async function forgetFailures({ sql }: LogInServer): Promise<void> {
  await sql`delete from log_in_failures`
}
