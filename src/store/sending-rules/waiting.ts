import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { candidatesMax } from '../server/leases.ts'

// Recipients who are not due yet: the campaign's cursor has passed them, and they are in no batch or delivery.

type Campaign = { organization_id: number; id: number }

export type Waiting = { subscriberId: number; dueMs: number }

export async function addWaiting(
  sql: Transaction,
  campaign: Campaign,
  waiting: readonly Waiting[],
): Promise<void> {
  await sql`
    insert into waiting_recipients (organization_id, campaign_id, subscriber_id, due_at)
    select ${campaign.organization_id}, ${campaign.id}, id, to_timestamp(due / 1000)
    from unnest(${waiting.map((one) => String(one.subscriberId))}::text[]::bigint[],
      ${waiting.map((one) => String(one.dueMs))}::text[]::float8[]) given (id, due)
    on conflict (organization_id, campaign_id, subscriber_id) do update set due_at = excluded.due_at`
}

/** Deletes the rows that are due. The caller marks, skips or adds their subscribers again. @returns ids of subscribers */
export async function takeDue(sql: Transaction, campaign: Campaign, limit: number): Promise<number[]> {
  const ofCampaign = sql`organization_id = ${campaign.organization_id} and campaign_id = ${campaign.id}`
  const rows = await sql<{ id: number; place: string }[]>`
    select subscriber_id as id, ctid::text as place from waiting_recipients where ${ofCampaign} and due_at <= now()
    order by due_at, subscriber_id limit ${limit} for update`
  if (rows.length === 0) return []
  const [, { count }] = await Promise.all([
    // By their places: any other plan may read all that wait (docs/decisions/080).
    sql.unsafe(
      'set local enable_indexscan = off; set local enable_bitmapscan = off; set local enable_seqscan = off',
    ),
    sql`
      delete from waiting_recipients
      where ${ofCampaign} and ctid = any(${rows.map(({ place }) => place)}::text[]::tid[])`,
    sql.unsafe(
      'set local enable_indexscan to default; set local enable_bitmapscan to default; set local enable_seqscan to default',
    ),
  ])
  // Whoever stayed would be taken again, and get the message twice.
  if (count !== rows.length) throw new Error('a waiting recipient moved although its row was locked')
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

/** Seconds until the next recipient is due. 0 or less if one is due; null if none waits. */
export async function secondsToDue(sql: Sql, campaign: Campaign): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(due_at) - now())::float8 as seconds from waiting_recipients
    where organization_id = ${campaign.organization_id} and campaign_id = ${campaign.id}`
  return row?.seconds ?? null
}

/**
 * Of campaigns that were cancelled or have failed, across organizations: one step along the key for each campaign with
 * waiting recipients. @returns how many
 */
export async function purgeWaiting(sql: Sql, limit: number): Promise<number> {
  const over = await sql<{ organization_id: number; id: number }[]>`
    select c.organization_id, c.id from campaigns c
    where c.state in ('cancelled', 'failed') and exists (
      select 1 from waiting_recipients w where w.organization_id = c.organization_id and w.campaign_id = c.id)
    limit ${candidatesMax}`
  let count = 0
  for (const { organization_id: organizationId, id } of over) {
    const left = limit - count
    if (left === 0) break
    const deleted = await sql`
      delete from waiting_recipients where organization_id = ${organizationId} and campaign_id = ${id}
        and ctid = any(array(
          select ctid from waiting_recipients
          where organization_id = ${organizationId} and campaign_id = ${id} limit ${left}))`
    count += deleted.count
  }
  return count
}
