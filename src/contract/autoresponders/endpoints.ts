import { z } from 'zod'
import { languageInput } from '../campaigns/input.ts'
import { contentLanguages } from '../campaigns/language.ts'
import { blockDocumentAnswer, blockDocumentInput } from '../blocks/schema.ts'
import { parseEmail } from '../values/email.ts'
import { emailProblem } from '../values/spelling/written-addresses.ts'
import { attachmentsAnswer, attachmentsInput } from '../resources/attachments.ts'
import { endpoint } from '../api/endpoint.ts'
import { choice, flag, given, idField, line, name, text, whole } from '../api/fields.ts'
import { wholeQuery } from '../api/paging.ts'

/** Rules between the fields are in rules.ts. */

export const triggers = [
  'subscription',
  'api',
  'campaign_open',
  'campaign_click',
  'autoresponder_open',
  'autoresponder_nonopen',
  'autoresponder_click',
  'autoresponder_nonclick',
  'autoresponder_send',
] as const
export type Trigger = (typeof triggers)[number]

const delays = ['immediately', 'with_delay'] as const
const delayUnits = ['minutes', 'hours', 'days', 'weeks', 'months'] as const
const contentFormats = ['html', 'text', 'both'] as const

const time = z.iso.datetime({ offset: true })
const reference = z.int().nullable()

export const autoresponderSchema = z
  .object({
    id: z.int(),
    mailing_list_id: z.int(),
    name: z.string(),
    paused: z.boolean().meta({ description: 'Whether messages wait. They leave when it is false again.' }),
    paused_at: time.nullable(),
    updated_at: time,
    trigger: z.enum(triggers),
    triggered_on: z.iso.date().nullable(),
    delay: z.enum(delays),
    delay_amount: z.int(),
    delay_unit: z.enum(delayUnits).nullable(),
    delay_time: z.int().meta({ description: 'The hour of the day, 0 to 23, for days, weeks and months.' }),
    trigger_include_subscribers_from_import: z
      .boolean()
      .meta({ description: 'Whether imports fire the trigger subscription.' }),
    trigger_run_on_api: z.boolean().meta({ description: 'Whether API calls fire the trigger subscription.' }),
    trigger_campaign_to_open_id: reference,
    trigger_campaign_to_click_id: reference,
    trigger_campaign_to_click_on_any_url: z.boolean(),
    trigger_campaign_to_click_urls: z.array(z.string()),
    trigger_autoresponder_to_open_id: reference,
    trigger_autoresponder_to_click_id: reference,
    trigger_autoresponder_to_click_on_any_url: z.boolean(),
    trigger_autoresponder_to_click_urls: z.array(z.string()),
    trigger_autoresponder_to_send_id: reference,
    use_external_delivery_setting: z.boolean(),
    bounce_email_user_id: reference,
    bounce_email_domain_id: reference,
    from_name: z.string().nullable(),
    from_email: z.string().nullable(),
    reply_to: z.string().nullable(),
    virtual_mta_id: reference,
    url_domain_id: reference,
    track_opens: z.boolean(),
    track_links: z.boolean(),
    content_subject: z.string(),
    content_format: z.enum(contentFormats),
    content_language: z.enum(contentLanguages),
    content_html: z.string(),
    content_text: z.string(),
    content_document: blockDocumentAnswer,
    content_attachments: attachmentsAnswer,
    segmentation_criteria_id: reference.meta({
      description: 'The segment of the recipients. null: all active subscribers.',
    }),
    segmentation_criteria_name: z.string().nullable(),
    special_sending_rule_id: reference,
    special_sending_rule_name: z.string().nullable(),
  })
  .meta({ id: 'Autoresponder' })

export type AutoresponderRecord = z.input<typeof autoresponderSchema>

const nameInput = name(255).pipe(line(255))

/** null and "" clear the name. */
const fromNameInput = line(255)
  .nullish()
  .transform((value) => (value === '' ? null : value))

