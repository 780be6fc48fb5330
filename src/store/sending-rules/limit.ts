import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { subscribersById } from '../subscribers/by-id.ts'

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
 * by subscriber would cost each message, so each campaign of these days is looked up by the key of `deliveries`: once for
 * all of the batch, whose ids are neighbours, which takes a sixth of the time of a look-up for each person.
 */
export function messageCounts(
  sql: Sql,
  { organizationId, listId }: { organizationId: number; listId: number },
  { ids, days }: { ids: readonly number[]; days: number },
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
      select s.id as person, address_key(coalesce(s.email, s.key)) collate "C" as address
      from ${subscribersById(sql, { organizationId, listId }, ids)}),
    known_as as materialized (
      select p.person, l.id as list, same.id
      from people p cross join lists l cross join lateral (
        select o.id from subscribers o
        where o.organization_id = ${organizationId} and o.mailing_list_id = l.id and o.key = p.address
          and (not l.has_own_key or o.email is null)
        union all
        select o.id from subscribers o
        where l.has_own_key and o.organization_id = ${organizationId} and o.mailing_list_id = l.id
          and o.email is not null and address_key(o.email) = p.address) same),
    ids as materialized (select list, array_agg(id order by id) as ids from known_as group by list),
    counted as materialized (
      select person, count(*)::integer as messages from (
        select k.person, got.campaign, k.id from (
          select c.mailing_list_id as list, c.id as campaign, d.subscriber_id
          from recent c join ids on ids.list = c.mailing_list_id cross join lateral (
            select subscriber_id from deliveries
            where organization_id = ${organizationId} and campaign_id = c.id and autoresponder_id is null
              and subscriber_id = any(ids.ids) and occasion = 0 and state in ('accepted', 'deferred', 'uncertain')
              and sent_at > ${since}
            offset 0) d) got
        join known_as k on k.list = got.list and k.id = got.subscriber_id
        union
        select k.person, b.campaign_id, k.id
        from sending_batches b cross join unnest(b.subscriber_ids) marked (id)
        join recent c on c.id = b.campaign_id
        join known_as k on k.list = c.mailing_list_id and k.id = marked.id
        where b.organization_id = ${organizationId}) had
      group by person)`
}
