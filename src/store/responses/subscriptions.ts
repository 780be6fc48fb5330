import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { sourceIds } from '../campaigns/stats.ts'
import { knownAs, listsFor, suppressingEntries } from '../conditions/suppression.ts'
import { isSuppressedBySystem } from '../conditions/system-suppression.ts'
import { frameColumns, frameJoins, type PageFrame } from './frame.ts'
import { sourceTable, type Reader } from './rows.ts'
import { subscriberWith } from '../subscribers/by-id.ts'

/** What the page of an unsubscribe link shows. */
export type Subscription = PageFrame & {
  /** null: the subscriber was deleted, or the message went to a seed address. */
  status: SubscriberStatus | null
  /** Unsubscribed, and suppressed by nothing except their own unsubscription. */
  mayComeBack: boolean
}

/** @returns null: the organization has no such campaign or autoresponder of this list. */
export async function findSubscription(
  sql: Sql,
  organizationId: number,
  reader: Reader,
): Promise<Subscription | null> {
  const { campaignId, autoresponderId } = sourceIds(reader.source)
  const [row] = await sql<Subscription[]>`
    select ${frameColumns(sql, organizationId)}, s.status,
      coalesce(s.status = 'unsubscribed' and o.active and o.deleted_at is null and l.deleted_at is null
        and not l.is_remote_list and not ${isSuppressedOtherwise(sql, organizationId)}, false) as "mayComeBack"
    from ${sql(sourceTable(reader.source))} c
    join organizations o on o.id = c.organization_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    ${frameJoins(sql, organizationId)}
    left join ${subscriberWith(sql, { organizationId, listId: reader.listId }, sql`${reader.subscriberId}::bigint`)} s on true
    where c.organization_id = ${organizationId} and c.id = ${campaignId ?? autoresponderId}
      and l.id = ${reader.listId}`
  return row ?? null
}

/**
 * By anything but the entry that the unsubscription made: it has the same time, of the same transaction. In milliseconds,
 * for a change of the subscriber by a call rounds the time.
 */
export function isSuppressedOtherwise(sql: Sql, organizationId: number) {
  const address = sql`address_key(coalesce(s.email, s.key))`
  const lists = listsFor(sql, organizationId, sql`s.mailing_list_id`)
  return sql`(${isSuppressedBySystem(sql, knownAs(sql, address))} or exists (
    select from (values (${address})) address (text)
    cross join lateral ${suppressingEntries(sql, organizationId, lists, knownAs(sql, sql`address.text`))}
    where (a.suppression_list_id, ${inMilliseconds(sql, sql`a.created_at`)})
      is distinct from (o.unsub_suppression_list_id, ${inMilliseconds(sql, sql`s.remove_time`)})))`
}

/** In a time zone, because a cluster deletes by nothing that the session's time zone could change. */
function inMilliseconds(sql: Sql, time: Fragment) {
  return sql`date_trunc('milliseconds', ${time} at time zone 'UTC')`
}

/** Call it for people who `mayComeBack`: their only entries are those of their own unsubscription. */
export async function liftSuppression(
  sql: Transaction,
  organizationId: number,
  { listId, subscriberId }: Pick<Reader, 'listId' | 'subscriberId'>,
): Promise<void> {
  await sql`
    delete from suppressed_addresses a
    using organizations o, subscribers s
    where o.id = ${organizationId} and s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}
      and s.id = ${subscriberId} and a.organization_id = ${organizationId}
      and a.suppression_list_id = o.unsub_suppression_list_id and a.key = address_key(coalesce(s.email, s.key)) collate "C"
      and ${inMilliseconds(sql, sql`a.created_at`)} = ${inMilliseconds(sql, sql`s.remove_time`)}`
}