const addressInput = text(1000)
  .nullish()
  .transform((value, context) => {
    if (value === undefined) return undefined
    if (value === null || value.trim() === '') return null
    const email = parseEmail(value)
    if (email !== null) return email.address
    context.addIssue(emailProblem(value))
    return z.NEVER
  })

/** 0 and null mean the System Default Route. */
const virtualMtaInput = whole(0, 2_147_483_647)
  .nullish()
  .transform((id) => (id === 0 ? null : id))

const urlsInput = given(z.array(name(2000)).max(100))

/** In characters; each takes up to six bytes in JSON. */
const contentMax = 500_000
export const autoresponderBodyMax = 8_388_608

export const contentSettings = {
  content_subject: given(line(998)).meta({
    description: 'The subject of the message, one line. It can contain replacement codes.',
  }),
  content_format: given(choice(contentFormats)).meta({
    description: 'Which parts the message has. Default: html.',
  }),
  content_language: languageInput,
  content_html: given(text(contentMax)).meta({
    description: 'The HTML part of the message. It can contain replacement codes.',
  }),
  content_text: given(text(contentMax)).meta({
    description: 'The text part of the message. It can contain replacement codes.',
  }),
  content_document: blockDocumentInput.nullish().meta({
    description:
      'The message as blocks. If it is given, content_html and content_text are compiled from it. Default: null.',
  }),
  content_attachments: attachmentsInput,
}

const settings = {
  paused: given(flag).meta({
    description: 'Whether messages wait. They leave when it is false again. Default: false.',
  }),
  use_external_delivery_setting: given(flag).meta({
    description:
      'Whether delivery settings come from the mailing list. If false, those of the autoresponder take precedence. Default: true.',
  }),
  bounce_email_user_id: idField
    .nullish()
    .meta({ description: 'The user id of the bounce email, together with the domain id.' }),
  bounce_email_domain_id: idField
    .nullish()
    .meta({ description: 'The domain id of the bounce email, together with the user id.' }),
  from_name: fromNameInput.meta({ description: 'The display name in the From header.' }),
  from_email: addressInput.meta({ description: 'The address in the From header.' }),
  reply_to: addressInput.meta({ description: 'The address in the Reply-To header.' }),
  virtual_mta_id: virtualMtaInput.meta({
    description: 'The virtual MTA that sends the messages. 0 or null: the System Default Route.',
  }),
  url_domain_id: idField.nullish().meta({ description: 'The URL domain of the links in messages.' }),
  track_opens: given(flag).meta({ description: 'Whether opens are tracked. Default: true.' }),
  track_links: given(flag).meta({ description: 'Whether clicks on links are tracked. Default: true.' }),
  ...contentSettings,
}

const delaySettings = {
  delay: given(choice(delays)).meta({
    description: 'Whether to send at once or after a delay. Default: immediately.',
  }),
  delay_amount: given(whole(0, 100_000)).meta({
    description: 'The length of the delay, in the delay unit. At least 1 with a delay.',
  }),
  delay_unit: given(choice(delayUnits)).meta({
    description:
      'The unit of the delay. Minutes and hours count from the event; the others follow the calendar.',
  }),
  delay_time: given(whole(0, 23)).meta({
    description:
      "The hour of the day at which to send, 0 to 23, in the organization's time zone. Only for days, weeks and months.",
  }),
}

