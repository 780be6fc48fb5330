import { test } from 'vitest'
import { killMessageSenders } from '../../harness/smtp/message-kills.ts'

/** A hundred thousand in kills.nightly.test.ts. */
test('messages whose answers get lost and whose sender dies leave once or are listed', async () => {
  await killMessageSenders({ messages: 90, batch: 1, kills: 2, seed: 38 })
}, 300_000)
