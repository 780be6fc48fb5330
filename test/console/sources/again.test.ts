import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isAskedAgain, waitBeforeMs } from '../../../console/app/reach/again.ts'
import { kindOf } from '../../../console/design/failures.ts'
import { createClient } from '../../../src/client/api.ts'
import { listMailingLists } from '../../../src/contract/lists/endpoints.ts'
import { AppError, tooManyRequests } from '../../../src/contract/api/errors.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { logInto } from '../../harness/core/server.ts'

const lost = new TypeError('fetch failed')
const tooLong = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
const away = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

/** A query of the console whose server throws this. */
async function askedOf(thrown: Error) {
  const app = createServer(logInto([]), 'real')
  app.get('/*', () => Promise.reject(thrown))
  let calls = 0
  const waits: number[] = []
  const fetch = async (input: unknown) => {
    calls += 1
    if (thrown === lost) throw lost
    const { pathname } = new URL(String(input))
    const { statusCode, body, headers } = await app.inject(pathname)
    return new Response(body, { status: statusCode, headers: headers as Record<string, string> })
  }
  const client = createClient({ url: 'http://quiver.test', credential: null, fetch })
  const retryDelay = (failures: number, error: Error) => {
    waits.push(waitBeforeMs(failures, error))
    return 0
  }
  const known = new QueryClient({ defaultOptions: { queries: { retry: isAskedAgain, retryDelay } } })
  const error = await known
    .fetchQuery({ queryKey: ['lists'], queryFn: () => client.call(listMailingLists) })
    .catch((failure: unknown) => failure)
  return { calls, waits: waits.slice(0, calls - 1), kind: kindOf(error) }
}

test('the console asks again only where the server expects it, after the time that it asks for', async () => {
  expect(await askedOf(lost)).toEqual({ calls: 4, waits: [1_000, 2_000, 4_000], kind: 'offline' })
  expect(await askedOf(tooManyRequests('too many', 2))).toEqual({
    calls: 4,
    waits: [2_000, 2_000, 2_000],
    kind: 'busy',
  })
  expect(await askedOf(away)).toEqual({ calls: 4, waits: [5_000, 5_000, 5_000], kind: 'later' })
  for (const thrown of [tooLong, full, tooManyRequests('too many', 60)]) {
    expect((await askedOf(thrown)).calls, thrown.message).toBe(1)
  }
  expect((await askedOf(new AppError('not_found', 'list not found'))).calls).toBe(1)
})

test('a failure for which the server has a sentence is shown with it, and an unexpected one is not', async () => {
  expect((await askedOf(tooLong)).kind).toBe('later')
  expect((await askedOf(new Error('a fault'))).kind).toBe('server')
})
