import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'

// Accepted messages of old campaigns, one bit each. A message is a row of `deliveries` or such a bit.

/**
 * Rows with `campaign_id`, `content_id`, `subscriber_id` and about when it was sent (`sent_at`).
 * @param of a condition about the campaign `f.campaign_id`. @param subscriber only this one: a look-up for each campaign.
 */
export function foldedMessages(
  sql: Sql,
  organizationId: number,
  of: Fragment,
  subscriber?: Fragment,
): Fragment {
  const mine = sql`f.organization_id = ${organizationId} and ${of}`
  return subscriber === undefined
    ? sql`
        select f.campaign_id, f.content_id, (f.bucket << 10) + n as subscriber_id, f.last_sent_at as sent_at
        from folded_deliveries f cross join generate_series(0, 1023) n
        where ${mine} and get_bit(f.people, n) = 1`
    : sql`
        select f.campaign_id, f.content_id, ${subscriber} as subscriber_id, f.last_sent_at as sent_at
        from folded_deliveries f
        where ${mine} and f.bucket = ${subscriber} >> 10 and get_bit(f.people, (${subscriber} & 1023)::integer) = 1`
}

type Campaign = { organization_id: number; id: number }

/** Across organizations: of those that ended at least this many days ago, the one that ended first. */
async function findUnfolded(sql: Transaction, days: number): Promise<Campaign | null> {
  const [row] = await sql<Campaign[]>`
    select organization_id, id from campaigns where ${isUnfolded(sql, days)} order by finished_at limit 1`
  return row ?? null
}

function isUnfolded(sql: Sql, days: number): Fragment {
  return sql`deliveries_folded_at is null and started_at is not null and people_kept_at is not null
    and reopened_at is null and finished_at < now() - ${days}::integer * interval '1 day'`
}

/** Folds some messages of one campaign. @returns how many, or null if there are no more. */
export async function foldSome(
  sql: Transaction,
  { days, limit }: { days: number; limit: number },
): Promise<number | null> {
  const campaign = await findUnfolded(sql, days)
  if (campaign === null) return null
  const { organization_id: organizationId, id } = campaign
  const [locked] = await sql`
    select id from campaigns
    where organization_id = ${organizationId} and id = ${id} and ${isUnfolded(sql, days)} for no key update`
  if (locked === undefined) return 0
  // One that was uncertain may have been sent again since: limits of special sending rules count it.
  const foldable = sql`
    organization_id = ${organizationId} and campaign_id = ${id} and autoresponder_id is null and subscriber_id > 0
      and occasion = 0 and state = 'accepted' and content_id is not null
      and sent_at < now() - ${days}::integer * interval '1 day'`
  const [found] = await sql<[{ last: number | null }]>`
    select max(subscriber_id) as last from (
      select subscriber_id from deliveries where ${foldable} order by subscriber_id limit ${limit}) next_ones`
  if (found.last === null) {
    await sql`
      update campaigns set deliveries_folded_at = now()
      where organization_id = ${organizationId} and id = ${id}`
    return 0
  }
  const [folded] = await sql<[{ count: number }]>`
    with gone as (
      delete from deliveries where ${foldable} and subscriber_id <= ${found.last}
      returning subscriber_id as id, content_id, sent_at),
    kept as (
      insert into folded_deliveries as f (organization_id, campaign_id, bucket, content_id, people, last_sent_at)
      select ${organizationId}, ${id}, id >> 10, content_id,
        bit_or(set_bit(0::bit(1024), (id & 1023)::integer, 1)), max(sent_at)
      from gone group by id >> 10, content_id
      on conflict (organization_id, campaign_id, bucket, content_id) do update
        set people = f.people | excluded.people, last_sent_at = greatest(f.last_sent_at, excluded.last_sent_at)
      returning 1)
    select count(*) from gone`
  return folded.count
}

/** For a late report: makes the message a row again. @returns false if it was not folded. */
export async function unfold(
  sql: Transaction,
  organizationId: number,
  campaignId: number,
  subscriberId: number,
): Promise<boolean> {
  const { count } = await sql`
    with taken as (
      update folded_deliveries set people = set_bit(people, ${subscriberId % 1024}, 0)
      where organization_id = ${organizationId} and campaign_id = ${campaignId}
        and bucket = ${subscriberId}::bigint >> 10 and get_bit(people, ${subscriberId % 1024}) = 1
      returning content_id, last_sent_at)
    insert into deliveries (organization_id, campaign_id, subscriber_id, content_id, state, sent_at)
    select ${organizationId}, ${campaignId}, ${subscriberId}, content_id, 'accepted', last_sent_at from taken`
  return count === 1
}
