import { expect, onTestFinished, test } from 'vitest'
import { totpCode } from '../../../src/actions/users/totp.ts'
import { clockWarnings, findClockOffset } from '../../../src/server/presence.ts'
import { shiftClock } from '../../harness/acceptance/hosts/shifted-clock.mjs'
import { aLogInServer, aUserWithPassword, logIn, password } from '../../harness/records/log-in.ts'
import { aTold, opened } from '../../harness/records/webhooks.ts'
import { aFormWorld } from '../../harness/returned/forms.ts'

/** This machine's clock is five minutes ahead of the database's until the test is over. */
function aheadOfTheDatabase(): { rightMs: number } {
  const rightMs = Date.now()
  onTestFinished(shiftClock(300))
  return { rightMs }
}

test('a machine whose clock is wrong accepts the codes of second factors', async () => {
  const api = await aLogInServer()
  await aUserWithPassword(api)
  const { session } = await logIn(api)
  const { rightMs } = aheadOfTheDatabase()
  const path = 'users/current/totp'
  const { data } = (await api.call<{ secret: string }>('POST', path, { password }, session)).body
  const step = Math.floor(rightMs / 30_000)
  const confirmed = await api.call('POST', `${path}/confirm`, { code: totpCode(data.secret, step) }, session)
  expect(confirmed.body).toMatchObject({ success: true })
  expect((await logIn(api, { totp: totpCode(data.secret, step + 1) })).status).toBe(200)
})

test('a machine whose clock is wrong signs webhooks with the right time', async () => {
  const { api, receiver, untilIdle } = await aTold()
  const { rightMs } = aheadOfTheDatabase()
  await opened(api, [7])
  await untilIdle()
  const sent = Number(receiver.requests[0]?.headers['webhook-timestamp'])
  expect(Math.abs(sent - rightMs / 1000)).toBeLessThan(200)
})

test('a form that a machine with a clock ahead has shown is accepted by another one', async () => {
  const { submit } = await aFormWorld()
  const answer = await submit({ email: 'ann@example.com' }, { seconds: -300 })
  expect(answer.body).toContain('look into your mailbox')
})

test('a process says that its clock is wrong', async () => {
  const { sql } = await aLogInServer()
  expect(await findClockOffset(sql)).toBeCloseTo(0, 0)
  expect(clockWarnings(4)).toEqual([])
  aheadOfTheDatabase()
  const offset = await findClockOffset(sql)
  expect(offset).toBeLessThan(-5)
  expect(clockWarnings(offset)).toEqual([
    {
      name: 'clock',
      text: expect.stringMatching(
        /^The clock of this machine and the database's differ by more than 5 seconds/,
      ),
    },
  ])
})
