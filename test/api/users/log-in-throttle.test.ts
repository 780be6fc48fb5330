import { describe, expect, test } from 'vitest'
import {
  aLogInServer,
  aUserWithPassword,
  logIn,
  password,
  post,
  type LogInServer,
} from '../../harness/records/log-in.ts'
import { createPasswords } from '../../../src/actions/users/passwords.ts'
import { updatePassword } from '../../../src/store/users/log-ins.ts'

const wrong = { password: 'wrong' }
const nobody = { email: 'nobody@example.com', ...wrong }

async function times<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results = []
  for (let index = 0; index < count; index += 1) results.push(await work())
  return results
}

describe('a caller who guesses', () => {
  test('has ten tries in 15 minutes for an account, existing or not, from one network', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const answers = []
    for (const fields of [wrong, nobody]) {
      const tries = await times(11, () => logIn(api, fields))
      answers.push(tries.map(({ status, body }) => [status, body]))
      expect(tries.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429])
      expect(Number(tries[10]?.headers['retry-after'])).toBeGreaterThan(880)
      expect(Number(tries[10]?.headers['retry-after'])).toBeLessThan(901)
    }
    expect(answers[0]).toEqual(answers[1])
    // The answer does not reveal that the password is right.
    expect((await logIn(api)).status).toBe(429)
    await aUserWithPassword(api, { email: 'bob@example.com' })
    expect((await logIn(api, { email: 'bob@example.com' })).status).toBe(200)
    await api.passTime(15)
    expect((await logIn(api)).status).toBe(200)
  })

  test('has no more tries when they all arrive at once', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const tries = await Promise.all(Array.from({ length: 30 }, () => logIn(api, wrong)))
    const count = (status: number) => tries.filter((one) => one.status === status).length
    expect([count(401), count(429)]).toEqual([10, 20])
  })

  test('is stopped whatever the spelling of the address', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    const spellings = ['ann@example.com', 'ANN@EXAMPLE.COM', ' Ann@example.com ']
    for (let index = 0; index < 10; index += 1) await logIn(api, { email: spellings[index % 3], ...wrong })
    expect((await logIn(api)).status).toBe(429)
  })

  test('has a hundred tries from one address, and of IPv6 from one network', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    for (const [from, neighbour, elsewhere] of [
      ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2'],
      ['2001:db8::1', '2001:db8::2:3', '2001:db8:0:1::1'],
    ] as const) {
      expect((await logIn(api, nobody, { from })).status).toBe(401)
      await api.sql`
        insert into log_in_failures (key_hmac)
        select key_hmac from log_in_failures, generate_series(1, 98) where id = (select max(id) from log_in_failures)`
      expect((await logIn(api, {}, { from })).status).toBe(200)
      expect((await logIn(api, { email: 'other@example.com', ...wrong }, { from })).status).toBe(401)
      expect((await logIn(api, {}, { from })).status).toBe(429)
      expect((await logIn(api, {}, { from: neighbour })).status).toBe(429)
      expect((await logIn(api, {}, { from: elsewhere })).status).toBe(200)
    }
  })

  test('costs about as much work with an unknown address as with a known one', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    const asStored = await createPasswords().hash(password)
    await api.sql.begin((sql) => updatePassword(sql, api.a.organizationId, id, asStored))
    const median = async (fields: object) => {
      const spans = await times(7, async () => {
        const start = process.cpuUsage()
        await logIn(api, fields)
        const { user, system } = process.cpuUsage(start)
        return user + system
      })
      return spans.toSorted((one, other) => one - other)[3] ?? 0
    }
    await logIn(api)
    const [known, unknown] = [await median(wrong), await median(nobody)]
    // Without a hash it is less than a third. By processor time: others on this machine make calls take longer.
    expect(unknown).toBeGreaterThan(known / 2)
  })

  test('is recorded with the user, if there is one, and never with the address', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    await logIn(api, wrong)
    await logIn(api, nobody)
    const events = await api.sql`
      select organization_id, user_id, details from audit_events where kind = 'session.refused' order by id`
    const details = { remote_address: '127.0.0.1' }
    expect([...events].toSorted((one, other) => other['organization_id'] - one['organization_id'])).toEqual([
      { organization_id: api.a.organizationId, user_id: id, details },
      { organization_id: 1, user_id: null, details },
    ])
  })
})

