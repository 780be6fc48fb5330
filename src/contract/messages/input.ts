import { z } from 'zod'
import { conditionalBlocks } from '../blocks/conditions.ts'
import { compileParts, contentFormats, documentProblem } from '../campaigns/input.ts'
import { contentLanguages } from '../campaigns/language.ts'
import { blockDocumentInput } from '../blocks/schema.ts'
import { choice, flag, given, idField, line, text } from '../api/fields.ts'
import { parseEmail } from '../values/email.ts'
import { messageHeaders, parseHeaderLines, type HeaderLine } from '../values/header-lines.ts'
import { invisibleProblem } from '../values/spelling/invisible.ts'

/** In characters. */
export const partMax = 500_000
export const attachmentsMax = 20
/** Of all attachments of a message together, decoded. */
export const attachedBytesMax = 10_485_760
/** A message with all its attachments, in base64. */
export const messageBodyMax = 20_971_520
/** The messages of one call. */
export const batchMax = 500
/** How long before it leaves a message can be created. */
export const sendAtDaysMax = 30
const dataMax = 100_000

export const addressInput = text(600).transform((value, context) => {
  const parsed = parseEmail(value)
  if (parsed === null) context.addIssue(invisibleProblem(value) ?? 'is not a valid e-mail address')
  return parsed ?? z.NEVER
})

const personName = given(line(255))

const tag = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, 'must have 1 to 64 letters, digits, dashes, dots, colons or underscores')

export const tagsInput = z
  .array(tag)
  .max(10)
  .transform((tags) => [...new Set(tags)])

/** Text, numbers, lists and records, which templates name below `data`. */
export const dataInput = z
  .record(z.string().max(255), z.unknown())
  .refine((data) => JSON.stringify(data).length <= dataMax, `must have at most ${dataMax} characters as JSON`)
  .refine(
    (data) => !JSON.stringify(data).includes(String.raw`\u0000`),
    'contains a character that cannot be stored',
  )

const base64 = /^[A-Za-z\d+/]*={0,2}$/

export const attachmentInput = z
  .object({
    filename: line(200)
      .refine((name) => name.trim() !== '', 'cannot be blank')
      .meta({
        description: 'The name of the file, up to 200 characters.',
      }),
    content_type: z
      .string()
      .regex(/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/, 'must be a media type such as application/pdf')
      .default('application/octet-stream')
      .meta({ description: 'The media type of the file. Default: application/octet-stream.' }),
    content: z
      .string()
      .transform((content) => content.replaceAll(/\s/g, ''))
      .refine((content) => content.length % 4 === 0 && base64.test(content), 'must be in base64')
      .meta({ description: 'The bytes of the file, in base64.' }),
    content_id: z
      .string()
      .regex(/^[\w.@-]{1,100}$/, 'must have letters, digits, dashes, dots, underscores or @')
      .nullish()
      .transform((id) => id ?? null)
      .meta({ description: 'For a picture that the HTML shows by cid:. null: it is a file. Default: null.' }),
  })
  .meta({ id: 'AttachmentInput' })

export type Attachment = z.output<typeof attachmentInput>

const attachments = z
  .array(attachmentInput)
  .max(attachmentsMax)
  .refine(
    (all) => all.reduce((sum, { content }) => sum + (content.length / 4) * 3, 0) <= attachedBytesMax,
    `must have at most ${attachedBytesMax} bytes together`,
  )

export const headersMax = 50
/** In characters. */
export const headerNameMax = 100
export const headerValueMax = 900

/** By the rules of custom headers: names that a program reads, such as those of the sender, cannot be given. */
const headers = z
  .record(z.string().max(headerNameMax), line(headerValueMax))
  .transform((given, context): HeaderLine[] => {
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
    const read =
      lines.length > headersMax
        ? { problem: `must have at most ${headersMax} headers` }
        : parseHeaderLines(lines.join('\n'), messageHeaders)
    if ('headers' in read) return read.headers
    context.addIssue(read.problem)
    return z.NEVER
  })

