import { z } from 'zod'
import { parseEmail } from '../values/email.ts'
import { endpoint } from '../api/endpoint.ts'
import { choice, flag, given, idField, line, name, text, whole } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'

/** The autoresponder as it is asked for and answered; what its fields demand of each other is in autoresponder-rules.ts. */

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
    paused: z.boolean().meta({ description: 'Messages wait while paused and go out afterwards.' }),
    paused_at: time.nullable(),
    trigger: z.enum(triggers),
    triggered_on: z.iso.date().nullable(),
    delay: z.enum(delays),
    delay_amount: z.int(),
    delay_unit: z.enum(delayUnits).nullable(),
    delay_time: z.int().meta({ description: 'Hour of the day, 0 to 23; for days, weeks and months.' }),
    trigger_include_subscribers_from_import: z.boolean().meta({ description: 'Run from import.' }),
    trigger_run_on_api: z.boolean().meta({ description: 'Run from API.' }),
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
    content_html: z.string(),
    content_text: z.string(),
    segmentation_criteria_id: reference.meta({ description: 'null: all active subscribers.' }),
    segmentation_criteria_name: z.string().nullable(),
    special_sending_rule_id: reference,
    special_sending_rule_name: z.string().nullable(),
  })
  .meta({ id: 'Autoresponder' })

export type AutoresponderRecord = z.input<typeof autoresponderSchema>

const nameInput = name(255).pipe(line(255))

/** null and "" take it away. */
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
    context.addIssue('is not a valid address')
    return z.NEVER
  })

/** 0 is the System Default Route: what null means too. */
const virtualMtaInput = whole(0, 2_147_483_647)
  .nullish()
  .transform((id) => (id === 0 ? null : id))

const urlsInput = given(z.array(name(2000)).max(100))

/** In characters; JSON writes each as up to six bytes. */
const contentMax = 500_000
export const autoresponderBodyMax = 8_388_608

const settings = {
  paused: given(flag),
  use_external_delivery_setting: given(flag),
  bounce_email_user_id: idField.nullish(),
  bounce_email_domain_id: idField.nullish(),
  from_name: fromNameInput,
  from_email: addressInput,
  reply_to: addressInput,
  virtual_mta_id: virtualMtaInput,
  url_domain_id: idField.nullish(),
  track_opens: given(flag),
  track_links: given(flag),
  content_subject: given(line(998)),
  content_format: given(choice(contentFormats)),
  content_html: given(text(contentMax)),
  content_text: given(text(contentMax)),
}

const delaySettings = {
  delay: given(choice(delays)),
  delay_amount: given(whole(0, 100_000)),
  delay_unit: given(choice(delayUnits)),
  delay_time: given(whole(0, 23)),
}

const triggerSettings = {
  trigger_include_subscribers_from_import: given(flag),
  trigger_run_on_api: given(flag),
  trigger_campaign_to_open_id: idField.nullish(),
  trigger_campaign_to_click_id: idField.nullish(),
  trigger_campaign_to_click_on_any_url: given(flag),
  trigger_campaign_to_click_urls: urlsInput,
  trigger_autoresponder_to_open_id: idField.nullish(),
  trigger_autoresponder_to_click_id: idField.nullish(),
  trigger_autoresponder_to_click_on_any_url: given(flag),
  trigger_autoresponder_to_click_urls: urlsInput,
  trigger_autoresponder_to_send_id: idField.nullish(),
}

/** Of special sending rules there are none: only null can be right. */
const references = {
  segmentation_criteria_id: idField.nullish(),
  segmentation_criteria_name: text(255).nullish().meta({
    description: 'Of a saved segment of the list, in place of its id; null and "": all active subscribers.',
  }),
  special_sending_rule_id: idField.nullish(),
  special_sending_rule_name: text(255).nullish(),
}

export const autoresponderCreateInput = z.object({
  name: nameInput,
  trigger: choice(triggers),
  ...settings,
  ...delaySettings,
  ...triggerSettings,
  ...references,
})

export const autoresponderUpdateInput = autoresponderCreateInput.extend({
  name: nameInput.optional(),
  trigger: given(choice(triggers)),
})

export type AutoresponderInput = z.output<typeof autoresponderUpdateInput>

const common = { tag: 'Autoresponders', role: 'standard', paged: 'none' } as const

export const listAutoresponders = endpoint({
  ...common,
  id: 'listAutoresponders',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders',
  summary: 'Autoresponders of a mailing list, by id',
  query: pageQuery,
  paged: 'page',
  data: z.array(autoresponderSchema),
})

export const showAutoresponder = endpoint({
  ...common,
  id: 'showAutoresponder',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id',
  summary: 'One autoresponder',
  data: autoresponderSchema,
})

export const createAutoresponder = endpoint({
  ...common,
  id: 'createAutoresponder',
  permission: 'autoresponder.create',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/autoresponders',
  summary: 'Add an autoresponder; a subscription trigger fires for subscribers added later only',
  wrapper: 'autoresponder',
  body: autoresponderCreateInput,
  data: autoresponderSchema,
})

export const updateAutoresponder = endpoint({
  ...common,
  id: 'updateAutoresponder',
  permission: 'autoresponder.update',
  method: 'PUT',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id',
  summary: 'Change an autoresponder; what is not given stays',
  wrapper: 'autoresponder',
  body: autoresponderUpdateInput,
  data: autoresponderSchema,
})