/** Adds failures for the account of Ann from many networks. */
async function failFromEverywhere(api: LogInServer): Promise<void> {
  await logIn(api, wrong, { from: '198.51.100.1' })
  await api.sql`
    insert into log_in_failures (key_hmac)
    select key_hmac from log_in_failures, generate_series(1, 98) where id = (select max(id) - 1 from log_in_failures)`
}

describe('the owner of an account', () => {
  test('is not locked out by ten failures from elsewhere', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    for (let index = 1; index <= 10; index += 1) await logIn(api, wrong, { from: `198.51.100.${index}` })
    await times(10, () => logIn(api, wrong, { from: '198.51.100.99' }))
    expect((await logIn(api, {}, { from: '198.51.100.99' })).status).toBe(429)
    expect((await logIn(api, {}, { from: '192.0.2.1' })).status).toBe(200)
  })

  test('is not locked out of a known network by failures from elsewhere, which lock all other networks', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    expect((await logIn(api, {}, { from: '192.0.2.1' })).status).toBe(200)
    await failFromEverywhere(api)
    expect((await logIn(api, wrong, { from: '198.51.100.2' })).status).toBe(401)
    for (const from of ['198.51.100.3', '198.51.100.4'])
      expect((await logIn(api, {}, { from })).status).toBe(429)
    expect((await logIn(api, {}, { from: '192.0.2.1' })).status).toBe(200)
    // Even a known network has only ten tries.
    await times(10, () => logIn(api, wrong, { from: '192.0.2.1' }))
    expect((await logIn(api, {}, { from: '192.0.2.1' })).status).toBe(429)
    await api.passTime(15)
    expect((await logIn(api, {}, { from: '198.51.100.3' })).status).toBe(200)
  })

  test('gets reset mails even if strangers have used up the limit of the address', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    await logIn(api, {}, { from: '192.0.2.1' })
    const reset = (from: string) => post(api, 'log_in/reset', { email: 'ann@example.com' }, { from })
    for (let index = 1; index <= 10; index += 1) await reset(`198.51.100.${index}`)
    expect((await reset('198.51.100.50')).status).toBe(429)
    expect(api.told).toHaveLength(5)
    expect((await reset('192.0.2.1')).status).toBe(200)
    expect(api.told).toHaveLength(6)
  })
})

test('rejected log-ins and resets touch no table', async () => {
  const api = await aLogInServer()
  await aUserWithPassword(api)
  await logIn(api, {}, { from: '192.0.2.1' })
  await failFromEverywhere(api)
  await times(11, () => logIn(api, wrong))
  expect((await logIn(api, {}, { from: '198.51.100.7' })).status).toBe(429)
  await times(11, () => post(api, 'log_in/reset', { email: 'nobody@example.com' }))
  await api.sql.begin(async (sql) => {
    await sql`lock table log_in_failures, log_in_networks, link_mail_counts, users, audit_events`
    const refused = [
      ...Array.from({ length: 40 }, () => logIn(api)),
      // The process knows the lock of the account, and the networks that it does not cover.
      ...Array.from({ length: 40 }, (_, index) => logIn(api, {}, { from: `203.0.113.${index}` })),
      ...Array.from({ length: 40 }, () => post(api, 'log_in/reset', { email: 'nobody@example.com' })),
    ]
    expect(new Set((await Promise.all(refused)).map(({ status }) => status))).toEqual(new Set([429]))
  })
  expect((await logIn(api, {}, { from: '192.0.2.1' })).status).toBe(200)
})

