import { test } from 'vitest'
import { acceptCampaign } from '../harness/acceptance/run.ts'

/** Ten thousand in test/sending/acceptance.nightly.test.ts. */
test('a campaign to 150 matches the model, message by message and counter by counter', async () => {
  await acceptCampaign(150, 20_261_121)
}, 600_000)
