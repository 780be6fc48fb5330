import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { endpoint } from '../api/endpoint.ts'
import { flag, given, text } from '../api/fields.ts'

export const previewRecipientsMax = 100
/** Per organization in 24 hours, because previews are free and must not replace campaigns. */
export const previewsPerDay = 1000

const recipient = text(600).transform((value, context) => {
  const address = parseEmail(value)?.address
  if (address !== undefined) return address
  context.issues.push({ code: 'custom', message: 'is not a valid e-mail address', input: value })
  return z.NEVER
})

const previewInput = z.object({
  recipients: z
    .array(recipient)
    .min(1, 'cannot be blank')
    .meta({ description: 'The addresses to send the preview to, at most 100.' }),
  split_emails_by_format: given(flag).meta({
    description: 'Whether a content with HTML and text is sent as two messages, one of each. Default: false.',
  }),
})

export type PreviewInput = z.output<typeof previewInput>

const common = {
  role: 'standard',
  method: 'POST',
  wrapper: 'preview',
  body: previewInput,
  paged: 'none',
  data: z.null(),
} as const

export const sendCampaignPreview = endpoint({
  ...common,
  tag: 'Campaigns',
  id: 'sendCampaignPreview',
  permission: 'campaign.update',
  path: 'campaigns/:id/send_preview',
  costly: true,
  aliases: ['campaigns/by_stat/:id/send_preview'],
  summary: 'Send a preview of each content of a campaign to up to 100 addresses, without tracking',
})

export const sendAutoresponderPreview = endpoint({
  ...common,
  tag: 'Autoresponders',
  id: 'sendAutoresponderPreview',
  permission: 'autoresponder.update',
  path: 'autoresponders/:id/send_preview',
  costly: true,
  summary: 'Send a preview of an autoresponder to up to 100 addresses, without tracking',
})
