import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { MessageContent } from '../../contract/campaigns/message-content.ts'
import { previewRecipientsMax, type PreviewInput } from '../../contract/campaigns/previews.ts'
import { hasContent } from '../../contract/campaigns/states.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { findPreviewContent, queuePreviews, type NewPreview } from '../../store/campaigns/previews.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import type { Source } from '../../store/campaigns/stats.ts'
import type { Actor } from '../actor.ts'

/** A background loop sends them (src/sending/previews.ts). @throws AppError `requested_too_many`. */
export function sendPreviews(
  sql: Scoped,
  { caller }: Actor,
  source: Source,
  fields: () => PreviewInput,
): Promise<void> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    if ('campaignId' in source) {
      await findCampaign(sql, organizationId, { kind: 'campaign', id: source.campaignId })
    }
    const content = await findPreviewContent(sql, organizationId, source)
    if (content === null) throw notFound('campaignId' in source ? 'campaign' : 'autoresponder')
    await queuePreviews(sql, organizationId, source, previewsOf(content, fields()))
  })
}

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
