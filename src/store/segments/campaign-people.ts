import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { foldedMessages } from '../conditions/folded-deliveries.ts'
import { candidatesMax, firstTaken } from '../server/leases.ts'

// Who got, opened and clicked a campaign, in a bit each.

/**
 * Of a campaign that ended ten minutes ago or earlier; again when twice the time since its end has passed, so that few
 * opens are later than the bits. @returns false: nothing is due.
 */
export async function keepNextCampaignPeople(sql: Transaction): Promise<boolean> {
  type Due = { organization_id: number; id: number }
  const isNew = sql`people_kept_at is null and started_at is not null and reopened_at is null
      and finished_at < now() - interval '10 minutes'`
  const isAgain = sql`people_again_at < now() and finished_at is not null and reopened_at is null`
  const lock = (isDue: Fragment) => async (one: Due) => {
    const { count } = await sql`
      select 1 from campaigns where organization_id = ${one.organization_id} and id = ${one.id} and ${isDue}
      for no key update skip locked`
    return count === 1 ? one : null
  }
  const first = await sql<Due[]>`
    select organization_id, id from campaigns where ${isNew} order by finished_at desc limit ${candidatesMax}`
  let due = await firstTaken(first, lock(isNew))
  if (due === null) {
    const again = await sql<Due[]>`
      select organization_id, id from campaigns where ${isAgain} order by people_again_at limit ${candidatesMax}`
    due = await firstTaken(again, lock(isAgain))
  }
  if (due === null) return false
  await keepCampaignPeople(sql, due.organization_id, due.id)
  return true
}

/** Replaces what was kept. Who got it is read once: it stays as it is, unless messages are sent again. */
export async function keepCampaignPeople(sql: Sql, organizationId: number, id: number): Promise<void> {
  const mine = sql`organization_id = ${organizationId} and campaign_id = ${id}`
  // Times as text, because a date of JavaScript has milliseconds only.
  const [campaign] = await sql<{ is_first: boolean; now: string; again_at: string | null }[]>`
    select people_kept_at is null as is_first, now()::text as now,
      (finished_at + 2 * (now() - finished_at))::text as again_at
    from campaigns where organization_id = ${organizationId} and id = ${id}`
  const isFirst = campaign?.is_first === true
  await sql`delete from campaign_people where ${mine} ${isFirst ? sql`` : sql`and kind <> 'sent'`}`
  if (isFirst) await keepSent(sql, organizationId, id)
  for (const [kind, time] of [
    ['opened', sql`first_opened_at`],
    ['clicked', sql`first_clicked_at`],
  ] as const) {
    await sql`
      insert into campaign_people (organization_id, campaign_id, kind, bucket, people)
      select ${organizationId}, ${id}, ${kind}, ${bits(sql)}
      from (select subscriber_id as id from message_responses where ${mine} and ${time} is not null) people
      where id > 0 group by id >> 10
    returning 1`
  }
  await sql`
    update campaigns set people_kept_at = ${campaign?.now ?? null}::text::timestamptz,
      people_again_at = ${campaign?.again_at ?? null}::text::timestamptz
    where organization_id = ${organizationId} and id = ${id}`
}

async function keepSent(sql: Sql, organizationId: number, id: number): Promise<void> {
  await sql`
    with sent as materialized (
      select subscriber_id as id, sent_at from deliveries
      where organization_id = ${organizationId} and campaign_id = ${id} and autoresponder_id is null
        and state <> 'skipped'
      union all
      select subscriber_id, sent_at from (
        ${foldedMessages(sql, organizationId, sql`f.campaign_id = ${id}`)}) folded),
    kept as (
      insert into campaign_people (organization_id, campaign_id, kind, bucket, people)
      select ${organizationId}, ${id}, 'sent', ${bits(sql)} from sent where id > 0 group by id >> 10
      returning 1)
    update campaigns set people_last_sent_at = coalesce((select max(sent_at) from sent), started_at)
    where organization_id = ${organizationId} and id = ${id}`
}

function bits(sql: Sql) {
  return sql`id >> 10, bit_or(set_bit(0::bit(1024), (id & 1023)::integer, 1))`
}