describe('a lock', () => {
  const locksOf = async ({ sql }: LogInServer) => [
    ...(await sql`
      select organization_id, user_id, details from audit_events where kind = 'session.locked' order by id`),
  ]
  const details = { remote_address: '127.0.0.1', locks: ['account_from_address'] }

  test('of an account is recorded once, when its last try fails, and again when it is locked again', async () => {
    const api = await aLogInServer()
    const id = await aUserWithPassword(api)
    const event = { organization_id: api.a.organizationId, user_id: id, details }
    await times(9, () => logIn(api, wrong))
    expect(await locksOf(api)).toEqual([])
    await times(4, () => logIn(api, wrong))
    expect(await locksOf(api)).toEqual([event])
    await times(11, () => logIn(api, nobody))
    expect(await locksOf(api)).toEqual([event, { organization_id: 1, user_id: null, details }])
    await api.passTime(15)
    await Promise.all(Array.from({ length: 15 }, () => logIn(api, wrong)))
    expect((await locksOf(api)).slice(2)).toEqual([event])
  })

  test('does not begin when the last try is the right one', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    await times(9, () => logIn(api, wrong))
    expect((await logIn(api)).status).toBe(200)
    expect(await locksOf(api)).toEqual([])
  })

  test('of an address is recorded, too', async () => {
    const api = await aLogInServer()
    await logIn(api, nobody)
    await api.sql`
      insert into log_in_failures (key_hmac)
      select key_hmac from log_in_failures, generate_series(1, 98) where id = (select max(id) from log_in_failures)`
    await times(3, () => logIn(api, { email: 'other@example.com', ...wrong }))
    expect(await locksOf(api)).toEqual([
      { organization_id: 1, user_id: null, details: { ...details, locks: ['address'] } },
    ])
  })
})

describe('a caller with the right password', () => {
  test('starts a new count, and uses up no try', async () => {
    const api = await aLogInServer()
    await aUserWithPassword(api)
    for (let round = 0; round < 3; round += 1) {
      await times(9, () => logIn(api, wrong))
      expect((await logIn(api)).status).toBe(200)
    }
    const left = await api.sql`select key_hmac from log_in_failures`
    // Those that count for the address, and for the account from unknown networks.
    expect(new Set(left.map((row) => String(row['key_hmac']))).size).toBe(2)
    expect(left).toHaveLength(2 * 27)
  })

  test('is not held back by expired failures, which are deleted', async () => {
    const api = await aLogInServer()
    await times(3, () => logIn(api, nobody))
    await api.passTime(16)
    await logIn(api, { email: 'other@example.com', ...wrong })
    const [row] = await api.sql`select count(*) from log_in_failures`
    expect(row).toEqual({ count: 3 })
  })
})

test('of sixty concurrent password hashes two run, fifty wait and the others are rejected', async () => {
  const passwords = createPasswords()
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.isRight(null, 'x')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(52)
  expect(all.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'too_many_requests', status: 429, headers: { 'retry-after': '5' } },
  })
  expect(await passwords.isRight(null, 'x')).toBe(false)
})

test('a log-in rejected by the full queue does not count as a failure', async () => {
  const api = await aLogInServer()
  const tries = await Promise.all(
    Array.from({ length: 70 }, (_, index) =>
      post(api, 'sessions', { email: `u${index}@example.com`, password: 'x' }, { from: `192.0.2.${index}` }),
    ),
  )
  const refused = tries.filter(({ status }) => status === 429).length
  expect(refused).toBeGreaterThan(0)
  const [row] = await api.sql`select count(*) from log_in_failures`
  expect(row).toEqual({ count: 3 * (70 - refused) })
})

test('an administrator sees that an account is locked, and ends the lock, for the own users with a password only', async () => {
  const api = await aLogInServer()
  const id = await aUserWithPassword(api)
  const lockoutOf = async (as = api.a) => {
    const { body } = await api.call<{ password_failure_lockout?: object }>(
      'GET',
      `users/${id}`,
      undefined,
      as,
    )
    return body.data?.password_failure_lockout
  }
  const free = { locked_out: false, locked_out_until: null }
  const locked = { locked_out: true, locked_out_until: expect.stringMatching(/Z$/) }
  await times(9, () => logIn(api, wrong))
  expect(await lockoutOf()).toEqual(free)
  await times(2, () => logIn(api, wrong))
  expect(await lockoutOf()).toEqual(locked)
  const elsewhere = { full_name: 'Ann', email: 'ann@example.com', active: true, role: 'standard' }
  const other = await api.call<{ id: number }>('POST', 'users', { user: elsewhere }, api.b)
  expect(other.body.data).toMatchObject({ password_failure_lockout: free })
  const end = (user: number, as = api.a) =>
    api.call('DELETE', `users/${user}/password_failure_lockout`, undefined, as)
  expect((await end(other.body.data.id, api.b)).status).toBe(422)
  expect((await end(id, api.b)).status).toBe(404)
  expect((await logIn(api)).status).toBe(429)
  expect((await end(id)).status).toBe(200)
  expect(await lockoutOf()).toEqual(free)
  expect((await logIn(api)).status).toBe(200)
})
