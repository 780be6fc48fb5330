import { expect, test } from 'vitest'
import { killSenders } from '../../harness/sending/sender-kills.ts'

test('a campaign whose sender is killed 4 times skips no one, and repeats only listed messages', async () => {
  const { uncertain } = await killSenders({ recipients: 2500, kills: 4, seed: 7, betweenMs: [20, 200] })
  expect(uncertain).toBeGreaterThan(0)
}, 240_000)
