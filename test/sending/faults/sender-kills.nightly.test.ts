import { expect, test } from 'vitest'
import { killSenders } from '../../harness/sending/sender-kills.ts'

test('a campaign to 50,000 whose sender is killed 100 times skips no one, and repeats only listed messages', async () => {
  const plan = { recipients: 50_000, kills: 100, seed: 11, betweenMs: [50, 500] } as const
  const { uncertain, repeats } = await killSenders({ ...plan, betweenMs: [...plan.betweenMs] })
  console.log(`100 kills: ${uncertain} messages uncertain, ${repeats} repeats after they were sent again`)
  expect(uncertain).toBeGreaterThan(0)
}, 1_800_000)

test('with a special sending rule, kills skip, count and limit nobody twice', async () => {
  const plan = { recipients: 5_000, kills: 12, seed: 23, hasRule: true } as const
  const { uncertain } = await killSenders({ ...plan, betweenMs: [10, 300] })
  expect(uncertain).toBeGreaterThan(0)
}, 900_000)

test('two processes send a campaign, of which one is killed at a time: no one is skipped, and only listed messages are repeated', async () => {
  const plan = { recipients: 20_000, kills: 30, seed: 37, machines: 2 } as const
  const { uncertain } = await killSenders({ ...plan, betweenMs: [50, 500] })
  expect(uncertain).toBeGreaterThan(0)
}, 1_800_000)
