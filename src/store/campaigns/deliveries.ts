import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { sourceTable, ofSource } from '../responses/rows.ts'
import { sourceIds, type SliceChange, type SliceCounts, type Source } from './stats.ts'
import { subscriberWith } from '../subscribers/by-id.ts'

export type DeliveryState = 'accepted' | 'deferred' | 'bounced' | 'skipped' | 'uncertain'

export type DeliveryOutcome = {
  subscriberId: number
  occasion: number
  contentId: number | null
  state: DeliveryState
  format: 'html' | 'text' | 'multipart'
  attempts: number
  retrySeconds: number | null
  status: string | null
  diagnostic: string | null
  /** Of a skipped message: whether a special sending rule skipped it. */
  isRequest?: boolean
}

export type Before = { state: DeliveryState; format: DeliveryOutcome['format'] } | null

type Moved = {
  subscriber_id: number
  occasion: number
  state: DeliveryState | null
  format: DeliveryOutcome['format'] | null
}

export type MovedDelivery = { outcome: DeliveryOutcome; before: Before }

/** A final result does not change any more. @returns the changed ones with their previous state. */
export async function writeDeliveries(
  sql: Sql,
  organizationId: number,
  source: Source,
  outcomes: readonly DeliveryOutcome[],
): Promise<MovedDelivery[]> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const rows = await sql<Moved[]>`
    -- Materialized: a cluster would otherwise read what was known after it has written.
    with given as (
      select * from unnest(${outcomeArrays(sql, outcomes)})
        given (subscriber_id, occasion, content_id, state, format, attempts, retry_seconds, status, diagnostic)),
    known as materialized (
      select k.* from given, lateral (
        select d.subscriber_id, d.occasion, d.state, d.format from deliveries d
        where d.organization_id = ${organizationId} and ${ofSource(sql, source)}
          and d.subscriber_id = given.subscriber_id and d.occasion = given.occasion offset 0) k),
    written as (
      insert into deliveries as d (organization_id, campaign_id, autoresponder_id, subscriber_id, occasion, content_id,
        state, format, attempts, next_attempt_at, status, diagnostic)
      select ${organizationId}, ${campaignId}::integer, ${autoresponderId}::integer, subscriber_id, occasion,
        content_id, state, format, attempts, now() + retry_seconds * interval '1 second', status,
        ${keptDiagnostic(sql, organizationId, source, sql`diagnostic`)}
      from given order by subscriber_id, occasion
      on conflict (organization_id, campaign_id, autoresponder_id, subscriber_id, occasion) do update
        set state = excluded.state, attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
          status = excluded.status, diagnostic = excluded.diagnostic, sent_at = excluded.sent_at,
          content_replacements = null
        where d.state in ('deferred', 'uncertain')
      returning subscriber_id, occasion)
    select w.subscriber_id, w.occasion, k.state, k.format
    from written w left join known k using (subscriber_id, occasion)`
  const moved = new Map(rows.map((row) => [`${row.subscriber_id}:${row.occasion}`, row]))
  return outcomes.flatMap((outcome) => {
    const row = moved.get(`${outcome.subscriberId}:${outcome.occasion}`)
    if (row === undefined) return []
    const { state, format } = row
    return [{ outcome, before: state === null || format === null ? null : { state, format } }]
  })
}

/** Only while the subscriber exists, not after an erasure. Texts about skipped messages name no person. */
export function keptDiagnostic(sql: Sql, organizationId: number, source: Source, diagnostic: Fragment) {
  const { campaignId, autoresponderId } = sourceIds(source)
  return sql`
    case when ${diagnostic} is null or subscriber_id = 0 or state = 'skipped' or exists (
      select from ${sql(sourceTable(source))} c
      cross join ${subscriberWith(sql, { organizationId, listId: sql`c.mailing_list_id` }, sql`subscriber_id`)} s
      where c.organization_id = ${organizationId} and c.id = ${campaignId ?? autoresponderId})
      then ${diagnostic} end`
}

function outcomeArrays(sql: Sql, outcomes: readonly DeliveryOutcome[]) {
  const numbers = (pick: (one: DeliveryOutcome) => number | null) =>
    outcomes.map((one) => pick(one)?.toString() ?? null)
  return sql`
    ${numbers((one) => one.subscriberId)}::text[]::bigint[], ${numbers((one) => one.occasion)}::text[]::bigint[],
    ${numbers((one) => one.contentId)}::text[]::integer[], ${outcomes.map((one) => one.state)}::text[],
    ${outcomes.map((one) => one.format)}::text[], ${numbers((one) => one.attempts)}::text[]::integer[],
    ${numbers((one) => one.retrySeconds)}::text[]::float8[], ${outcomes.map((one) => one.status)}::text[],
    ${outcomes.map(({ diagnostic }) => withoutAddresses(diagnostic))}::text[]`
}

/** Servers often repeat the recipient's address, which would outlive the subscriber. */
export function withoutAddresses(diagnostic: string | null): string | null {
  return diagnostic?.replaceAll(/[^\s<>()[\]"',;]+@[^\s<>()[\]"',;]+/g, '(address)') ?? null
}

export function countDeliveries(moved: readonly MovedDelivery[]): SliceChange[] {
  const byContent = new Map<number | null, SliceCounts>()
  for (const { outcome, before } of moved) {
    const counts = byContent.get(outcome.contentId) ?? {}
    byContent.set(outcome.contentId, counts)
    const add = (counter: keyof SliceCounts, by: number) => (counts[counter] = (counts[counter] ?? 0) + by)
    if (before !== null) add('in_queue', -1)
    else if (outcome.state !== 'skipped') add(`sent_${outcome.format}`, 1)
    if (outcome.state === 'accepted') add('total_success', 1)
    else if (outcome.state === 'bounced') {
      add('total_failure', 1)
      // Deferred until the attempts were used up.
      if (outcome.status?.startsWith('4.') === true) add('total_failure_toolong', 1)
    } else if (outcome.state === 'skipped') {
      // A queued message was counted as sent and is subtracted again.
      if (before !== null) add(`sent_${before.format}`, -1)
      add(outcome.isRequest === true ? 'skips_request' : 'skips_error', 1)
    } else add('in_queue', 1)
  }
  return [...byContent].map(([contentId, counts]) => ({ contentId, counts }))
}
