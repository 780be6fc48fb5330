import type { RemoteRecipient } from '../../contract/lists/remote-rows.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { lockCampaign, type Claim, type ClaimedCampaign } from '../campaigns/claims.ts'
import { notSuppressed } from '../conditions/suppression.ts'

// The rows of a query are written before the first message leaves. Every write locks the campaign under its epoch: a
// sender that was replaced cannot add rows to those of its successor.

export type RemoteSource = { databaseConnectionId: number; sql: string; isRead: boolean }

/** null: the list has lost its connection, or the campaign has no query. */
export async function findRemoteSource(sql: Sql, claim: Claim): Promise<RemoteSource | null> {
  const [row] = await sql<RemoteSource[]>`
    select l.database_connection_id as "databaseConnectionId", c.segmentation_criteria_remote_sql as sql,
      coalesce(q.finished_at is not null, false) as "isRead"
    from campaigns c
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    left join remote_queries q on q.organization_id = c.organization_id and q.campaign_id = c.id
    where c.organization_id = ${claim.organization_id} and c.id = ${claim.id}
      and l.database_connection_id is not null and c.segmentation_criteria_remote_sql is not null`
  return row ?? null
}

/** Forgets what an earlier sender has read: a query cannot be continued. @throws LeaseLost. */
export async function beginRemoteQuery(
  sql: Transaction,
  claim: Claim,
  columns: readonly string[],
): Promise<void> {
  await forgetRemoteRecipients(sql, claim)
  await sql`
    delete from remote_queries where organization_id = ${claim.organization_id} and campaign_id = ${claim.id}`
  await sql`
    insert into remote_queries (organization_id, campaign_id, columns)
    values (${claim.organization_id}, ${claim.id}, ${[...columns]})`
}

export type RemoteChunk = {
  rows: number
  invalidEmails: number
  invalidDistinctIds: number
  tooLong: number
  recipients: readonly (RemoteRecipient & { seqId: number })[]
}

type CampaignOfList = { organizationId: number; listId: number; campaignId: number }

/** Of several rows of one address or one distinct_id the first counts. @throws LeaseLost. */
export async function addRemoteChunk(
  sql: Transaction,
  claim: Claim & Pick<ClaimedCampaign, 'mailing_list_id'>,
  chunk: RemoteChunk,
): Promise<void> {
  await lockCampaign(sql, claim)
  const { organization_id: organizationId, mailing_list_id: listId, id: campaignId } = claim
  const place = { organizationId, listId, campaignId }
  await addPeople(sql, place, chunk)
  const { left, suppressed, added } = await addRecipients(sql, place, chunk)
  await addIdentities(sql, place, chunk)
  await sql`
    update remote_queries
    set rows_read = rows_read + ${chunk.rows}, invalid_emails = invalid_emails + ${chunk.invalidEmails},
      invalid_distinct_ids = invalid_distinct_ids + ${chunk.invalidDistinctIds},
      too_long = too_long + ${chunk.tooLong}, left_before = left_before + ${left},
      suppressed = suppressed + ${suppressed},
      duplicates = duplicates + ${chunk.recipients.length - left - suppressed - added}
    where organization_id = ${organizationId} and campaign_id = ${campaignId}`
}

/** Counted nowhere, because the list has no subscribers. In order, so that two campaigns of a list do not deadlock. */
async function addPeople(sql: Sql, { organizationId, listId }: CampaignOfList, { recipients }: RemoteChunk) {
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email, subscribe_time)
    select ${organizationId}, ${listId}, key, nullif(min(email), key), null
    from unnest(${recipients.map(({ key }) => key)}::text[], ${recipients.map(({ email }) => email)}::text[])
      given (key, email)
    group by key order by key collate "C"
    on conflict (organization_id, mailing_list_id, key) do nothing`
}

type Added = { left: number; suppressed: number; added: number }

/** `left`: people who have left by this address, or by another one of the same distinct_id. */
async function addRecipients(
  sql: Sql,
  { organizationId, listId, campaignId }: CampaignOfList,
  { recipients }: RemoteChunk,
): Promise<Added> {
  const allowed = await notSuppressed(sql, { organizationId, listId })
  const [row] = await sql<[Added]>`
    with people as materialized (
      select given.seq_id, given.distinct_id, given.custom_fields, s.id as subscriber_id,
        ${allowed.condition} as is_allowed, s.status <> 'active' or exists (
          select from remote_identities i
          join subscribers o on o.organization_id = i.organization_id and o.mailing_list_id = i.mailing_list_id
            and o.id = i.subscriber_id
          where i.organization_id = ${organizationId} and i.mailing_list_id = ${listId}
            and i.distinct_id = given.distinct_id and o.status <> 'active') as has_left
      from unnest(${recipients.map(({ key }) => key)}::text[], ${recipients.map(({ seqId }) => seqId)}::integer[],
        ${recipients.map(({ distinctId }) => distinctId)}::integer[],
        ${recipients.map(({ customFields }) => JSON.stringify(customFields))}::text[]::jsonb[])
        given (key, seq_id, distinct_id, custom_fields)
      cross join lateral (
        select id, status, key, email from subscribers
        where organization_id = ${organizationId} and mailing_list_id = ${listId} and key = given.key collate "C"
        limit 1) s),
    added as (
      insert into remote_recipients
        (organization_id, campaign_id, subscriber_id, seq_id, distinct_id, custom_fields)
      select ${organizationId}::integer, ${campaignId}::integer, subscriber_id, seq_id, distinct_id, custom_fields
      from people where not has_left and is_allowed order by seq_id
      on conflict do nothing
      returning 1)
    select count(*) filter (where has_left) as left,
      count(*) filter (where not has_left and not is_allowed) as suppressed,
      (select count(*) from added) as added
    from people`
  return row
}

async function addIdentities(
  sql: Sql,
  { organizationId, listId, campaignId }: CampaignOfList,
  chunk: RemoteChunk,
) {
  const distinctIds = chunk.recipients.flatMap(({ distinctId }) => distinctId ?? [])
  if (distinctIds.length === 0) return
  await sql`
    insert into remote_identities (organization_id, mailing_list_id, distinct_id, subscriber_id)
    select ${organizationId}, ${listId}, r.distinct_id, r.subscriber_id
    from unnest(${distinctIds}::integer[]) given (distinct_id)
    join remote_recipients r on r.organization_id = ${organizationId} and r.campaign_id = ${campaignId}
      and r.distinct_id = given.distinct_id
    order by r.distinct_id, r.subscriber_id
    on conflict do nothing`
}

/** Of a remote list whose campaign has begun; null otherwise. On campaigns `c`. */
export function remoteProgress(sql: Sql, organizationId: number) {
  return sql`(
    select jsonb_build_object('rows_read', q.rows_read, 'is_complete', q.finished_at is not null,
      'skipped', jsonb_build_object('invalid_email', q.invalid_emails, 'invalid_distinct_id', q.invalid_distinct_ids,
        'too_long', q.too_long, 'duplicate', q.duplicates, 'left', q.left_before, 'suppressed', q.suppressed))
    from remote_queries q
    where q.organization_id = ${organizationId} and q.campaign_id = c.id)`
}

/** From here on the query is not run again. @throws LeaseLost. */
export async function endRemoteQuery(sql: Transaction, claim: Claim): Promise<void> {
  await lockCampaign(sql, claim)
  await sql`
    update remote_queries set finished_at = now()
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id}`
}

/** @throws LeaseLost. */
export async function forgetRemoteRecipients(sql: Transaction, claim: Claim): Promise<void> {
  await lockCampaign(sql, claim)
  await sql`
    delete from remote_recipients
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id}`
}
