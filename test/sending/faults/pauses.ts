import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { createMailTimes } from '../../harness/sending/mail-times.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { until } from '../../harness/core/until.ts'

/** Time after the acknowledgement of a pause in which messages already in DATA may finish. */
const graceMs = 2000

type Order = { recipients: number; pauses: number; seed: number }

/**
 * One campaign to a slow server, paused and resumed over the API. How long a pause lasts is drawn: some are looked at
 * until the grace is over, others end in the middle of it.
 */
export async function pauseAgainAndAgain({ recipients, pauses, seed }: Order): Promise<void> {
  const random = createRandom(seed)
  const mails = createMailTimes()
  const world = await aCampaignWorld(recipients, { decide: mails.decide, slowMs: 150 })
  startSenders(world.api, {
    smtpUrl: world.sink.url,
    lanes: 2,
    pace: { batchMax: 20, heartbeatSeconds: 1 },
  })
  const id = await world.begin()
  for (let round = 0; round < pauses; round += 1) {
    const before = mails.count()
    await until(() => mails.count() > before)
    await delay(random() * 200)
    expect((await world.api.call('POST', `campaigns/${id}/pause`)).status).toBe(200)
    const endsMs = performance.now() + graceMs
    const isWatched = random() < 0.5
    await delay(isWatched ? graceMs + 300 : random() * graceMs)
    if (isWatched) expect(mails.after(endsMs), `pause ${round + 1}`).toBe(0)
    expect((await world.stateOf(id)).state, 'the pauses come while it is sent').toBe('sending')
    expect((await world.api.call('POST', `campaigns/${id}/resume`)).status).toBe(200)
  }
  await world.finished(id, { seconds: 300 })
  expect(world.sink.messages).toHaveLength(recipients)
  expect(new Set(world.sink.messages.map(({ to }) => to)).size).toBe(recipients)
  expect(await world.statsOf(id)).toMatchObject({
    recipients_total: recipients,
    sent_accepted: recipients,
    sent_in_queue: 0,
  })
  expect(await world.sql`select 1 from sending_batches`).toHaveLength(0)
}
