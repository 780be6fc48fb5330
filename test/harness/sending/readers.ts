import { browser } from '../returned/programs.ts'
import { onTestFinished } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { publicAssets } from '../../../src/http/public/assets.ts'
import { publicRoutes, type PublicParts } from '../../../src/http/public/routes.ts'
import type { Router } from '../../../src/http/route/bind.ts'
import { unsubscribeRoutes } from '../../../src/http/subscribers/unsubscribe.ts'
import { createTrackingTokens, type TrackingToken } from '../../../src/links/token.ts'
import type { Actor, Api } from '../core/api.ts'
import { aStartedCampaign } from './campaigns.ts'
import { aList } from '../core/records.ts'
import { aSubscriberApi, subscribe } from '../records/subscribers.ts'

export const baseUrl = 'https://news.example'

type Kind = TrackingToken['kind']
type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS'

/** The first letter of a public path. */
const letters = {
  open: 'o',
  click: 'c',
  unsubscribe: 'u',
  web_view: 'w',
  preferences: 'p',
  hidden: 'c',
} as const

/**
 * A campaign that was sent to the subscribers of a list of organization A, and taken by their server; with the public
 * routes, and a link in its content.
 */
export async function aSentCampaign(
  emails: string[] = ['ann@example.com', 'bob@example.com'],
  limits: Pick<PublicParts, 'pace' | 'submissionPace'> = {},
  routes: (route: Router) => void = () => {},
) {
  const api = await aSubscriberApi((route, secrets) => unsubscribeRoutes(route, secrets), routes)
  const database = connect(api.url, {
    max: 8,
    applicationName: 'test public',
    role: applicationRole,
    autoSubscriberManagement: true,
  })
  onTestFinished(() => database.end())
  publicAssets(api.app, database)
  publicRoutes(api.app, { database, secrets: api.secrets, baseUrl, ...limits })
  const sent = await send(api, api.a, emails)
  const tokens = createTrackingTokens(api.secrets)
  /** Of the first subscriber by default. */
  const token = (kind: Kind, other: Partial<TrackingToken & { linkId: number }> = {}) => {
    const ref = { organizationId: api.a.organizationId, listId: sent.listId, sourceId: sent.campaignId }
    const [subscriberId = 0] = sent.subscriberIds
    const linkId = kind === 'click' ? { linkId: sent.linkId } : {}
    return tokens.write({
      kind,
      source: 'campaign',
      ...ref,
      subscriberId,
      ...linkId,
      ...other,
    } as TrackingToken)
  }
  const path = (kind: Kind, other: Parameters<typeof token>[1] = {}) =>
    `/${letters[kind]}/${token(kind, other)}`
  const visit = (
    method: Method,
    url: string,
    more: { payload?: string; headers?: Record<string, string> } = {},
  ) => api.app.inject({ method, url, ...more, headers: { 'user-agent': browser, ...more.headers } })
  return { api, sql: api.sql, database, organizationId: api.a.organizationId, ...sent, token, path, visit }
}

/** A list with subscribers, a campaign with a content and a link, and a delivery for each. */
export async function send(api: Api, actor: Actor, emails: string[]) {
  const { sql } = api
  const { organizationId } = actor
  const listId = await aList(sql, organizationId, { name: 'News & <more>' })
  const subscriberIds = await subscribe(api, listId, emails, actor)
  const campaignId = await aStartedCampaign(sql, organizationId, listId, {
    from_email: 'from@news.example',
    from_name: 'News',
  })
  const html =
    '<p>Dear %%subscribers_email_address%%, <a href="https://shop.example/a?b=1&amp;c=2">look</a> <a href="%%unsubscribe_link%%">out</a></p>'
  const [content] = await sql<{ id: number }[]>`
    insert into campaign_contents (organization_id, campaign_id, position, subject, html)
    values (${organizationId}, ${campaignId}, 1, 'News', ${html}) returning id`
  const contentId = content?.id ?? 0
  const linkId = await aLink(api, organizationId, { campaign_id: campaignId, content_id: contentId })
  await sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, content_id, state, sent_at)
    select ${organizationId}, ${campaignId}, id, ${contentId}, 'accepted', now() - interval '1 hour'
    from unnest(${subscriberIds}::bigint[]) given (id)`
  return { listId, subscriberIds, campaignId, contentId, linkId }
}

export async function aLink(
  { sql }: Pick<Api, 'sql'>,
  organizationId: number,
  attributes: object,
): Promise<number> {
  const row = { organization_id: organizationId, url: 'https://shop.example/a?b=1&c=2', ...attributes }
  const [made] = await sql<{ id: number }[]>`
    insert into tracked_links ${sql(row as object as Record<string, string>)} returning id`
  if (made === undefined) throw new Error('insert returned no row')
  return made.id
}

/** What was counted of a campaign: the counters that are not 0, of the report and of its contents summed. */
export async function countersOf({ sql }: Pick<Api, 'sql'>, campaignId: number) {
  const [stats] = await sql<
    Record<string, unknown>[]
  >`select * from campaign_stats where campaign_id = ${campaignId}`
  const slices = await sql<
    Record<string, unknown>[]
  >`select * from stat_slices where campaign_id = ${campaignId}`
  const slice: Record<string, unknown> = {}
  for (const row of slices) {
    for (const [name, value] of Object.entries(row)) {
      if (isCounter(name, value)) slice[name] = Number(slice[name] ?? 0) + Number(value)
    }
  }
  const report = Object.fromEntries(
    Object.entries(stats ?? {}).filter(([name, value]) => isCounter(name, value)),
  )
  return { report, slice }
}

/** How far the recipients were counted is no counter. */
const progress = ['counted_until', 'count_failures']

function isCounter(name: string, value: unknown): boolean {
  if (name === 'id' || name.endsWith('_id') || progress.includes(name)) return false
  return typeof value === 'number' && value !== 0
}

/** Everything that a reader can change, for comparison: without the counters of machines. */
export async function stateOf({ sql }: Pick<Api, 'sql'>) {
  const tables = ['message_responses', 'stat_slices', 'campaign_stats', 'link_clicks', 'tracked_links', 'subscribers', 'subscriber_counts', 'suppressed_addresses', 'deliveries', 'webhook_events'] // oxfmt-ignore
  const state: Record<string, unknown> = {}
  for (const table of tables) {
    const rows = await sql<Record<string, unknown>[]>`select * from ${sql(table)} t order by t::text`
    const ofPeople = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !name.includes('machine'))),
    )
    const isCounted = table === 'message_responses' || table === 'stat_slices'
    state[table] = ofPeople.filter(
      (row) => !isCounted || Object.entries(row).some(([name, value]) => isCounter(name, value)),
    )
  }
  return state
}

/** A webhook with all event types, and its waiting events, oldest first. */
export async function anEar({ sql }: Pick<Api, 'sql'>, organizationId: number) {
  await sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${organizationId}, 'ear', 'https://ear.example', '', ${['studio_open', 'studio_click', 'studio_unsub', 'bounce_all', 'bounce_bad_address', 'scomp']})`
  return async () => {
    const rows = await sql<{ payload: Record<string, unknown> }[]>`
      select payload from webhook_events where organization_id = ${organizationId} order by id`
    return rows.map(({ payload }) => payload)
  }
}
