import { test } from 'vitest'
import { surviveDeathsInMidCampaign } from '../../harness/sending/database-deaths.ts'

test(
  '15 deaths of PostgreSQL in mid-campaign pass over nobody, double nothing, and leave all counters true',
  { timeout: 1_800_000 },
  () => surviveDeathsInMidCampaign({ recipients: 5000, deaths: 15, seed: Date.now() }),
)
