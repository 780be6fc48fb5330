import { z } from 'zod'
import { choice, flag, given, idField, line, name, text } from '../api/fields.ts'
import { mailingListInput } from '../lists/input.ts'
import { clausesInput } from '../segments/endpoints.ts'

/** What a caller may say about a campaign or a template. null clears an attribute where that means something. */

export const contentFormats = ['html', 'text', 'both'] as const

/** In characters; JSON writes each as up to six bytes. */
const partMax = 500_000
const contentsMax = 20
export const campaignBodyMax = 16_777_216

const parts = {
  subject: given(line(998)),
  format: given(choice(contentFormats)),
  html: given(text(partMax)),
  text: given(text(partMax)),
}

/** The older spelling has the parts in a hash of their own. */
const contentInput = z
  .object({ name: given(line(255)), ...parts, content_attributes: given(z.object(parts)) })
  .transform(({ name: called, content_attributes: inner, ...own }, context) => {
    const { subject = '', format = 'html', html = '', text: plain = '' } = inner ?? own
    if (context.issues.length > 0) return z.NEVER
    return { name: called?.trim() ?? '', subject, format, html, text: plain }
  })

export type ContentInput = z.output<typeof contentInput>

const contents = given(z.array(contentInput).max(contentsMax))

/** A campaign is delivered as its mailing list says, but for what it says itself: the attributes are the same. */
const list = mailingListInput.shape

const dispatchInput = z.object({
  state: given(choice(['idle', 'scheduled'])),
  begins_at: z.union([text(100), z.number()], 'must be a date and time').nullish(),
  paused: given(flag),
  track_opens: given(flag),
  track_links: given(flag),
  from_name: list.d_from_name,
  from_email: list.d_from_email,
  reply_to: list.d_reply_to,
  sender_email: list.d_sender_email,
  speed: list.d_speed,
  virtual_mta_id: list.d_virtual_mta_id,
  virtual_mta_name: list.d_virtual_mta,
  url_domain_id: list.d_url_domain_id,
  url_domain_name: list.d_url_domain,
  bounce_email_id: list.d_bounce_email_id,
  bounce_email_name: list.d_bounce_email,
  seed_list_id: idField.nullish(),
  seed_list_name: text(255).nullish(),
  seed_list_ids: list.d_seed_list_ids,
  seed_list_names: list.d_seed_list_names,
  autowinner_enabled: list.d_autowinner_enabled,
  autowinner_percentage: list.d_autowinner_percentage,
  autowinner_delay_amount: list.d_autowinner_delay_amount,
  autowinner_delay_unit: list.d_autowinner_delay_unit,
  autowinner_metric: list.d_autowinner_metric,
  special_sending_rule_id: idField.nullish(),
  special_sending_rule_name: text(255).nullish(),
})

export type DispatchInput = Partial<z.output<typeof dispatchInput>>

/** Also beside the record. */
export const duplication = {
  source_template_id: given(idField).meta({ description: 'The template to duplicate from.' }),
  duplicate_content: given(flag),
  duplicate_segmentation_criteria: given(flag),
  duplicate_dispatch: given(flag),
}
export const duplicationInput = z.object(duplication)

const attributes = {
  segmentation_criteria_id: idField.nullish(),
  segmentation_criteria_ad_hoc: clausesInput.nullish(),
  segmentation_criteria_remote_sql: text(100_000).nullish(),
  contents,
  dispatch_attributes: given(dispatchInput),
}
const campaignName = name(255).pipe(line(255))

export const campaignInput = z.object({
  name: campaignName,
  ...attributes,
  campaign_contents_attributes: contents,
  ...duplication,
})
export const campaignChanges = campaignInput
  .omit({
    source_template_id: true,
    duplicate_content: true,
    duplicate_segmentation_criteria: true,
    duplicate_dispatch: true,
  })
  .extend({ name: campaignName.optional() })

export const templateInput = z.object({
  name: campaignName,
  ...attributes,
  template_contents_attributes: contents,
})
export const templateChanges = templateInput.extend({ name: campaignName.optional() })

/** What both kinds of bodies come down to. */
export type CampaignInput = Omit<z.output<typeof campaignChanges>, 'campaign_contents_attributes'> &
  Partial<z.output<typeof duplicationInput>>
