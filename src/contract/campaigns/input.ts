import { z } from 'zod'
import { choice, flag, given, idField, line, name, text, whole } from '../api/fields.ts'
import { mailingListInput } from '../lists/input.ts'
import { clausesInput } from '../segments/endpoints.ts'
import { compileDocument } from '../blocks/compile.ts'
import { conditionalBlocks, countMarks } from '../blocks/conditions.ts'
import type { BlockDocument } from '../blocks/document.ts'
import { blockDocumentInput } from '../blocks/schema.ts'
import { attachmentsInput } from '../resources/attachments.ts'
import { contentLanguages } from './language.ts'

/** null clears an attribute that can be empty. */

export const contentFormats = ['html', 'text', 'both'] as const

/** In characters; each takes up to six bytes in JSON. */
const partMax = 500_000
const contentsMax = 20
export const campaignBodyMax = 16_777_216

export const languageInput = given(choice(contentLanguages)).meta({
  description:
    'codes: %%First_name%% is replaced. liquid: also {{ person.first_name }}, conditions and loops. Default: codes.',
})

const parts = {
  language: languageInput,
  subject: given(line(998)).meta({
    description: 'The subject of the message, one line. It can contain replacement codes.',
  }),
  format: given(choice(contentFormats)).meta({ description: 'Which parts the message has. Default: html.' }),
  html: given(text(partMax)).meta({
    description: 'The HTML part of the message. It can contain replacement codes.',
  }),
  text: given(text(partMax)).meta({
    description: 'The text part of the message. It can contain replacement codes.',
  }),
  document: blockDocumentInput.nullish().meta({
    description: 'The message as blocks. If it is given, html and text are compiled from it. Default: null.',
  }),
  attachments: attachmentsInput,
}

/** The older form nests the parts in a hash. */
export const contentInput = z
  .object({
    name: given(line(255)).meta({
      description: 'A name for the content, which tells contents apart in reports.',
    }),
    ...parts,
    content_attributes: given(z.object(parts).meta({ id: 'ContentParts' })).meta({
      description: 'An older spelling: the other attributes of the content. They replace those beside it.',
    }),
  })
  .transform(({ name: called, content_attributes: inner, ...own }, context) => {
    const { subject = '', language = 'codes', attachments: attachment_ids = [], ...given } = inner ?? own
    if (context.issues.length > 0) return z.NEVER
    const sent = compileParts(given)
    const problem = documentProblem(sent)
    if (problem !== null) context.addIssue(problem)
    return { name: called?.trim() ?? '', language, subject, ...sent, attachment_ids }
  })
  .meta({ id: 'ContentInput' })

export type ContentInput = z.output<typeof contentInput>

type GivenParts = {
  format?: (typeof contentFormats)[number] | undefined
  html?: string | undefined
  text?: string | undefined
  document?: BlockDocument | null | undefined
}

/** What is written by hand has no document; a document replaces what is written by hand. */
export function compileParts({ format, html = '', text = '', document }: GivenParts) {
  if (document === undefined || document === null) {
    return { format: format ?? 'html', html, text, document: null } as const
  }
  return { format: format ?? 'both', ...compileDocument(document), document } as const
}

/** @returns what speaks against storing it, or null. */
export function documentProblem({ html, text, document }: ReturnType<typeof compileParts>): string | null {
  if (html.length > partMax || text.length > partMax)
    return `document makes more than ${partMax} characters of HTML or text: divide the message`
  if (document === null || conditionalBlocks(document).length === 0) return null
  // Marks that somebody has typed would hide what has no condition.
  const typed = compileDocument(document, { showsAll: true })
  if (countMarks(typed.html) + countMarks(typed.text) === 0) return null
  return 'document cannot contain %%show_if_…%% or %%end_if_…%%: use show_if of a block'
}

const contents = given(z.array(contentInput).max(contentsMax)).meta({
  description: 'The message, or up to 20 alternatives that are tested against each other.',
})
const contentsAlias = contents.meta({ description: 'An older name for contents.' })

/** Campaigns inherit these settings from their list and can override each. */
const list = mailingListInput.shape

