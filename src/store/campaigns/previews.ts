import { invalid } from '../../contract/api/errors.ts'
import type { MessageContent } from '../../contract/campaigns/message-content.ts'
import { previewsPerDay } from '../../contract/campaigns/previews.ts'
import type { CustomValues } from '../../contract/subscribers/values.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { secondsFromNow } from '../../database/lease.ts'
import { candidatesMax, firstTaken } from '../server/leases.ts'
import { findAutoresponderContent, findCampaignContent } from './message-content.ts'
import { sourceIds, type Source } from './stats.ts'
import { takeReady, type Outbox } from '../server/outbox.ts'
import { wakeSenders } from '../server/wake.ts'

type PreviewFormat = 'whole' | 'html' | 'text'

export type NewPreview = { contentId: number | null; recipient: string; format: PreviewFormat }

/** @throws AppError `validation_failed` if the organization has requested too many within 24 hours. */
export async function queuePreviews(
  sql: Transaction,
  organizationId: number,
  source: Source,
  previews: readonly NewPreview[],
): Promise<void> {
  // One call at a time, so that concurrent calls together stay below the limit.
  await sql`select pg_advisory_xact_lock(hashtext('preview_mails'), ${organizationId})`
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from preview_mails
    where organization_id = ${organizationId} and created_at > now() - interval '1 day'`
  const left = previewsPerDay - (counted?.count ?? 0)
  if (previews.length > left) {
    throw invalid(
      `recipients exceed the limit: ${left} of ${previewsPerDay} previews within 24 hours are left`,
    )
  }
  const { campaignId, autoresponderId } = sourceIds(source)
  const rows = previews.map(({ contentId, recipient, format }) => ({
    organization_id: organizationId,
    campaign_id: campaignId,
    autoresponder_id: autoresponderId,
    content_id: contentId,
    recipient,
    format,
  }))
  await sql`insert into preview_mails ${sql(rows)}`
  await wakeSenders(sql, 'previews')
}

export type ClaimedPreview = {
  id: number
  content_id: number | null
  recipient: string
  format: PreviewFormat
  attempts: number
}

export type PreviewClaim = { organizationId: number; source: Source; previews: ClaimedPreview[] }

type DueSource = { organization_id: number; campaign_id: number | null; autoresponder_id: number | null }

const previewMails: Outbox = {
  table: 'preview_mails',
  isReady: (sql) => sql`r.next_attempt_at <= now() and (r.leased_until is null or r.leased_until < now())`,
  order: (sql) => sql`r.id`,
  // Longer than sending may take. If the sender dies, the preview is sent again afterwards.
  leaseSeconds: 900,
}

/** Of one campaign or autoresponder. If the sender dies, they are sent again after the lease. Across organizations. */
export async function claimPreviews(sql: Sql, limit: number): Promise<PreviewClaim | null> {
  const rows = await sql<DueSource[]>`
    select organization_id, campaign_id, autoresponder_id from preview_mails r
    where ${previewMails.isReady(sql)} and ${mayBeSent(sql)}
    order by next_attempt_at, id limit ${limit * candidatesMax}`
  const sources = new Map(rows.map((row) => [Object.values(row).join(), row]))
  return firstTaken([...sources.values()], (due) => takePreviews(sql, due, limit))
}

async function takePreviews(sql: Sql, due: DueSource, limit: number): Promise<PreviewClaim | null> {
  const { organization_id: organizationId, campaign_id: campaignId, autoresponder_id: autoresponderId } = due
  const previews = await takeReady<ClaimedPreview>(sql, previewMails, {
    organizationId,
    of: sql`r.campaign_id is not distinct from ${campaignId}::integer
      and r.autoresponder_id is not distinct from ${autoresponderId}::integer`,
    set: sql`attempts = r.attempts + 1`,
    limit,
    returning: sql`r.id, r.content_id, r.recipient, r.format, r.attempts`,
  })
  if (previews.length === 0) return null
  const source = campaignId === null ? { autoresponderId: autoresponderId ?? 0 } : { campaignId }
  return { organizationId, source, previews }
}

function mayBeSent(sql: Sql) {
  return sql`organization_id in (select id from organizations where active and deleted_at is null)`
}

/** See `Due`. */
export function duePreviews(sql: Sql): Fragment {
  return sql`
    select extract(epoch from min(greatest(next_attempt_at, leased_until)) - now())::float8 as seconds
    from preview_mails where next_attempt_at is not null and ${mayBeSent(sql)}`
}

/** `later`: it is tried again; with `all`, no other preview of the source is sent earlier. */
export type PreviewEnd =
  | { kind: 'sent' }
  | { kind: 'failed'; diagnostic: string }
  | { kind: 'later'; diagnostic: string; seconds: number; all: boolean }

/** Does nothing if another sender has claimed the preview in the meantime. */
export async function recordPreviewEnd(
  sql: Transaction,
  { organizationId, source }: PreviewClaim,
  { id, attempts }: ClaimedPreview,
  end: PreviewEnd,
): Promise<void> {
  const wait = end.kind === 'later' ? end.seconds : null
  await sql`
    update preview_mails
    set leased_until = null, diagnostic = ${end.kind === 'sent' ? null : end.diagnostic},
      sent_at = ${end.kind === 'sent' ? sql`now()` : null},
      next_attempt_at = ${secondsFromNow(sql, wait)}
    where organization_id = ${organizationId} and id = ${id} and attempts = ${attempts}
      and next_attempt_at is not null`
  if (end.kind !== 'later' || !end.all) return
  const { campaignId, autoresponderId } = sourceIds(source)
  await sql`
    update preview_mails set next_attempt_at = greatest(next_attempt_at, ${secondsFromNow(sql, wait)})
    where organization_id = ${organizationId} and campaign_id is not distinct from ${campaignId}::integer
      and autoresponder_id is not distinct from ${autoresponderId}::integer and next_attempt_at is not null
      and leased_until is null`
}

/** Deletes addresses when they no longer count for the limit, with unsent previews. Across organizations. */
export async function purgePreviews(sql: Sql): Promise<void> {
  await sql`delete from preview_mails where created_at < now() - interval '1 day'`
}

export async function findPreviewContent(
  sql: Sql,
  organizationId: number,
  source: Source,
): Promise<MessageContent | null> {
  return 'campaignId' in source
    ? findCampaignContent(sql, organizationId, source.campaignId)
    : findAutoresponderContent(sql, organizationId, source.autoresponderId)
}

export async function findPreviewValues(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<CustomValues> {
  const [row] = await sql<{ values: CustomValues }[]>`
    select preview_custom_field_data as values from mailing_lists
    where organization_id = ${organizationId} and id = ${listId}`
  return row?.values ?? {}
}
