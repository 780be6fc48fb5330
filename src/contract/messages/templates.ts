import { z } from 'zod'
import { blockDocumentInput } from '../blocks/schema.ts'
import { contentFormats } from '../campaigns/input.ts'
import { contentLanguages } from '../campaigns/language.ts'
import { choice, given, line, name, text } from '../api/fields.ts'
import { resourceEndpoints } from '../resources/endpoints.ts'
import { dataInput, partMax } from './input.ts'

export const messageTemplateSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    language: z.enum(contentLanguages),
    subject: z.string(),
    format: z.enum(contentFormats),
    html: z.string(),
    text: z.string(),
    document: z.looseObject({}).nullable(),
    sample_data: z.record(z.string(), z.unknown()),
    updated_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'MessageTemplate' })

const fields = {
  name: name(100).pipe(line(100)).meta({ description: 'A name for the template, up to 100 characters.' }),
  language: given(choice(contentLanguages)).meta({
    description: 'How the content is read: liquid or codes. Default: liquid.',
  }),
  subject: given(line(998)).meta({ description: 'The subject of the messages, one line. Default: empty.' }),
  format: given(choice(contentFormats)).meta({ description: 'Which parts messages have. Default: both.' }),
  html: given(text(partMax)).meta({ description: 'The HTML part. Default: empty.' }),
  text: given(text(partMax)).meta({
    description: 'The text part. If it is empty and the format is both, it is made of the HTML.',
  }),
  document: blockDocumentInput.nullish().meta({
    description: 'The content as blocks. If it is given, html and text are compiled from it. Default: null.',
  }),
  sample_data: given(dataInput).meta({
    description: 'Values below data, with which the template is shown. Default: {}.',
  }),
}

export const messageTemplateInput = z.object(fields)
export const messageTemplateChanges = messageTemplateInput.partial()

export type MessageTemplateInput = z.output<typeof messageTemplateInput>
export type MessageTemplateChanges = z.output<typeof messageTemplateChanges>

export const messageTemplateEndpoints = resourceEndpoints<MessageTemplateInput, MessageTemplateChanges>({
  name: 'MessageTemplate',
  path: 'message_templates',
  tag: 'Messages',
  one: 'message template',
  many: 'message templates',
  param: ':id',
  wrapper: 'message_template',
  record: messageTemplateSchema,
  input: messageTemplateInput,
  changes: messageTemplateChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'standard', write: 'standard' },
  permission: 'message_template',
  versioned: true,
})
