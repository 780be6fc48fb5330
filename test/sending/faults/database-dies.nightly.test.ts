import { test } from 'vitest'
import { surviveDeathsInMidCampaign } from './database-deaths.ts'

test(
  '15 deaths of PostgreSQL during a campaign skip no recipient, repeat nothing, and leave all counters right',
  { timeout: 1_800_000 },
  () => surviveDeathsInMidCampaign({ recipients: 5000, deaths: 15, seed: Date.now() }),
)
