import type postgres from 'postgres'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** The first half of the advisory lock's key; the second is the organization. */
const limitsLock = 20_052

/**
 * Two campaigns that apply a limit to one person must not both see the last free place. Until the end of the
 * transaction, in which the batch becomes visible, no other sender of the organization evaluates a limit.
 */
export async function lockLimits(sql: Transaction, organizationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${limitsLock}::integer, ${organizationId}::integer)`
}

/**
 * The expressions of a `with`, of which `counted (person, messages)` has the messages of campaigns that the address of
 * each subscriber had, on any list: also those that are being handed over. Deliveries have no address, and an index
 * by subscriber would cost each message, so each campaign of these days is looked up by the key of `deliveries`.
 */
export function messageCounts(
  sql: Sql,
  { organizationId, listId }: { organizationId: number; listId: number },
  { ids, days }: { ids: Fragment; days: number },
): Fragment {
  const since = sql`now() - ${days}::integer * interval '1 day'`
  return sql`
    recent as materialized (
      select c.id, c.mailing_list_id, l.primary_key_custom_field_id is not null as has_own_key
      from campaigns c
      join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
      where c.organization_id = ${organizationId} and c.started_at is not null
        and coalesce(c.finished_at, 'infinity') > ${since}),
    lists as materialized (select distinct mailing_list_id as id, has_own_key from recent),
    people as materialized (
      select s.id as person, lower(coalesce(s.email, s.key)) collate "C" as address from subscribers s
      where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and s.id = any(${ids})),
    known_as as materialized (
      select p.person, l.id as list, same.id
      from people p cross join lists l cross join lateral (
        select o.id from subscribers o
        where o.organization_id = ${organizationId} and o.mailing_list_id = l.id and o.key = p.address
          and (not l.has_own_key or o.email is null)
        union all
        select o.id from subscribers o
        where l.has_own_key and o.organization_id = ${organizationId} and o.mailing_list_id = l.id
          and o.email is not null and lower(o.email) = p.address) same),
    counted as materialized (
      select person, count(*)::integer as messages from (
        select k.person, c.id as campaign, k.id
        from known_as k join recent c on c.mailing_list_id = k.list
        join deliveries d on d.organization_id = ${organizationId} and d.campaign_id = c.id
          and d.autoresponder_id is null and d.subscriber_id = k.id and d.occasion = 0
        where d.state in ('accepted', 'deferred', 'uncertain') and d.sent_at > ${since}
        union
        select k.person, b.campaign_id, k.id
        from sending_batches b cross join unnest(b.subscriber_ids) marked (id)
        join recent c on c.id = b.campaign_id
        join known_as k on k.list = c.mailing_list_id and k.id = marked.id
        where b.organization_id = ${organizationId}) had
      group by person)`
}
