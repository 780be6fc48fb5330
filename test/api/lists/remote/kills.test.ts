import { expect, test } from 'vitest'
import { killWhileReading } from '../../../harness/fakes/remote/kills.ts'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'

test('a sender that dies while it reads the query has sent nothing, and the next one sends to each row once', async () => {
  const remote = await aRemoteDatabase()
  expect(await killWhileReading(remote, { message: 24, moment: 'after' }, 1100)).toBe(true)
})