const content = {
  subject: given(line(998)).meta({ description: 'The subject of the message, one line.' }),
  html: given(text(partMax)).meta({ description: 'The HTML part of the message.' }),
  text: given(text(partMax)).meta({
    description:
      'The text part of the message. Without one, a message with HTML gets one that is made of it.',
  }),
  document: blockDocumentInput.nullish().meta({
    description: 'The message as blocks. If it is given, html and text are compiled from it. Default: null.',
  }),
  template_id: given(idField).meta({
    description:
      'A message template, in place of html, text and document. A subject beside it replaces its own.',
  }),
  data: given(dataInput).meta({
    description: 'What the content names below data: {{ data.total }}, or %%api:total%%. Default: {}.',
  }),
  language: given(choice(contentLanguages)).meta({
    description:
      'How the content is read: liquid or codes. Default: liquid if data is given, otherwise the content is sent as it is. A template has its own.',
  }),
}

const sender = {
  from_name: personName.meta({
    description: 'The display name in the From header. Default: that of the stream.',
  }),
  from_email: given(addressInput).meta({
    description: 'The address in the From header. Default: that of the stream.',
  }),
  reply_to: given(addressInput).meta({
    description: 'The address in the Reply-To header. Default: that of the stream.',
  }),
  stream: given(line(100)).meta({
    description:
      'The name of the stream. Default: default, which the first message without a stream creates.',
  }),
}

export const messageInput = z
  .object({
    to: addressInput.meta({ description: 'The address of the recipient.' }),
    to_name: personName.meta({ description: 'The display name in the To header. Default: empty.' }),
    ...sender,
    ...content,
    attachments: given(attachments).meta({
      description: `Files, at most ${attachmentsMax} and ${attachedBytesMax} bytes together. Default: none.`,
    }),
    headers: given(headers).meta({
      description: `Further headers, as names and values: X-… names, those that custom headers of a list can have, and ${messageHeaders.join(', ')}. Those of unsubscription count only if the stream has none of its own. Default: none.`,
    }),
    tags: given(tagsInput).meta({
      description: 'Words by which messages are found, at most 10 of 64 characters. Default: none.',
    }),
    track_opens: given(flag).meta({ description: 'Whether opens are tracked. Default: as the stream says.' }),
    track_links: given(flag).meta({
      description: 'Whether clicks are tracked. Default: as the stream says.',
    }),
    send_at: z
      .union([text(100), z.number()], 'must be a date and time')
      .nullish()
      .meta({
        description: `When the message leaves, at most ${sendAtDaysMax} days from now: a date and time, or UNIX seconds. Times without an offset are in the organization's zone. Default: now.`,
      }),
  })
  .meta({ id: 'MessageInput' })

export type MessageInput = z.output<typeof messageInput>

export const renderInput = messageInput
  .pick({
    from_name: true,
    subject: true,
    html: true,
    text: true,
    document: true,
    template_id: true,
    data: true,
    language: true,
  })
  .extend({
    to: given(addressInput).meta({ description: 'The address of the recipient. Default: an example.' }),
  })

export type RenderInput = z.output<typeof renderInput>

export type WrittenContent = {
  /** none: it is sent as it is. */
  language: (typeof contentLanguages)[number] | 'none'
  subject: string
  format: (typeof contentFormats)[number]
  html: string
  text: string
}

/** Of a content that the call has. @returns a problem if it has none, or is too long. */
export function contentOf({
  subject = '',
  html,
  text: plain,
  document,
  data,
  language = data === undefined ? undefined : 'liquid',
}: Pick<MessageInput, 'subject' | 'html' | 'text' | 'document' | 'data' | 'language'>):
  | WrittenContent
  | { problem: string } {
  const isWritten = document !== undefined && document !== null
  const [hasHtml, hasText] = [html, plain].map((part) => part !== undefined && part.trim() !== '')
  if (!isWritten && hasHtml !== true && hasText !== true) {
    return { problem: 'one of html, text, document and template_id must be given' }
  }
  const format = isWritten || hasHtml === true ? 'both' : 'text'
  const parts = compileParts({ format, html, text: plain, document })
  const problem = singleProblem(parts)
  if (problem !== null) return { problem }
  return { language: language ?? 'none', subject, format, html: parts.html, text: parts.text }
}

/** @returns what speaks against the parts of a message to one person, or null. */
export function singleProblem(parts: ReturnType<typeof compileParts>): string | null {
  const { document } = parts
  return document !== null && conditionalBlocks(document).length > 0
    ? 'document cannot have blocks with show_if, which ask for people of lists: use language liquid and data'
    : documentProblem(parts)
}
