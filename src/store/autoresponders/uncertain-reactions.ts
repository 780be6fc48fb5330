import type { Count, PageRequest } from '../../contract/api/paging.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { UncertainRow } from '../campaigns/messages/uncertain.ts'
import { wakeSenders } from '../server/wake.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'
import { subscriberWith } from '../subscribers/by-id.ts'

export async function findUncertainReactions(
  sql: Sql,
  organizationId: number,
  autoresponder: { id: number; mailing_list_id: number },
  page: PageRequest,
): Promise<{ rows: Omit<UncertainRow, 'content_id'>[]; count: Count }> {
  const uncertain = sql`
    d.organization_id = ${organizationId} and d.campaign_id is null
      and d.autoresponder_id = ${autoresponder.id} and d.state = 'uncertain'`
  const [rows, count] = await Promise.all([
    sql<UncertainRow[]>`
      select d.subscriber_id, d.occasion, coalesce(s.email, s.key) as email, d.sent_at as since
      from deliveries d
      left join ${subscriberWith(sql, { organizationId, listId: autoresponder.mailing_list_id }, sql`d.subscriber_id`)} s on true
      where ${uncertain}
      order by d.subscriber_id, d.occasion limit ${page.perPage} offset ${page.offset}`,
    countUpTo(sql, sql`from deliveries d where ${uncertain}`),
  ])
  return { rows, count }
}

/** Uses the old reaction ids, because the Message-ID contains the id. @param subscriberIds null: all */
export async function resendUncertainReactions(
  sql: Transaction,
  organizationId: number,
  autoresponder: { id: number; mailing_list_id: number },
  subscriberIds: readonly number[] | null,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with doubted as materialized (
      select subscriber_id, occasion, attempts, content_replacements from deliveries
      where organization_id = ${organizationId} and campaign_id is null and autoresponder_id = ${autoresponder.id}
        and state = 'uncertain'
        ${subscriberIds === null ? sql`` : sql`and subscriber_id = any(${[...subscriberIds]}::bigint[])`}
      order by subscriber_id, occasion
      for update),
    owed as (
      insert into autoresponder_reactions
        (organization_id, id, autoresponder_id, mailing_list_id, subscriber_id, content_replacements, due_at, attempts,
          resent, called)
      select ${organizationId}, occasion, ${autoresponder.id}, ${autoresponder.mailing_list_id}, subscriber_id,
        content_replacements, now(), attempts, true, true
      from doubted
      returning 1),
    again as (
      update deliveries d set state = 'deferred', next_attempt_at = now(), content_replacements = null
      from doubted
      where d.organization_id = ${organizationId} and d.campaign_id is null
        and d.autoresponder_id = ${autoresponder.id} and d.subscriber_id = doubted.subscriber_id
        and d.occasion = doubted.occasion
      returning 1)
    select count(*) as count from again`
  const count = row?.count ?? 0
  if (count > 0) await wakeSenders(sql, 'reactions')
  return count
}
