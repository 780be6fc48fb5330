import { expect, test } from 'vitest'
import { logInto } from '../../test/harness/core/server.ts'
import { StorageAway } from '../files/storage.ts'
import type { Delay } from '../store/jobs/lease.ts'
import { endAttempt } from './attempt.ts'

test('a storage of files that is away does not use up attempts', async () => {
  const delays: Delay[] = []
  const never = () => Promise.reject(new Error('not this'))
  for (const error of [new StorageAway('It is away.'), new Error('another')]) {
    await endAttempt(error, {
      name: 'import',
      log: logInto([]),
      stop: new AbortController().signal,
      attempts: 3,
      isItsFault: () => false,
      fail: never,
      release: never,
      postpone: async (delay) => void delays.push(delay),
    })
  }
  expect(delays.map(({ isCounted }) => isCounted)).toEqual([false, true])
})
