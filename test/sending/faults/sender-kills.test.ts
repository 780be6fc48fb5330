import { expect, test } from 'vitest'
import { killSenders } from '../../harness/sending/sender-kills.ts'

test('a campaign whose sender is killed twice skips no one, and repeats only listed messages', async () => {
  const { uncertain } = await killSenders({ recipients: 1000, kills: 2, seed: 7, betweenMs: [20, 200] })
  expect(uncertain).toBeGreaterThan(0)
}, 240_000)
