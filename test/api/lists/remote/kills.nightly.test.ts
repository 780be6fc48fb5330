import { expect, test } from 'vitest'
import { killWhileReading } from '../../../harness/fakes/remote/kills.ts'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'

// 1,100 rows are three fetches. The last of these messages are after the first mails.
const messages = Array.from({ length: 60 }, (_, index) => index + 4)

test('a sender that dies at any message to the database while it reads the query repeats and skips nobody', async () => {
  const remote = await aRemoteDatabase()
  let deaths = 0
  for (const message of messages) {
    const moment = message % 2 === 0 ? 'before' : 'after'
    deaths += (await killWhileReading(remote, { message, moment }, 1100)) ? 1 : 0
  }
  expect(deaths).toBeGreaterThan(40)
})
