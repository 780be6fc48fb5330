import { test } from 'vitest'
import { killMessageSenders } from '../../harness/smtp/message-kills.ts'

test('100,000 messages whose answers get lost leave once or are listed, over 50 deaths of the sender', async () => {
  await killMessageSenders({ messages: 100_000, batch: 50, kills: 50, seed: 1138 })
}, 3_600_000)

test('2,000 messages by calls of their own leave once or are listed, over 20 deaths', async () => {
  await killMessageSenders({ messages: 2_000, batch: 1, kills: 20, seed: 11 })
}, 1_200_000)

test('20,000 messages by SMTP whose answers get lost leave once or are listed, over 20 deaths', async () => {
  await killMessageSenders({ messages: 20_000, batch: 10, kills: 20, seed: 465, by: 'smtp' })
}, 3_600_000)
