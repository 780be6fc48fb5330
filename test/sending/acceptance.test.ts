import { test } from 'vitest'
import { acceptCampaign } from '../harness/acceptance/run.ts'

/** Ten thousand in test/sending/acceptance.nightly.test.ts. */
test('a campaign to 250 matches the model, message by message and counter by counter', async () => {
  await acceptCampaign(250, 20_261_121)
}, 240_000)