const triggerSettings = {
  trigger_include_subscribers_from_import: given(flag).meta({
    description: 'Whether imports fire the trigger subscription. Default: false.',
  }),
  trigger_run_on_api: given(flag).meta({
    description: 'Whether API calls fire the trigger subscription. Default: false.',
  }),
  trigger_campaign_to_open_id: idField
    .nullish()
    .meta({ description: 'The campaign to open, for the trigger campaign_open.' }),
  trigger_campaign_to_click_id: idField
    .nullish()
    .meta({ description: 'The campaign to click in, for the trigger campaign_click.' }),
  trigger_campaign_to_click_on_any_url: given(flag).meta({
    description: 'Whether a click on any link of the campaign counts. Default: true, unless URLs are given.',
  }),
  trigger_campaign_to_click_urls: urlsInput.meta({
    description: 'The links of the campaign whose clicks count, at most 100.',
  }),
  trigger_autoresponder_to_open_id: idField.nullish().meta({
    description: 'The autoresponder to open, for the triggers autoresponder_open and autoresponder_nonopen.',
  }),
  trigger_autoresponder_to_click_id: idField.nullish().meta({
    description:
      'The autoresponder to click in, for the triggers autoresponder_click and autoresponder_nonclick.',
  }),
  trigger_autoresponder_to_click_on_any_url: given(flag).meta({
    description:
      'Whether a click on any link of the autoresponder counts. Default: true, unless URLs are given.',
  }),
  trigger_autoresponder_to_click_urls: urlsInput.meta({
    description: 'The links of the autoresponder whose clicks count, at most 100.',
  }),
  trigger_autoresponder_to_send_id: idField
    .nullish()
    .meta({ description: 'The autoresponder whose messages fire the trigger autoresponder_send.' }),
}

const references = {
  segmentation_criteria_id: idField.nullish().meta({
    description:
      'The segment that subscribers must be in when the message is due. null: all active subscribers.',
  }),
  segmentation_criteria_name: text(255).nullish().meta({
    description:
      'The name of a segment of the list, instead of its id. null or empty: all active subscribers.',
  }),
  special_sending_rule_id: idField.nullish().meta({
    description:
      'The rule that decides, when a message is due, whether the subscriber is skipped or waits. null: none.',
  }),
  special_sending_rule_name: text(255)
    .nullish()
    .meta({ description: 'The rule by name, instead of its id. null or empty: none.' }),
}

const nameWords = 'A name for the autoresponder, one line of up to 255 characters.'
const triggerWords =
  'The event that sends the message. subscription only fires for subscribers who are added later; api fires when a call ' +
  'or an import names the autoresponder.'

export const autoresponderCreateInput = z.object({
  name: nameInput.meta({ description: nameWords }),
  trigger: choice(triggers).meta({ description: triggerWords }),
  ...settings,
  ...delaySettings,
  ...triggerSettings,
  ...references,
})

export const autoresponderUpdateInput = autoresponderCreateInput.extend({
  name: nameInput.optional().meta({ description: nameWords }),
  trigger: given(choice(triggers)).meta({ description: triggerWords }),
})

export type AutoresponderInput = z.output<typeof autoresponderUpdateInput>

const common = { tag: 'Autoresponders', role: 'standard', paged: 'none' } as const

export const listAutoresponders = endpoint({
  ...common,
  id: 'listAutoresponders',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders',
  summary: 'List the autoresponders of a mailing list, by id',
  query: wholeQuery,
  paged: 'page',
  data: z.array(autoresponderSchema),
})

export const showAutoresponder = endpoint({
  ...common,
  id: 'showAutoresponder',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id',
  summary: 'Show an autoresponder',
  data: autoresponderSchema,
})

export const createAutoresponder = endpoint({
  ...common,
  id: 'createAutoresponder',
  permission: 'autoresponder.create',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/autoresponders',
  summary: 'Create an autoresponder',
  wrapper: 'autoresponder',
  body: autoresponderCreateInput,
  data: autoresponderSchema,
})

export const updateAutoresponder = endpoint({
  ...common,
  id: 'updateAutoresponder',
  versioned: true,
  // `paused` needs the second permission, everything else the first.
  permission: ['autoresponder.update', 'autoresponder.update_state'],
  method: 'PUT',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id',
  summary:
    'Update an autoresponder; attributes that are not given keep their values. `paused` needs the permission ' +
    'autoresponder.update_state, the others autoresponder.update',
  wrapper: 'autoresponder',
  body: autoresponderUpdateInput,
  data: autoresponderSchema,
})

export const deleteAutoresponder = endpoint({
  ...common,
  id: 'deleteAutoresponder',
  versioned: true,
  permission: 'autoresponder.delete',
  method: 'DELETE',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id',
  summary:
    'Delete an autoresponder that no other one follows; messages that wait are not sent, what was sent stays in reports',
  data: z.null(),
})
