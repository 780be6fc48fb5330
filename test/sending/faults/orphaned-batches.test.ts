import { expect, test } from 'vitest'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { until } from '../../harness/core/until.ts'

test('a batch left by a dead sender of a cancelled campaign is listed as uncertain, and its credits are released', async () => {
  const world = await aCampaignWorld(10)
  const { sql, organizationId } = world
  const id = await world.begin()
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available, reserved) values (${organizationId}, 100, 10)`
  await sql`
    insert into sending_batches
      (organization_id, campaign_id, epoch, subscriber_ids, occasions, content_ids, reserved)
    select ${organizationId}, ${id}, 1, array_agg(s.id), array_agg(0), array_agg(c.id), 10
    from subscribers s join campaign_contents c on c.organization_id = s.organization_id
    where s.organization_id = ${organizationId}`
  const begun = { epoch: 1, state: 'sending', started_at: new Date(), leased_until: new Date(Date.now() - 1) }
  await sql`update jobs set ${sql(begun)} where kind = 'Campaign' and id = ${id}`
  expect((await world.api.call('POST', `campaigns/${id}/cancel`)).status).toBe(200)

  startSenders(world.api, { smtpUrl: world.sink.url, lanes: 2 })
  await until(async () => (await sql`select 1 from sending_batches`).length === 0)
  expect(await sql`select available, reserved from credit_balances`).toEqual([
    { available: 100, reserved: 0 },
  ])
  expect(await sql`select state, format from deliveries group by 1, 2`).toEqual([
    { state: 'uncertain', format: 'multipart' },
  ])
  expect(await world.statsOf(id)).toMatchObject({ sent_total: 10, sent_accepted: 0, sent_in_queue: 10 })
  expect(await world.stateOf(id)).toMatchObject({ state: 'cancelled' })
  expect(world.sink.messages).toHaveLength(0)
})
