import { AppError } from '../../contract/api/errors.ts'
import type { MessageContent } from '../../contract/campaigns/message-content.ts'
import type { CustomValues } from '../../contract/subscribers/values.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findAutoresponderContent, findCampaignContent } from '../campaigns/message-content.ts'
import { sourceIds } from '../campaigns/stats.ts'
import { findSent, ofSource, type Reader } from './rows.ts'
import { findHiddenOf } from '../segments/hidden-blocks.ts'
import { subscribersById } from '../subscribers/by-id.ts'

export type SentVersion = {
  content: MessageContent
  contentId: number | null
  recipient: {
    subscriberId: number
    email: string
    subscribeTime: Date | null
    subscribeIp: string | null
    customFields: CustomValues
    emailFormat: null
    hidden?: readonly boolean[] | undefined
  }
}

/** null: the list or the subscriber was deleted. A seed, subscriber 0, has no address. */
export async function findSentVersion(
  sql: Sql,
  organizationId: number,
  reader: Reader,
): Promise<SentVersion | null> {
  const { source } = reader
  const content =
    'campaignId' in source
      ? await findCampaignContent(sql, organizationId, source.campaignId)
      : await findAutoresponderContent(sql, organizationId, source.autoresponderId)
  const sent = await findSent(sql, organizationId, reader)
  const recipient = await findRecipient(sql, organizationId, reader)
  if (content === null || sent === null || recipient === null) return null
  const contentId = sent.contentId ?? content.contents[0]?.id ?? null
  const hidden = await findHidden(sql, content, { contentId, recipient })
  return { content, contentId, recipient: { ...recipient, hidden } }
}

/** By what is known of the reader now. If a record that a condition names is gone, no block with one is shown. */
async function findHidden(
  sql: Sql,
  { organizationId, list, timeZone, contents }: MessageContent,
  { contentId, recipient }: Pick<SentVersion, 'contentId' | 'recipient'>,
): Promise<readonly boolean[] | undefined> {
  const conditions = contents.find(({ id }) => id === contentId)?.conditions ?? []
  try {
    const target = { organizationId, listId: list.id, timeZone }
    return await findHiddenOf(sql, target, recipient.subscriberId, conditions)
  } catch (error) {
    if (error instanceof AppError) return conditions.map(() => true)
    throw error
  }
}

async function findRecipient(
  sql: Sql,
  organizationId: number,
  { listId, subscriberId, source }: Reader,
): Promise<SentVersion['recipient'] | null> {
  // Never null in the join: a cluster cannot plan one whose condition is never true.
  const { campaignId } = sourceIds(source)
  const nobody = { subscribeTime: null, subscribeIp: null, customFields: {}, emailFormat: null }
  if (subscriberId === 0) return { subscriberId, email: '', ...nobody }
  const [row] = await sql<Omit<SentVersion['recipient'], 'emailFormat'>[]>`
    select s.id as "subscriberId", coalesce(s.email, s.key) as email, s.subscribe_time as "subscribeTime",
      s.subscribe_ip as "subscribeIp", coalesce(r.custom_fields, s.custom_fields) as "customFields"
    from ${subscribersById(sql, { organizationId, listId }, [subscriberId])}
    left join remote_recipients r on r.organization_id = ${organizationId}
      and r.campaign_id = ${campaignId ?? 0} and r.subscriber_id = s.id`
  return row === undefined ? null : { ...row, emailFormat: null }
}

export async function findLinkIds(
  sql: Sql,
  organizationId: number,
  { source }: Pick<Reader, 'source'>,
  { contentId, urls }: { contentId: number | null; urls: readonly string[] },
): Promise<number[] | null> {
  const rows = await sql<{ id: number; url: string }[]>`
    select id, url from tracked_links
    where organization_id = ${organizationId} and ${ofSource(sql, source)}
      and content_id is not distinct from ${contentId}::integer`
  const ids = new Map(rows.map(({ id, url }) => [url, id]))
  const found = urls.flatMap((url) => ids.get(url) ?? [])
  return found.length === urls.length ? found : null
}
