import { expect, test } from 'vitest'
import {
  aStressedOrganization,
  changeStatuses,
  importOverAll,
  respond,
  startStressedSenders,
  tradeCredits,
  type Stressed,
} from './stress.ts'
import { letRetriesCome } from '../../harness/sending/world.ts'
import { until } from '../../harness/core/until.ts'

test('with campaigns, readers, bounces, imports, status changes and credits at once, all counts match the rows', async () => {
  const world = await aStressedOrganization(20)
  const { sql, organizationId, listId, secondListId, api, begin } = world
  const credits = { sending_credits: { credits: 100_000 } }
  const path = `organizations/${organizationId}/add_sending_credits`
  expect((await api.call('PUT', path, credits, api.system)).status).toBe(200)
  const senders = startStressedSenders(world)
  const ids = [await begin(listId), await begin(listId), await begin(secondListId)]
  const over = new AbortController()
  const actors = Promise.all([
    respond(world, over.signal),
    respond(world, over.signal),
    changeStatuses(world, over.signal),
    changeStatuses(world, over.signal),
    tradeCredits(world, over.signal),
    importOverAll(world, over.signal),
  ])
  // Until all have met, however fast they are.
  await Promise.race([actors, until(() => haveMet(sql), { seconds: 120 })])
  over.abort()
  const [responses, others, statuses, , credited, imported] = await actors
  world.sink.decide(() => null)
  await until(
    async () => {
      await letRetriesCome(sql, '20 minutes')
      const left = await sql`select 1 from campaigns where state <> 'finished'`
      return left.length === 0
    },
    { seconds: 90 },
  )
  await senders.stop()
  expect(senders.faults).toEqual([])
  expect([...statuses]).toEqual([200])
  expect([...credited]).toEqual([200])
  expect(responses + others).toBeGreaterThan(50)
  expect(imported).toBeGreaterThan(0)
  await expectSubscribersCounted(world)
  for (const id of ids) await expectCampaignCounted(world, id)
  await expectCreditsSettled(world)
}, 180_000)

async function haveMet(sql: Stressed['sql']): Promise<boolean> {
  const [row] = await sql<{ responses: number; imports: number }[]>`
    select (select coalesce(sum(opens + clicks + unsubs), 0)::integer from message_responses) as responses,
      (select count(*)::integer from import_jobs where finished_at is not null) as imports`
  return (row?.responses ?? 0) > 60 && (row?.imports ?? 0) > 1
}

async function expectSubscribersCounted({ sql }: Stressed): Promise<void> {
  const wrong = await sql`
    select c.mailing_list_id, c.active, c.unsubscribed, c.bounced, c.scomp, c.deactivated, n.*
    from subscriber_counts c
    join (
      select mailing_list_id as list, count(*) filter (where status = 'active') as a,
        count(*) filter (where status = 'unsubscribed') as u, count(*) filter (where status = 'bounced') as b,
        count(*) filter (where status = 'scomp') as s, count(*) filter (where status = 'deactivated') as d
      from subscribers group by 1) n on n.list = c.mailing_list_id
    where (c.active, c.unsubscribed, c.bounced, c.scomp, c.deactivated) is distinct from (n.a, n.u, n.b, n.s, n.d)`
  expect(wrong).toEqual([])
}

/** The counters of a campaign and of its contents, against the rows that they count. */
async function expectCampaignCounted({ sql }: Stressed, id: number): Promise<void> {
  const [stats] = await sql<Record<string, number>[]>`select * from campaign_stats where campaign_id = ${id}`
  const [rows] = await sql<Record<string, number>[]>`
    select count(*) filter (where state <> 'skipped') as sent_total,
      count(*) filter (where state = 'accepted') as sent_accepted,
      count(*) filter (where state = 'bounced') as sent_bounced,
      count(*) filter (where state in ('deferred', 'uncertain')) as sent_in_queue,
      count(*) filter (where state = 'skipped') as recipients_skip, count(*) as recipients_total
    from deliveries where campaign_id = ${id}`
  const [back] = await sql<Record<string, number>[]>`
    select coalesce(sum(opens), 0) as open_total, count(*) filter (where opens > 0) as open_unique, coalesce(sum(clicks), 0) as click_total,
      count(*) filter (where clicks > 0) as click_unique, coalesce(sum(unsubs), 0) as unsub_total,
      count(*) filter (where unsubs > 0) as unsub_unique, coalesce(sum(bounces), 0) as bounce_total,
      count(*) filter (where bounces > 0) as bounce_unique
    from message_responses where campaign_id = ${id}`
  expect(stats).toMatchObject({ ...rows, ...back })
  const [slices] = await sql<Record<string, number>[]>`
    select coalesce(sum(sent_text + sent_html + sent_multipart), 0)::bigint as sent_total, coalesce(sum(total_success), 0)::bigint as sent_accepted,
      coalesce(sum(total_failure), 0)::bigint as sent_bounced, coalesce(sum(in_queue), 0)::bigint as sent_in_queue, coalesce(sum(opens_total), 0)::bigint as open_total,
      coalesce(sum(clicks_unique), 0)::bigint as click_unique, coalesce(sum(unsubs_status_updated), 0)::bigint as unsub_subscribers_updated,
      coalesce(sum(bounces_status_updated), 0)::bigint as bounce_subscribers_updated
    from stat_slices where campaign_id = ${id}`
  expect(stats).toMatchObject(slices ?? {})
  expect(stats?.['sent_in_queue']).toBe(0)
}

async function expectCreditsSettled({ sql, sink }: Stressed): Promise<void> {
  const pairs = sink.messages.map(({ to, raw }) => `${to} ${/^Message-ID: .*$/m.exec(raw.toString())?.[0]}`)
  const taken = new Set(pairs).size
  expect(pairs).toHaveLength(taken)
  const [row] = await sql`
    select (select sum(messages) from messages_sent_by_quarter_hour)::integer as sent,
      (select -sum(amount) from credit_ledger where kind = 'spent')::integer as spent,
      available - (select sum(amount) from credit_ledger)::integer as unexplained, reserved,
      lifetime_messages_sent as lifetime, (select count(*) from sending_batches) as batches
    from credit_balances`
  expect(row).toEqual({ sent: taken, spent: taken, unexplained: 0, reserved: 0, lifetime: taken, batches: 0 })
}
