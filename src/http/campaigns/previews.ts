import type { z } from 'zod'
import { hasContent } from '../../contract/campaigns/states.ts'
import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { MessageContent } from '../../contract/campaigns/message-content.ts'
import {
  previewRecipientsMax,
  sendAutoresponderPreview,
  sendCampaignPreview,
} from '../../contract/campaigns/previews.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import { findPreviewContent, queuePreviews } from '../../store/campaigns/previews.ts'
import type { NewPreview } from '../../store/campaigns/previews.ts'
import type { Router } from '../route/bind.ts'

type PreviewInput = z.output<NonNullable<typeof sendCampaignPreview.body>>

/** What is to be sent is written down; a background loop sends it (src/sending/previews.ts). */
export function previewRoutes(route: Router): void {
  route(sendCampaignPreview, ({ sql: database, caller, params, fields }) =>
    database.begin(async (sql) => {
      const { organization_id: organizationId } = caller
      const { id } = await findCampaign(sql, organizationId, { kind: 'campaign', id: params.id })
      const content = await findPreviewContent(sql, organizationId, { campaignId: id })
      if (content === null) throw notFound('campaign')
      await queuePreviews(sql, organizationId, { campaignId: id }, previewsOf(content, fields()))
      return { data: null }
    }),
  )

  route(sendAutoresponderPreview, ({ sql: database, caller, params, fields }) =>
    database.begin(async (sql) => {
      const { organization_id: organizationId } = caller
      const source = { autoresponderId: params.id }
      const content = await findPreviewContent(sql, organizationId, source)
      if (content === null) throw notFound('autoresponder')
      await queuePreviews(sql, organizationId, source, previewsOf(content, fields()))
      return { data: null }
    }),
  )
}

/** One message for each content, recipient and part. @throws AppError */
function previewsOf(content: MessageContent, { recipients, split_emails_by_format }: PreviewInput) {
  if (recipients.length > previewRecipientsMax) {
    throw new AppError('requested_too_many', `recipients must be at most ${previewRecipientsMax}`)
  }
  const problems = [
    ...(hasContent(content.contents) ? [] : [`${content.source.kind} has no content`]),
    ...(content.fromEmail.trim() === '' ? [`${content.source.kind} has no from_email`] : []),
  ]
  if (problems.length > 0) throw invalid(problems.join(', '))
  return content.contents.flatMap(({ id, format }) =>
    [...new Set(recipients)].flatMap((recipient): NewPreview[] => {
      const isSplit = split_emails_by_format === true && format === 'both'
      const parts = isSplit ? (['html', 'text'] as const) : (['whole'] as const)
      return parts.map((part) => ({ contentId: id, recipient, format: part }))
    }),
  )
}
