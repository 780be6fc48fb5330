import type { Transaction } from '../../database/driver/connection.ts'
import { sourceIds, type Source } from '../campaigns/stats.ts'
import type { Refusal } from './events.ts'
import { ofSource } from './rows.ts'

// A relay may send a report before the batch of its message is recorded; it is counted right after that.

export type Report = Omit<Refusal, 'isSynchronous'>
export type EarlyReport = Report & { subscriberId: number; occasion: number }

/** @returns false: the message is recorded, or no sender holds it. */
export async function keepEarlyReport(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { subscriberId, occasion, status, severity, diagnostic }: EarlyReport,
): Promise<boolean> {
  const [row] = await sql<{ state: string }[]>`
    select state from deliveries
    where organization_id = ${organizationId} and ${ofSource(sql, source)}
      and subscriber_id = ${subscriberId} and occasion = ${occasion}`
  if (row !== undefined && row.state !== 'deferred') return false
  if (!(await lockHandOver(sql, organizationId, source, { subscriberId, occasion }))) return false
  const { campaignId, autoresponderId } = sourceIds(source)
  await sql`
    insert into early_reports
      (organization_id, campaign_id, autoresponder_id, subscriber_id, occasion, status, severity, diagnostic)
    values (${organizationId}, ${campaignId}, ${autoresponderId}, ${subscriberId}, ${occasion}, ${status}, ${severity},
      ${diagnostic})`
  return true
}

type Message = { subscriberId: number; occasion: number }

/** Until the transaction ends, the sender cannot record the message: it also locks this row before the delivery's. */
async function lockHandOver(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { subscriberId, occasion }: Message,
): Promise<boolean> {
  const rows =
    'campaignId' in source
      ? await sql`
          select 1 from sending_batches b
          where organization_id = ${organizationId} and campaign_id = ${source.campaignId}
            and exists (select from unnest(b.subscriber_ids, b.occasions) m (subscriber_id, occasion)
              where m.subscriber_id = ${subscriberId} and m.occasion = ${occasion})
          for share`
      : await sql`
          select 1 from autoresponder_reactions
          where organization_id = ${organizationId} and id = ${occasion} and subscriber_id = ${subscriberId}
            and autoresponder_id = ${source.autoresponderId} and handed_over
          for share`
  return rows.length > 0
}

/** Deletes the reports about these messages. @returns them in the order in which they came. */
export async function takeEarlyReports(
  sql: Transaction,
  organizationId: number,
  source: Source,
  messages: readonly Message[],
): Promise<EarlyReport[]> {
  const rows = await sql<(EarlyReport & { id: number })[]>`
    select e.id, e.subscriber_id as "subscriberId", e.occasion, e.status, e.severity, e.diagnostic
    from (select distinct * from unnest(${messages.map((one) => String(one.subscriberId))}::text[]::bigint[],
      ${messages.map((one) => String(one.occasion))}::text[]::bigint[]) m (subscriber_id, occasion)) given
    cross join lateral (
      select * from early_reports
      where organization_id = ${organizationId} and ${ofSource(sql, source)}
        and subscriber_id = given.subscriber_id and occasion = given.occasion
      offset 0 for update) e`
  await Promise.all(
    rows.map(
      ({ id }) => sql`delete from early_reports where organization_id = ${organizationId} and id = ${id}`,
    ),
  )
  return rows.toSorted((one, other) => one.id - other.id)
}
