import { invalid } from '../contract/errors.ts'
import type { MessageContent } from '../contract/message-content.ts'
import { previewsPerDay } from '../contract/previews.ts'
import type { CustomValues } from '../contract/subscriber-values.ts'
import type { Sql } from '../database/connection.ts'
import { findAutoresponderContent, findCampaignContent } from './message-content.ts'
import { sourceIds } from './stats.ts'
import type { Source } from './stats.ts'

type PreviewFormat = 'whole' | 'html' | 'text'

/** One message to be sent. */
export type NewPreview = { contentId: number | null; recipient: string; format: PreviewFormat }

/**
 * Queues previews. Run it in a transaction.
 * @throws AppError `validation_failed` when the organization has asked for too many within 24 hours.
 */
export async function queuePreviews(
  sql: Sql,
  organizationId: number,
  source: Source,
  previews: readonly NewPreview[],
): Promise<void> {
  // One after the other, so that many calls at once stay below the limit together.
  await sql`select pg_advisory_xact_lock(hashtext('preview_mails'), ${organizationId})`
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from preview_mails
    where organization_id = ${organizationId} and created_at > now() - interval '1 day'`
  const left = previewsPerDay - (counted?.count ?? 0)
  if (previews.length > left) {
    throw invalid(`recipients are too many: ${left} of ${previewsPerDay} previews within 24 hours are left`)
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
  await sql`select pg_notify('sending', '')`
}

/** A preview that is being sent, and the attempt that this is, from 1. */
export type PreviewClaim = {
  organization_id: number
  id: number
  campaign_id: number | null
  autoresponder_id: number | null
  content_id: number | null
  recipient: string
  format: PreviewFormat
  attempts: number
}

/** Claims the one that is due for longest, for `leaseSeconds`. Everywhere. */
export async function claimPreview(sql: Sql, leaseSeconds: number): Promise<PreviewClaim | null> {
  const [row] = await sql<PreviewClaim[]>`
    update preview_mails set attempts = attempts + 1, leased_until = now() + ${leaseSeconds} * interval '1 second'
    where (organization_id, id) = (
      select organization_id, id from preview_mails
      where next_attempt_at <= now() and (leased_until is null or leased_until < now())
      order by next_attempt_at limit 1 for update skip locked)
    returning organization_id, id, campaign_id, autoresponder_id, content_id, recipient, format, attempts`
  return row ?? null
}

/** Everywhere. */
export async function secondsToNextPreview(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(greatest(next_attempt_at, leased_until)) - now())::float8 as seconds
    from preview_mails where next_attempt_at is not null`
  return row?.seconds ?? null
}

/** What became of the attempt. */
export type PreviewEnd =
  | { kind: 'sent' }
  | { kind: 'failed'; diagnostic: string }
  | { kind: 'later'; diagnostic: string; seconds: number }

/** Writes down what became of a claimed preview, unless its lease has gone to somebody else. */
export async function settlePreview(
  sql: Sql,
  { organization_id: organizationId, id, attempts }: PreviewClaim,
  end: PreviewEnd,
): Promise<void> {
  await sql`
    update preview_mails
    set leased_until = null,
      sent_at = case when ${end.kind === 'sent'} then now() end,
      next_attempt_at = case when ${end.kind === 'later'}
        then now() + ${end.kind === 'later' ? end.seconds : 0} * interval '1 second' end,
      diagnostic = ${end.kind === 'sent' ? null : end.diagnostic}
    where organization_id = ${organizationId} and id = ${id} and attempts = ${attempts}
      and next_attempt_at is not null`
}

/** Addresses are kept no longer than they are counted. Everywhere. */
export async function purgePreviews(sql: Sql): Promise<void> {
  await sql`
    delete from preview_mails where created_at < now() - interval '1 day' and next_attempt_at is null`
}

/** What a preview is made of; null: it is gone. */
export async function findPreviewContent(
  sql: Sql,
  organizationId: number,
  source: Source,
): Promise<MessageContent | null> {
  return 'campaignId' in source
    ? findCampaignContent(sql, organizationId, source.campaignId)
    : findAutoresponderContent(sql, organizationId, source.autoresponderId)
}

/** The values that a list's previews have in the place of a subscriber's. */
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
