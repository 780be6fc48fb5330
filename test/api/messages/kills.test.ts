import { test } from 'vitest'
import { killMessageSenders } from '../../harness/smtp/message-kills.ts'

test('messages by SMTP whose answers get lost leave once or are listed, too', async () => {
  await killMessageSenders({ messages: 60, batch: 2, kills: 1, seed: 587, by: 'smtp' })
}, 300_000)

/** A hundred thousand in kills.nightly.test.ts. */
test('messages whose answers get lost and whose sender dies leave once or are listed', async () => {
  await killMessageSenders({ messages: 300, batch: 1, kills: 2, seed: 38 })
}, 300_000)
