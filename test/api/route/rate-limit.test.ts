import { describe, expect, test } from 'vitest'
import { aKey, aKeyApi, aSecondServer, statusOf } from '../../harness/records/api-keys.ts'
import { AppError } from '../../../src/contract/api/errors.ts'
import { refusals } from '../../../src/http/openapi/text.ts'
import { createRateLimits } from '../../../src/http/route/rate-limit.ts'

const caller = { organization_id: 2, api_key_id: 7, user_id: null, role: 'organization_admin', permissions: null, by_rights: false, list_ids: null, time_zone: 'UTC' } as const // oxfmt-ignore

function aClock() {
  const clock = { ms: 5_000, now: () => clock.ms }
  return clock
}

function refusalOf(work: () => unknown): AppError | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

describe('calls of one caller', () => {
  test('pass up to the limit, then exactly as soon as the answer says', () => {
    const clock = aClock()
    const limits = createRateLimits({ perMinute: 6, failuresPerMinute: 0, now: clock.now })
    for (let left = 5; left >= 0; left -= 1) {
      expect(limits.spend(caller)).toEqual({
        'x-ratelimit-limit': '6',
        'x-ratelimit-remaining': String(left),
        'x-ratelimit-reset': String((6 - left) * 10),
      })
    }
    const refused = refusalOf(() => limits.spend(caller))
    expect(refused).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      headers: { 'retry-after': '10', 'x-ratelimit-remaining': '0' },
    })
    clock.ms += 9_000
    expect(refusalOf(() => limits.spend(caller))?.headers['retry-after']).toBe('1')
    clock.ms += 1_000
    expect(refusalOf(() => limits.spend(caller))).toBeNull()
    expect(refusalOf(() => limits.spend(caller))?.status).toBe(429)
    clock.ms += 3_600_000
    expect(limits.spend(caller)['x-ratelimit-remaining']).toBe('5')
  })

  test('are counted separately for each caller', () => {
    const limits = createRateLimits({ perMinute: 1, failuresPerMinute: 0, now: aClock().now })
    const others = [
      { ...caller, api_key_id: 8 },
      { ...caller, organization_id: 3 },
      { ...caller, api_key_id: null, user_id: 7 },
    ]
    for (const one of [caller, ...others]) {
      expect(refusalOf(() => limits.spend(one))).toBeNull()
      expect(refusalOf(() => limits.spend(one))?.status).toBe(429)
    }
  })

  test('of an organization are limited together, for any number of keys', () => {
    const clock = aClock()
    const limits = createRateLimits({
      perMinute: 4,
      perMinuteOfOrganization: 6,
      failuresPerMinute: 0,
      now: clock.now,
    })
    const keyed = (api_key_id: number) => limits.spend({ ...caller, api_key_id })
    for (let key = 1; key <= 5; key += 1) keyed(key)
    expect(keyed(6)).toMatchObject({ 'x-ratelimit-limit': '6', 'x-ratelimit-remaining': '0' })
    const refused = refusalOf(() => keyed(7))
    expect(refused).toMatchObject({
      status: 429,
      message:
        'too many requests of the organization, all its keys and users together; try again in 10 seconds',
      headers: { 'retry-after': '10', 'x-ratelimit-limit': '6' },
    })
    expect(limits.spend({ ...caller, organization_id: 3 })).toMatchObject({ 'x-ratelimit-limit': '4' })
    clock.ms += 10_000
    expect(keyed(7)).toMatchObject({ 'x-ratelimit-remaining': '0' })
  })

  test('that are refused for the organization do not count for their key', () => {
    const limits = createRateLimits({
      perMinute: 4,
      perMinuteOfOrganization: 2,
      failuresPerMinute: 0,
      now: aClock().now,
    })
    const keyed = (api_key_id: number) => limits.spend({ ...caller, api_key_id })
    for (const key of [5, 6]) keyed(key)
    const refusals = Array.from({ length: 10 }, () => refusalOf(() => keyed(7))?.message)
    // The key's own limit would say "too many requests; …" from the fifth call on.
    expect(new Set(refusals).size).toBe(1)
    expect(refusals[0]).toMatch(/^too many requests of the organization/)
  })

  test('are not counted if the limit is 0', () => {
    const limits = createRateLimits({ perMinute: 0, failuresPerMinute: 0 })
    for (let call = 0; call < 100; call += 1) expect(limits.spend(caller)).toEqual({})
  })
})

