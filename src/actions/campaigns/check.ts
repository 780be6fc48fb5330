import type { z } from 'zod'
import { conditionsOf } from '../../contract/blocks/conditions.ts'
import { notFound } from '../../contract/api/errors.ts'
import type { checkCampaign } from '../../contract/campaigns/check.ts'
import type { MessageContent } from '../../contract/campaigns/message-content.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import type { LinkRules } from '../../outbound/link-check.ts'
import { findListDelivery } from '../../store/campaigns/delivery.ts'
import { findCampaignContent } from '../../store/campaigns/message-content.ts'
import { findCampaign, type CampaignRow } from '../../store/campaigns/rows.ts'
import type { Actor } from '../actor.ts'
import type { RemoteParts } from '../lists/remote-query.ts'
import { countFor, inspectAudience, inspectRemote, sampleAudience, withColumns } from './checking/audience.ts'
import { findCampaignClauses } from '../../store/segments/audience.ts'
import { inspectLanguage } from './checking/language.ts'
import { inspectConditions } from './checking/conditions.ts'
import { inspectContents, type NamedContent } from './checking/contents.ts'
import { presentFindings, senderOf } from './checking/found.ts'
import { inspectLimits } from './checking/limits.ts'
import { inspectLinks } from './checking/links.ts'
import { inspectTime, inspectWinner } from './checking/plan.ts'
import { inspectSender } from './checking/sender.ts'

export type CheckParts = { origin: string; links: Omit<LinkRules, 'lookup'>; remote: RemoteParts }

type Check = z.input<typeof checkCampaign.data>

export async function checkBeforeSending(
  sql: Scoped,
  { caller }: Pick<Actor, 'caller'>,
  { id, opensLinks }: { id: number; opensLinks: boolean },
  parts: CheckParts,
): Promise<Check> {
  const { organization_id: organizationId } = caller
  const remote = await sampleAudience(sql, { organizationId, id }, parts.remote)
  const { row, message, found } = await sql.read(async (sql) => {
    const row = await findCampaign(sql, organizationId, { kind: 'campaign', id })
    const message = await findCampaignContent(sql, organizationId, id)
    if (message === null) throw notFound('campaign')
    const delivered = await withListDelivery(sql, row, message)
    const effective = remote === null ? delivered : withColumns(delivered, remote)
    const found = [
      ...(await inspectSender(sql, effective)),
      ...(await inspectContents(sql, effective, { contents: contentsOf(row), origin: parts.origin })),
      ...inspectWinner(row),
      ...inspectTime(row, { zone: caller.time_zone, now: new Date() }),
    ]
    return { row, message: effective, found }
  })
  const clauses = await sql.read((sql) =>
    findCampaignClauses(sql, organizationId, row.segmentation_criteria_id),
  )
  const shown = await inspectConditions(sql, { message, contents: contentsOf(row), clauses })
  const said = await inspectLanguage(sql, { message, clauses, origin: parts.origin })
  const counted = await countFor(sql, row, caller.time_zone)
  const audience = counted === null || 'problem' in counted ? null : counted
  const estimate = audience?.estimate ?? null
  // No connection is held while other servers answer.
  const opened = opensLinks ? await inspectLinks(message, { ...parts.links, organizationId }) : []
  const findings = [
    ...(remote === null ? inspectAudience(row, counted) : inspectRemote(remote)),
    ...found,
    ...shown,
    ...said,
    ...opened,
    ...(await inspectLimits(sql, organizationId, audience?.recipients ?? 0, estimate?.reached)),
  ]
  return {
    recipients: estimate === null ? (audience?.recipients ?? null) : null,
    recipients_estimate: estimate?.reached ?? null,
    suppressed: estimate === null ? (audience?.suppressed ?? null) : null,
    suppressed_estimate: estimate?.suppressed ?? null,
    sender: senderOf(message),
    messages: row.contents.map((content) => ({
      content_id: content.id,
      name: content.name,
      subject: content.subject,
      preview_text: content.document?.preheader ?? '',
    })),
    findings: presentFindings(findings),
  }
}

function contentsOf({ contents }: CampaignRow): NamedContent[] {
  return contents.map(({ document, name, attachments: _files, attachment_ids: attachmentIds, ...body }) => ({
    name,
    body: { ...body, attachmentIds, conditions: conditionsOf(document) },
    document,
  }))
}

/** What has no delivery settings yet will get those of the list. */
async function withListDelivery(
  sql: Sql,
  row: CampaignRow,
  message: MessageContent,
): Promise<MessageContent> {
  if (row.has_dispatch) return message
  const { delivery } = await findListDelivery(sql, message.organizationId, row.mailing_list_id)
  return {
    ...message,
    fromName: delivery.from_name,
    fromEmail: delivery.from_email,
    senderEmail: delivery.sender_email,
    replyTo: delivery.reply_to,
  }
}
