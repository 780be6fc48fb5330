import { expect, test } from 'vitest'
import { markBatch } from '../../src/store/campaigns/batches/mark.ts'
import { resendUncertain } from '../../src/store/campaigns/messages/uncertain.ts'
import { claimCampaign } from '../harness/sending/campaigns.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'
import { startSenders } from '../harness/sending/sender.ts'
import { readSunk } from '../harness/smtp/sink.ts'
import { until } from '../harness/core/until.ts'

test('an uncertain message is sent again on request, also of a finished campaign, under the same Message-ID', async () => {
  const doubted = 'person3@example.com'
  const world = await aCampaignWorld(10, {
    decide: (stage, { to }) => (stage === 'dot' && to === doubted ? 'close' : null),
  })
  const { sql, organizationId, sink } = world
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin()
  await world.finished(id)
  expect(await world.statsOf(id)).toMatchObject({ sent_total: 10, sent_accepted: 9, sent_in_queue: 1 })

  sink.decide(() => null)
  expect(await sql.begin((inside) => resendUncertain(inside, organizationId, id, null))).toBe(1)
  await until(async () => (await world.statsOf(id))['sent_in_queue'] === 0)
  expect(await world.statsOf(id)).toMatchObject({ sent_total: 10, sent_accepted: 10, sent_bounced: 0 })
  const repeats = sink.messages.filter(({ to }) => to === doubted)
  const names = await Promise.all(repeats.map(async (message) => (await readSunk(message)).messageId))
  expect(names).toHaveLength(2)
  expect(new Set(names).size).toBe(1)
  expect(sink.messages).toHaveLength(11)
  await until(async () => {
    const [row] = await sql`
      select 1 from jobs j join campaigns c on c.organization_id = j.organization_id and c.id = j.id
      where j.kind = 'CampaignResend' and j.state = 'finished' and j.leased_until is null and c.reopened_at is null`
    return row !== undefined
  })
  expect(await world.stateOf(id)).toMatchObject({ state: 'finished', waiting_for: '' })
})

test('a repeat that is rejected temporarily is retried', async () => {
  let refusals = 0
  const world = await aCampaignWorld(2, {
    decide: (stage, { to }) => (stage === 'dot' && to === 'person1@example.com' ? 'close' : null),
  })
  const { sql, organizationId, sink } = world
  startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin()
  await world.finished(id)
  sink.decide((stage) => {
    if (stage !== 'rcpt') return null
    refusals += 1
    return { code: 451, text: '4.2.1 come back' }
  })
  await sql.begin((inside) => resendUncertain(inside, organizationId, id, null))
  await until(() => refusals === 1)
  sink.decide(() => null)
  await until(async () => {
    const [row] = await sql`
      update jobs set next_attempt_at = now() where leased_until is null and next_attempt_at is not null returning 1`
    if (row !== undefined) await sql`update deliveries set next_attempt_at = now() where state = 'deferred'`
    return row !== undefined
  })
  await until(async () => (await world.statsOf(id))['sent_accepted'] === 2)
  expect(await world.statsOf(id)).toMatchObject({ sent_total: 2, sent_in_queue: 0 })
})

test('repeats of a dead sender continue in the next, and those that may have left are uncertain again', async () => {
  const world = await aCampaignWorld(3, {
    decide: (stage, { to }) => (stage === 'dot' && to !== 'person3@example.com' ? 'close' : null),
  })
  const { sql, organizationId, sink } = world
  const first = startSenders(world.api, { smtpUrl: sink.url })
  const id = await world.begin()
  await world.finished(id)
  await first.stop()
  sink.decide(() => null)
  await sql.begin((inside) => resendUncertain(inside, organizationId, id, null))
  const claim = (await claimCampaign(sql, 'dies')) ?? expect.fail()
  await sql.begin((inside) =>
    markBatch(inside, claim, { batchMax: 1, contentOf: () => expect.fail(), formatOf: () => 'html' }),
  )
  await sql`update jobs set leased_until = now() - interval '1 second'`
  startSenders(world.api, { smtpUrl: sink.url })
  await until(async () => (await world.statsOf(id))['sent_accepted'] === 2)
  const uncertain = await sql`select 1 from deliveries where state = 'uncertain'`
  expect(uncertain).toHaveLength(1)
  expect(await world.statsOf(id)).toMatchObject({ sent_total: 3, sent_in_queue: 1 })
})
