import { overlay } from '../api/overlay.ts'
import { compileParts, documentProblem } from '../campaigns/input.ts'
import type { AutoresponderInput, AutoresponderRecord, Trigger } from './endpoints.ts'

/** One pair of fields holds the urls of both kinds of click. */
export type AutoresponderValues = Omit<
  AutoresponderRecord,
  | 'id'
  | 'mailing_list_id'
  | 'paused_at'
  | 'updated_at'
  | 'triggered_on'
  | 'segmentation_criteria_name'
  | 'special_sending_rule_name'
  | 'content_attachments'
  | `trigger_${'campaign' | 'autoresponder'}_to_click_${'on_any_url' | 'urls'}`
> & {
  trigger_click_on_any_url: boolean
  trigger_click_urls: string[]
  content_attachment_ids: readonly number[]
}

const references = [
  'trigger_campaign_to_open_id',
  'trigger_campaign_to_click_id',
  'trigger_autoresponder_to_open_id',
  'trigger_autoresponder_to_click_id',
  'trigger_autoresponder_to_send_id',
] as const
type Reference = (typeof references)[number]

/** The field that says what is opened, clicked or sent. */
export const referenceOf = {
  campaign_open: 'trigger_campaign_to_open_id',
  campaign_click: 'trigger_campaign_to_click_id',
  autoresponder_open: 'trigger_autoresponder_to_open_id',
  autoresponder_nonopen: 'trigger_autoresponder_to_open_id',
  autoresponder_click: 'trigger_autoresponder_to_click_id',
  autoresponder_nonclick: 'trigger_autoresponder_to_click_id',
  autoresponder_send: 'trigger_autoresponder_to_send_id',
} as const satisfies Partial<Record<Trigger, Reference>>

export const newAutoresponder: AutoresponderValues = {
  name: '',
  paused: false,
  trigger: 'subscription',
  delay: 'immediately',
  delay_amount: 0,
  delay_unit: null,
  delay_time: 0,
  trigger_include_subscribers_from_import: false,
  trigger_run_on_api: false,
  trigger_campaign_to_open_id: null,
  trigger_campaign_to_click_id: null,
  trigger_autoresponder_to_open_id: null,
  trigger_autoresponder_to_click_id: null,
  trigger_autoresponder_to_send_id: null,
  trigger_click_on_any_url: true,
  trigger_click_urls: [],
  use_external_delivery_setting: true,
  bounce_email_user_id: null,
  bounce_email_domain_id: null,
  from_name: null,
  from_email: null,
  reply_to: null,
  virtual_mta_id: null,
  url_domain_id: null,
  track_opens: true,
  track_links: true,
  content_subject: '',
  content_format: 'html',
  content_language: 'codes',
  content_html: '',
  content_text: '',
  content_document: null,
  content_attachment_ids: [],
  segmentation_criteria_id: null,
  special_sending_rule_id: null,
}

/**
 * Validated as a whole. Fields that the trigger or delay does not use are cleared.
 * @returns the values, and the problems that can be found without a query.
 */
export function changedAutoresponder(
  current: AutoresponderValues,
  input: AutoresponderInput,
): { values: AutoresponderValues; problems: string[] } {
  const problems: string[] = []
  const values = {
    ...overlay(current, input),
    ...resolveDelay(current, input, problems),
    ...resolveTrigger(current, input, problems),
    ...resolveContent(current, input, problems),
  }
  if ((values.bounce_email_user_id === null) !== (values.bounce_email_domain_id === null)) {
    problems.push('bounce_email_user_id and bounce_email_domain_id must be given together')
  }
  return { values, problems }
}

export type Content = Pick<
  AutoresponderValues,
  'content_format' | 'content_html' | 'content_text' | 'content_document' | 'content_attachment_ids'
>

type ContentInput = Pick<
  AutoresponderInput,
  'content_format' | 'content_html' | 'content_text' | 'content_document' | 'content_attachments'
>

/** A document makes both parts; a part that is written by hand ends the document. */
export function resolveContent(current: Content, input: ContentInput, problems: string[]): Content {
  return {
    ...resolveParts(current, input, problems),
    content_attachment_ids: input.content_attachments ?? current.content_attachment_ids,
  }
}

