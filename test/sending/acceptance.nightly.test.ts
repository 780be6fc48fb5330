import { test } from 'vitest'
import { acceptCampaign } from '../harness/acceptance/run.ts'

test('a campaign to 10,000 matches the model, message by message and counter by counter', async () => {
  await acceptCampaign(10_000, 4_711)
})
