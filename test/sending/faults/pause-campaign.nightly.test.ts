import { test } from 'vitest'
import { pauseAgainAndAgain } from './pauses.ts'

test(
  'a campaign that is paused and resumed 200 times reaches everyone once, and sends nothing while paused',
  { timeout: 3_600_000 },
  () => pauseAgainAndAgain({ recipients: 20_000, pauses: 200, seed: Date.now() }),
)
