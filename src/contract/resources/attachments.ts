import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { given, idField, line } from '../api/fields.ts'

/** Files that messages of campaigns and autoresponders carry. They belong to a list, and their bytes never change. */

const mega = 1_048_576

/** Of one content, all together: each message carries them. */
export const attachedBytesMax = 5 * mega
export const attachmentsMax = 10
/** Of all contents of a campaign, each file once: a sender holds them while it sends. */
export const campaignBytesMax = 10 * mega
/** Of one organization. */
export const storedAttachmentsMax = 2000
export const storedBytesMax = 500 * mega
/** Four characters for three bytes, and the rest of the body. */
export const attachmentBodyMax = Math.ceil(attachedBytesMax / 3) * 4 + 65_536

const office = 'application/vnd.openxmlformats-officedocument'

/** What may be attached, by the ending of the name: nothing that a mail program would run, or unpack. */
const types = new Map([
  ['pdf', 'application/pdf'],
  ['ics', 'text/calendar; charset=utf-8'],
  ['vcf', 'text/vcard; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['docx', `${office}.wordprocessingml.document`],
  ['xlsx', `${office}.spreadsheetml.sheet`],
  ['pptx', `${office}.presentationml.presentation`],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
  ['epub', 'application/epub+zip'],
  ['pkpass', 'application/vnd.apple.pkpass'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['mp3', 'audio/mpeg'],
])
export const attachmentEndings = [...types.keys()]

/** @returns null for a file that cannot be attached. */
export function attachmentTypeOf(filename: string): string | null {
  return types.get(filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()) ?? null
}

const record = {
  id: z.int(),
  filename: z.string(),
  content_type: z.string().meta({ description: 'By the ending of the name.' }),
  size_bytes: z.int(),
}

/** As a content names it. */
export const attachmentSchema = z.object(record).meta({ id: 'ContentAttachment' })
export type AttachmentRecord = z.output<typeof attachmentSchema>

export const attachmentsAnswer = z
  .array(attachmentSchema)
  .meta({ description: 'The files that each message carries.' })

/** The ids, each once. */
export const attachmentsInput = given(
  z
    .array(z.object({ id: idField.meta({ description: 'The id of an attachment of the list.' }) }))
    .max(attachmentsMax)
    .transform((files) => [...new Set(files.map(({ id }) => id))]),
).meta({
  description: `The files that each message carries, by id; see mailing_lists/:mailing_list_id/attachments. At most ${attachmentsMax} and ${attachedBytesMax / mega} MB together. Campaigns need the organization's permission can_attach_files. Default: none.`,
})

const filename = line(200)
  .refine(
    (name) => name.trim() === name && /[^.]\.[^.]+$/.test(name),
    'must be a name with an ending, such as program.pdf',
  )
  // Signs that are not seen could make another ending of it.
  .refine(
    (name) => !/[/\\:*?"<>|\p{Cf}\p{Zl}\p{Zp}]/u.test(name),
    'cannot contain / \\ : * ? " < > | or signs that are not seen',
  )
  .refine(
    (name) => attachmentTypeOf(name) !== null,
    `must end with one of ${attachmentEndings.join(', ')}: other files are not attached to messages`,
  )

export const newAttachment = z.object({
  filename: filename.meta({ description: 'The name of the file, up to 200 characters, as readers see it.' }),
  content: z
    .string()
    .min(1)
    .max(Math.ceil(attachedBytesMax / 3) * 4 + 4, {
      error: `must be at most ${attachedBytesMax / mega} MB`,
      abort: true,
    })
    .meta({ description: `The bytes of the file, in Base64, at most ${attachedBytesMax / mega} MB.` }),
})
export type NewAttachment = z.output<typeof newAttachment>

const common = { tag: 'Attachments', role: 'standard', paged: 'none' } as const

export const createAttachment = endpoint({
  ...common,
  id: 'createAttachment',
  permission: ['campaign.create', 'campaign.update', 'autoresponder.create', 'autoresponder.update'],
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/attachments',
  summary:
    'Add a file that messages of the list can carry; one that is there already is returned again. It is deleted when no ' +
    'content has named it for a day',
  wrapper: 'attachment',
  body: newAttachment,
  data: attachmentSchema,
})

export const showAttachment = endpoint({
  ...common,
  id: 'showAttachment',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/attachments/:id',
  summary: 'Show a file that messages can carry, with its bytes',
  data: z
    .object({ ...record, content: z.string().meta({ description: 'The bytes of the file, in Base64.' }) })
    .meta({ id: 'AttachmentFile' }),
})