function resolveParts(
  current: Content,
  input: ContentInput,
  problems: string[],
): Omit<Content, 'content_attachment_ids'> {
  const { content_document: document, content_html: html, content_text: text, content_format: format } = input
  if (document === undefined || document === null) {
    const isByHand = document === null || html !== undefined || text !== undefined
    return {
      content_format: format ?? current.content_format,
      content_html: html ?? current.content_html,
      content_text: text ?? current.content_text,
      content_document: isByHand ? null : current.content_document,
    }
  }
  const sent = compileParts({
    format: format ?? (current.content_document === null ? 'both' : current.content_format),
    document,
  })
  const problem = documentProblem(sent)
  if (problem !== null) problems.push(`content_${problem}`)
  return {
    content_format: sent.format,
    content_html: sent.html,
    content_text: sent.text,
    content_document: document,
  }
}

type Delay = Pick<AutoresponderValues, 'delay' | 'delay_amount' | 'delay_unit' | 'delay_time'>

function resolveDelay(current: Delay, input: AutoresponderInput, problems: string[]): Delay {
  const delay = input.delay ?? current.delay
  if (delay === 'immediately') return { delay, delay_amount: 0, delay_unit: null, delay_time: 0 }
  const amount = input.delay_amount ?? current.delay_amount
  const unit = input.delay_unit ?? current.delay_unit
  if (amount < 1) problems.push('delay_amount must be at least 1')
  if (unit === null) problems.push('delay_unit cannot be blank')
  if (unit !== 'minutes' && unit !== 'hours') {
    return {
      delay,
      delay_amount: amount,
      delay_unit: unit,
      delay_time: input.delay_time ?? current.delay_time,
    }
  }
  if ((input.delay_time ?? 0) > 0) problems.push('delay_time can only be set for days, weeks and months')
  return { delay, delay_amount: amount, delay_unit: unit, delay_time: 0 }
}

function resolveTrigger(current: AutoresponderValues, input: AutoresponderInput, problems: string[]) {
  const trigger = input.trigger ?? current.trigger
  const used: Reference | undefined =
    trigger in referenceOf ? referenceOf[trigger as keyof typeof referenceOf] : undefined
  const settled: Partial<Record<Reference, number | null>> = {}
  for (const name of references) settled[name] = null
  if (used !== undefined) {
    const id = input[used] === undefined ? current[used] : input[used]
    if (id === null) problems.push(`${used} cannot be blank`)
    settled[used] = id
  }
  const isSubscription = trigger === 'subscription'
  return {
    trigger,
    trigger_include_subscribers_from_import:
      isSubscription &&
      (input.trigger_include_subscribers_from_import ?? current.trigger_include_subscribers_from_import),
    trigger_run_on_api: isSubscription && (input.trigger_run_on_api ?? current.trigger_run_on_api),
    ...settled,
    ...resolveUrls(trigger, current, input, problems),
  }
}

type Urls = Pick<AutoresponderValues, 'trigger_click_on_any_url' | 'trigger_click_urls'>

/** Given urls restrict the trigger to them unless `…_on_any_url` is set. */
function resolveUrls(trigger: Trigger, current: Urls, input: AutoresponderInput, problems: string[]): Urls {
  const [source, action] = trigger.split('_')
  const anyUrl = { trigger_click_on_any_url: true, trigger_click_urls: [] }
  if (source === undefined || action === undefined || !action.endsWith('click')) return anyUrl
  const isCampaign = source === 'campaign'
  const given = isCampaign ? input.trigger_campaign_to_click_urls : input.trigger_autoresponder_to_click_urls
  const any = isCampaign
    ? input.trigger_campaign_to_click_on_any_url
    : input.trigger_autoresponder_to_click_on_any_url
  if (any ?? (given === undefined ? current.trigger_click_on_any_url : given.length === 0)) {
    return anyUrl
  }
  const urls = given ?? current.trigger_click_urls
  if (urls.length === 0) problems.push(`trigger_${source}_to_click_urls cannot be empty`)
  return { trigger_click_on_any_url: false, trigger_click_urls: urls }
}
