import { campaignReportRoutes } from '../../../src/http/campaigns/reports.ts'
import type { Database, Sql } from '../../../src/database/driver/connection.ts'
import type { anApi } from '../core/api.ts'
import { aCampaignList } from './campaign-api.ts'
import { until } from '../core/until.ts'
import { startSmtpSink, type SinkOptions } from '../smtp/sink.ts'
import { onTestFinished } from 'vitest'

/** `person1@example.com` and so on, active, at their places in order; written straight into the tables. */
export async function people(
  sql: Sql,
  organizationId: number,
  listId: number,
  count: number,
  attributes: { domain?: string } = {},
): Promise<void> {
  const { domain = 'example.com' } = attributes
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, 'person' || n || '@' || ${domain} from generate_series(1, ${count}::integer) n`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active)
    values (${organizationId}, ${listId}, ${count})
    on conflict (organization_id, mailing_list_id) do update set active = subscriber_counts.active + excluded.active`
}

/** A list with people, campaigns that begin at once, and a mail server that accepts what they send. */
export async function aCampaignWorld(
  count: number,
  sinkOptions: SinkOptions = {},
  ...routes: Parameters<typeof anApi>
) {
  const world = await aCampaignList({}, campaignReportRoutes, ...routes)
  await people(world.sql, world.organizationId, world.listId, count)
  const sink = await startSmtpSink(sinkOptions)
  onTestFinished(() => sink.stop())
  return {
    ...world,
    sink,
    begin: async (campaign: object = {}, dispatch: object = {}): Promise<number> => {
      const answer = await world.create({
        name: 'Campaign',
        segmentation_criteria_ad_hoc: [],
        contents: [{ subject: 'News', format: 'both', html: '<p>Good day.</p>', text: 'Good day.' }],
        dispatch_attributes: { from_email: 'news@example.com', begins_at: 'now', ...dispatch },
        ...campaign,
      })
      if (answer.status !== 200) throw new Error(answer.body.error_message ?? 'refused')
      return answer.body.data.id
    },
    stateOf: (id: number) => stateOf(world.sql, id),
    statsOf: (id: number) => statsOf(world.sql, id),
    finished: (id: number, options: { seconds?: number } = {}) =>
      until(async () => (await stateOf(world.sql, id)).state === 'finished', options),
  }
}

export async function stateOf(sql: Sql, id: number) {
  const [row] = await sql<
    { state: string; paused: boolean; waiting_for: string; error_message: string | null }[]
  >`
    select c.state, c.paused, c.error_message, coalesce((
      select max(j.waiting_for) from jobs j
      where j.organization_id = c.organization_id and j.kind like 'Campaign%' and j.id = c.id), '') as waiting_for
    from campaigns c where c.id = ${id}`
  if (row === undefined) throw new Error(`There is no campaign ${id}.`)
  return row
}

export async function statsOf(sql: Sql, id: number): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, number>[]>`select * from campaign_stats where campaign_id = ${id}`
  return row ?? {}
}

/**
 * As if this time had passed for campaigns that wait for their retries, also beside senders. Their jobs are locked first, as
 * senders do: in another order the two would deadlock over the deliveries.
 */
export async function letRetriesCome(sql: Database, interval: string): Promise<void> {
  await sql.begin(async (inside) => {
    await inside`
      update jobs set next_attempt_at = case when leased_until is null then null else next_attempt_at end
      where state = 'sending'`
    await inside`
      update deliveries set next_attempt_at = now()
      where state = 'deferred' and next_attempt_at between now() and now() + ${interval}::interval`
    await inside`select pg_notify('jobs', 'Campaign')`
  })
}