describe('wrong credentials', () => {
  const wrong = () => Promise.reject(new AppError('not_authorized', 'no'))
  const right = () => Promise.resolve(caller)
  const from = (address: string, authorization = 'Basic a') => ({ address, authorization })

  test('of one address are not checked beyond the limit, even if they arrive at the same time', async () => {
    const clock = aClock()
    const limits = createRateLimits({ perMinute: 0, failuresPerMinute: 3, now: clock.now })
    let looked = 0
    const attempts = Array.from({ length: 50 }, (_, index) =>
      limits
        .guard(from('203.0.113.7', `Basic ${index}`), () => {
          looked += 1
          return wrong()
        })
        .catch((error: unknown) => (error instanceof AppError ? error.status : error)),
    )
    const statuses = await Promise.all(attempts)
    expect(looked).toBe(3)
    expect(statuses.filter((status) => status === 401)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(47)
    // The right one is not checked either; otherwise guessing beyond the limit would pay.
    await expect(limits.guard(from('203.0.113.7', 'Basic right'), right)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '20' },
    })
    await expect(limits.guard(from('203.0.113.8'), right)).resolves.toBe(caller)
    clock.ms += 20_000
    await expect(limits.guard(from('203.0.113.7'), right)).resolves.toBe(caller)
  })

  test('count for a whole /64 of IPv6, and for an IPv4 address in any notation', async () => {
    for (const [one, same, other] of [
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
      ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.8'],
    ] as const) {
      const limits = createRateLimits({ perMinute: 0, failuresPerMinute: 1, now: aClock().now })
      await expect(limits.guard(from(one), wrong)).rejects.toMatchObject({ status: 401 })
      await expect(limits.guard(from(same), wrong)).rejects.toMatchObject({ status: 429 })
      await expect(limits.guard(from(other), wrong)).rejects.toMatchObject({ status: 401 })
    }
  })

  test('do not lock out a credential that was right before, until it is wrong', async () => {
    const limits = createRateLimits({ perMinute: 0, failuresPerMinute: 1, now: aClock().now })
    const known = from('203.0.113.7', 'Basic known')
    await limits.guard(known, right)
    await expect(limits.guard(from('203.0.113.7'), wrong)).rejects.toMatchObject({ status: 401 })
    await expect(limits.guard(from('203.0.113.7'), wrong)).rejects.toMatchObject({ status: 429 })
    await expect(limits.guard(known, right)).resolves.toBe(caller)
    await expect(limits.guard(known, wrong)).rejects.toMatchObject({ status: 401 })
    await expect(limits.guard(known, wrong)).rejects.toMatchObject({ status: 429 })
  })

  test('count only if they were rejected: server errors and right ones do not', async () => {
    const limits = createRateLimits({ perMinute: 0, failuresPerMinute: 1, now: aClock().now })
    for (let call = 0; call < 5; call += 1) {
      await limits.guard(from('203.0.113.7', `Basic ${call}`), right)
      const fault = () => Promise.reject(new Error('the database is away'))
      await expect(limits.guard(from('203.0.113.7'), fault)).rejects.toThrow('away')
    }
  })
})

describe('a server with limits', () => {
  test('answers 429 in the envelope with Retry-After, to that key only', async () => {
    const api = await aKeyApi()
    const now = aClock().now
    const server = aSecondServer(api, {
      rateLimits: createRateLimits({ perMinute: 2, failuresPerMinute: 300, now }),
    })
    const call = (path: string) =>
      server.inject({ url: `/${path}`, headers: { authorization: `Basic ${api.a.credential}` } })
    expect((await call('api/v2/api_keys')).headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': '30',
    })
    expect((await call('ga/api/api_keys/999')).statusCode).toBe(404)
    const refused = await call('ga/api/v2/api_keys')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'retry-after': '30',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      // Then there are two again; one is sooner.
      'x-ratelimit-reset': '60',
      'content-type': 'application/json; charset=utf-8',
    })
    const documented = Object.keys(refusals.TooManyRequests.headers).map((name) => name.toLowerCase())
    expect(Object.keys(refused.headers).filter((name) => /^(x-ratelimit|retry)/.test(name))).toEqual(
      expect.arrayContaining(documented),
    )
    expect(documented).toHaveLength(4)
    expect(refused.json()).toEqual({
      success: false,
      data: null,
      error_code: 'too_many_requests',
      error_message: 'too many requests; try again in 30 seconds',
    })
    expect(await statusOf(server, api.b.credential)).toBe(200)
    expect(await statusOf(server, (await aKey(api)).api_key)).toBe(200)
  })

  test('blocks an address that guesses, and still serves known credentials', async () => {
    const api = await aKeyApi()
    const now = aClock().now
    const server = aSecondServer(api, {
      rateLimits: createRateLimits({ perMinute: 0, failuresPerMinute: 5, now }),
    })
    expect(await statusOf(server, api.a.credential)).toBe(200)
    const guess = (index: number) => statusOf(server, btoa(`1:${String(index).padStart(40, '0')}`))
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(index)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    expect(await statusOf(server, api.a.credential)).toBe(200)
    expect(await statusOf(server, api.b.credential)).toBe(429)
    expect((await server.inject({ url: '/ga/api/v2/api_keys' })).statusCode).toBe(401)
  })
})