const dispatchFields = {
  state: given(choice(['idle', 'scheduled'])).meta({
    description:
      'Whether the campaign waits for its time (scheduled) or does not start (idle). It stays idle while something is missing. Default: scheduled once nothing is missing.',
  }),
  begins_at: z
    .union([text(100), z.number()], 'must be a date and time')
    .nullish()
    .meta({
      description:
        "When to start: now, a date and time, or UNIX seconds. Times without an offset are in the organization's zone.",
    }),
  paused: given(flag).meta({
    description: 'Whether the campaign is paused: it does not start, or stops sending. Default: false.',
  }),
  track_opens: given(flag).meta({ description: 'Whether opens are tracked. Default: true.' }),
  track_links: given(flag).meta({ description: 'Whether clicks on links are tracked. Default: true.' }),
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
  seed_list_id: idField.nullish().meta({ description: 'A single seed list by id; use seed_list_ids.' }),
  seed_list_name: text(255)
    .nullish()
    .meta({ description: 'A single seed list by name; use seed_list_names.' }),
  seed_list_ids: list.d_seed_list_ids,
  seed_list_names: list.d_seed_list_names,
  autowinner_enabled: list.d_autowinner_enabled,
  autowinner_percentage: list.d_autowinner_percentage,
  autowinner_delay_amount: list.d_autowinner_delay_amount,
  autowinner_delay_unit: list.d_autowinner_delay_unit,
  autowinner_metric: list.d_autowinner_metric,
  special_sending_rule_id: idField.nullish().meta({
    description:
      'The rule that decides, when a message is due, whether the recipient is skipped or waits. null: none. Default: null.',
  }),
  special_sending_rule_name: text(255)
    .nullish()
    .meta({ description: 'The rule by name, instead of its id. null or empty: none.' }),
  time_zone_field_id: idField.nullish().meta({
    description:
      "A custom field of type text or select_single_… with each recipient's time zone, such as Europe/Berlin. The campaign begins for each at the local time of begins_at; without a known zone, the organization's counts. null: for all at once. Default: null.",
  }),
  spread_hours: whole(1, 168).nullish().meta({
    description:
      'Send evenly over so many hours after the start, at most 168. A lower speed takes precedence. null: no. Default: null.',
  }),
}

const dispatchInput = z.object(dispatchFields).meta({ id: 'DispatchInput' })

export type DispatchInput = Partial<z.output<typeof dispatchInput>>

/** Accepted inside the record and next to it. */
export const duplication = {
  source_template_id: given(idField).meta({
    description: 'The template to copy from. The campaign gets only what the duplicate options name.',
  }),
  duplicate_content: given(flag).meta({
    description: 'Whether to copy the contents of the template. Default: false.',
  }),
  duplicate_segmentation_criteria: given(flag).meta({
    description: 'Whether to copy the segment of the template. Default: false.',
  }),
  duplicate_dispatch: given(flag).meta({
    description: 'Whether to copy the delivery settings of the template. Default: false.',
  }),
}
export const duplicationInput = z.object(duplication)

const attributes = {
  segmentation_criteria_id: idField
    .nullish()
    .meta({ description: 'The segment of the list to send to. Use this or segmentation_criteria_ad_hoc.' }),
  segmentation_criteria_ad_hoc: clausesInput.nullish().meta({
    description: 'The clauses of a segment for this campaign alone. An empty array: all active subscribers.',
  }),
  segmentation_criteria_remote_sql: text(100_000).nullish().meta({
    description: 'The query that selects the recipients of a remote list. It must return a column email.',
  }),
  contents,
  dispatch_attributes: given(dispatchInput).meta({
    description: 'Delivery settings that differ from those of the mailing list.',
  }),
}
/** Of the first content, as the older form of the contract has it. */
const firstContent = {
  content_subject: parts.subject.meta({
    description: 'Deprecated, use contents. The subject of the first content. Ignored beside contents.',
  }),
  email_format: parts.format.meta({
    description: 'Deprecated, use contents. The format of the first content. Ignored beside contents.',
  }),
  content_html: parts.html.meta({
    description: 'Deprecated, use contents. The HTML part of the first content. Ignored beside contents.',
  }),
  content_text: parts.text.meta({
    description: 'Deprecated, use contents. The text part of the first content. Ignored beside contents.',
  }),
}
export type FirstContent = { [Name in keyof typeof firstContent]?: z.output<(typeof firstContent)[Name]> }

/** @returns the same array where nothing changes: a client may send back all members that it got. */
export function withFirstContent(contents: ContentInput[], given: FirstContent): ContentInput[] {
  const changes = Object.entries({
    subject: given.content_subject,
    format: given.email_format,
    html: given.content_html,
    text: given.content_text,
  }).filter(([, value]) => value !== undefined)
  const [first, ...others] = contents
  const before = first ?? contentInput.parse({})
  if (changes.every(([name, value]) => before[name as keyof ContentInput] === value)) return contents
  const changed = { ...before, ...Object.fromEntries(changes) }
  // The blocks would no longer be what is sent.
  const isRewritten = changed.html !== before.html || changed.text !== before.text
  return [{ ...changed, document: isRewritten ? null : before.document }, ...others]
}

const campaignName = name(255)
  .pipe(line(255))
  .meta({ description: 'A name for the campaign or template, one line of up to 255 characters.' })

export const campaignInput = z.object({
  name: campaignName,
  ...attributes,
  campaign_contents_attributes: contentsAlias,
  ...firstContent,
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
  template_contents_attributes: contentsAlias,
  ...firstContent,
})
export const templateChanges = templateInput.extend({ name: campaignName.optional() })

export type CampaignInput = Omit<z.output<typeof campaignChanges>, 'campaign_contents_attributes'> &
  Partial<z.output<typeof duplicationInput>>
