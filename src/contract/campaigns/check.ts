import { z } from 'zod'
import { contentInput } from './input.ts'
import { attachmentsAnswer } from '../resources/attachments.ts'
import { findingForms } from '../values/said/findings.ts'
import { endpoint } from '../api/endpoint.ts'
import { parameters } from '../api/envelope.ts'
import { estimateSchema } from '../api/figures.ts'
import { flag, given, idField, text } from '../api/fields.ts'

/** Before sending: what one person would get, and the reasons not to send. */

const common = { tag: 'Campaigns', role: 'standard', paged: 'none', permission: 'campaign.update' } as const

const remoteRecipient = z.record(z.string().max(1000), text(100_000).nullable())

const renderInput = z.object({
  content: given(contentInput).meta({
    description: 'A content that need not be saved. Default: the one of content_id.',
  }),
  content_id: given(idField).meta({ description: 'A content of the campaign. Default: the first one.' }),
  subscriber_id: given(idField).meta({
    description:
      'A subscriber of the list, whose values replace the codes. Default: the preview values of the list.',
  }),
  mark_blocks: given(flag).meta({
    description:
      'Whether the HTML of a content of blocks that is not saved names the block of each row, as data-block. Default: false.',
  }),
  remote_recipient: given(remoteRecipient).meta({
    description:
      'On a remote list: a row of its query, as column names and texts. Its columns are the merge codes. Default: none.',
  }),
})
type Input = z.output<typeof renderInput>
/** An autoresponder has one content, without an id. */
export type RenderInput = Omit<Input, 'content_id'> & Partial<Pick<Input, 'content_id'>>

export const unknownCodeSchema = z.object({
  part: z.enum(['subject', 'html', 'text']),
  code: z.string().meta({ description: 'As it stands in the content.' }),
  meant: z.string().nullable().meta({ description: 'The known code that is nearest. null: none is near.' }),
})

const renderedSchema = z
  .object({
    subscriber_id: z.int().nullable(),
    email: z.string(),
    from_name: z.string(),
    from_email: z.string(),
    subject: z.string(),
    html: z.string().nullable().meta({ description: 'null if the message has no such part.' }),
    text: z.string().nullable(),
    size_bytes: z.int().meta({ description: 'The size of the larger part. Gmail cuts HTML at 102 kB.' }),
    unknown_codes: z.array(unknownCodeSchema),
    attachments: attachmentsAnswer,
  })
  .meta({ id: 'RenderedContent' })

export const renderCampaign = endpoint({
  ...common,
  id: 'renderCampaign',
  method: 'POST',
  path: 'campaigns/:id/render',
  idempotencyKey: false,
  summary:
    'Show a content as one subscriber would get it, with links that lead nowhere; nothing is saved or sent',
  body: renderInput,
  data: renderedSchema,
})

export const renderAutoresponder = endpoint({
  tag: 'Autoresponders',
  role: 'standard',
  paged: 'none',
  permission: ['autoresponder.create', 'autoresponder.update'],
  id: 'renderAutoresponder',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/render',
  idempotencyKey: false,
  summary:
    'Show a content of an autoresponder as one subscriber would get it, with links that lead nowhere; nothing is ' +
    'saved or sent',
  body: renderInput.omit({ content_id: true }),
  data: renderedSchema,
})

export const findingKinds = ['stop', 'warn', 'ok'] as const
export const findingCodes = [
  'recipients',
  'sender',
  'sender_domain',
  'dkim',
  'content',
  'subject',
  'text_part',
  'unsubscribe_link',
  'unknown_code',
  'template',
  'branches',
  'condition',
  'blank_value',
  'alt',
  'size',
  'link',
  'links',
  'sample',
  'begins_at',
  'quota',
  'credits',
  'versions',
  'winner',
] as const

const finding = z.object({
  kind: z.enum(findingKinds).meta({ description: 'stop: it cannot or must not be sent so.' }),
  code: z.enum(findingCodes),
  sentence: z.string(),
  form: z.enum(Object.keys(findingForms)).nullable().meta({
    description: 'The form of the sentence, for clients that say it in another language. null: it has none.',
  }),
  parameters,
  content_id: z.int().nullable().meta({ description: 'The content that it is about.' }),
  content_name: z
    .string()
    .nullable()
    .meta({ description: 'Its name, if the campaign has several contents.' }),
  url: z.string().nullable().meta({ description: 'The link that it is about.' }),
})
export type Finding = z.output<typeof finding>

const checkedMessages = {
  sender: z
    .string()
    .meta({ description: 'As readers see it, with replacement codes. Empty: there is none.' }),
  messages: z.array(
    z.object({
      content_id: z.int().nullable(),
      name: z.string(),
      subject: z.string(),
      preview_text: z.string().meta({ description: 'What mail programs show after the subject.' }),
    }),
  ),
}

export const linksCheckedMax = 50

export const checkCampaign = endpoint({
  ...common,
  id: 'checkCampaign',
  method: 'GET',
  path: 'campaigns/:id/check',
  costly: true,
  summary: 'List the reasons for and against sending a campaign',
  query: z.object({
    links: flag.optional().meta({
      description: `Whether to open the links, at most ${linksCheckedMax}, to see whether they answer. Default: false.`,
    }),
  }),
  data: z
    .object({
      recipients: z
        .int()
        .nullable()
        .meta({ description: 'Who would get it now. null: not known before it starts.' }),
      recipients_estimate: estimateSchema,
      suppressed: z.int().nullable().meta({ description: 'Who would get it but for the suppression lists.' }),
      suppressed_estimate: estimateSchema,
      ...checkedMessages,
      findings: z.array(finding),
    })
    .meta({ id: 'CampaignCheck' }),
})

/** Its state is not looked at: a message of a running sequence is checked as well. */
export const checkAutoresponder = endpoint({
  tag: 'Autoresponders',
  role: 'standard',
  permission: ['autoresponder.update', 'autoresponder.update_state'],
  paged: 'none',
  id: 'checkAutoresponder',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/check',
  costly: true,
  summary: 'List the reasons for and against sending the message of an autoresponder and those of its steps',
  data: z.object({ ...checkedMessages, findings: z.array(finding) }).meta({ id: 'AutoresponderCheck' }),
})
