import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { endpoint } from '../api/endpoint.ts'
import { flag, given, text } from '../api/fields.ts'

/** Messages that show somebody what a campaign or an autoresponder says, before it says so to subscribers. */

/** Recipients of one call. */
export const previewRecipientsMax = 100
/** Messages an organization may send so within 24 hours: campaigns, which are paid for, do not go out this way. */
export const previewsPerDay = 1000

const recipient = text(600).transform((value, context) => {
  const address = parseEmail(value)?.address
  if (address !== undefined) return address
  context.issues.push({ code: 'custom', message: 'is not a valid e-mail address', input: value })
  return z.NEVER
})

const previewInput = z.object({
  recipients: z.array(recipient).min(1, 'cannot be blank'),
  split_emails_by_format: given(flag).meta({
    description: 'Two messages of a content that has HTML and text: one with each.',
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
  aliases: ['campaigns/by_stat/:id/send_preview'],
  summary:
    'Send each content of a campaign to at most 100 addresses: its links are not tracked, nothing is counted',
})

export const sendAutoresponderPreview = endpoint({
  ...common,
  tag: 'Autoresponders',
  id: 'sendAutoresponderPreview',
  permission: 'autoresponder.update',
  path: 'autoresponders/:id/send_preview',
  summary: 'Send what an autoresponder says to at most 100 addresses: nothing is tracked or counted',
})
