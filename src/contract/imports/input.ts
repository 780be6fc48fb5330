import { z } from 'zod'
import { choice, flag, text } from '../api/fields.ts'
import { subscriberStatuses } from './states.ts'
import { isStorable } from '../values/text.ts'

/** What a create call may ask for (specification, sections 2.1 and 4.1), with the defaults filled in. */

/** A missing or null member of a hash takes its default; a key that nobody knows is refused: it may be a typo. */
function defaulted(fallback: boolean) {
  return flag.nullish().transform((value) => value ?? fallback)
}

const triggerInput = z
  .object({
    id: z.union([z.int().positive(), z.string().regex(/^\d{1,15}$/)]).nullish(),
    name: text(255).nullish(),
  })
  .nullish()

const autorespondersInput = z
  .object({
    subscription: z
      .object({ trigger: defaulted(true), also_trigger_on_updated_subscribers: defaulted(false) })
      .nullish(),
    api: z.object({ trigger_new: triggerInput, trigger_updated: triggerInput }).nullish(),
  })
  .nullish()

const overwriteWhatInput = z.strictObject({
  custom_fields: defaulted(true),
  confirmed: defaulted(false),
  format: defaulted(false),
  status: defaulted(false),
  // A member of old clients; what it asked for is said by `autoresponders` today.
  autoresponder: z.unknown().optional(),
})

const overwriteWhenInput = z.strictObject({
  active: defaulted(true),
  unsubscribed: defaulted(false),
  bounced: defaulted(false),
  deactivated: defaulted(false),
  scomp: defaulted(false),
})

const characterSet = z
  .string()
  .refine((value) => /^(utf-8|iso-8859-1)$/i.test(value), 'must be UTF-8 or ISO-8859-1')

const fileFormatInput = z.strictObject({
  csv_has_headers: defaulted(true),
  character_set: characterSet.nullish().transform((value) => value ?? 'utf-8'),
  csv_field_separator: z
    .enum([',', '\t'], 'must be a comma or a tab character')
    .nullish()
    .transform((value) => value ?? ','),
  csv_field_enclosure: z
    .enum(['"', "'"], 'must be a double quote or a single quote')
    .nullish()
    .transform((value) => value ?? '"'),
  date_format: choice(['mdy', 'dmy'])
    .nullish()
    .transform((value) => value ?? 'mdy'),
})

/** What belongs to another type of source: clients that send every member say null. */
const none = z.null().optional()

const fileSourceInput = z.discriminatedUnion(
  'type',
  [
    // The content goes to a file, never to the database: any character may stand in it, bad rows fail singly.
    z.strictObject({
      type: z.literal('json'),
      content: z.string(),
      filename: text(255).nullish(),
      url: none,
    }),
    z.strictObject({
      type: z.literal('upload_directory'),
      filename: text(255).min(1, 'cannot be blank'),
      content: none,
      url: none,
    }),
    z.strictObject({
      type: z.literal('url'),
      url: text(8000).min(1, 'cannot be blank'),
      content: none,
      filename: none,
    }),
  ],
  {
    error: (issue) =>
      issue.code === 'invalid_union' ? 'must be one of json, upload_directory, url' : undefined,
  },
)

/** Kept as it was sent, members that nobody reads included: all of it must be something that can be stored. */
function isStorableJson(value: unknown): boolean {
  let isStored = true
  JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'string' && !isStorable(member)) isStored = false
    return member
  })
  return isStored
}

export const importInput = z.object({
  begins_at: z.union([text(64), z.number()]).nullish(),
  overwrite: defaulted(false),
  autoresponders: autorespondersInput,
  overwrite_what: overwriteWhatInput.nullish().transform((value) => value ?? overwriteWhatInput.parse({})),
  overwrite_when_status: overwriteWhenInput
    .nullish()
    .transform((value) => value ?? overwriteWhenInput.parse({})),
  column_mapping: z.array(text(255)).min(1, 'cannot be empty').max(10_000),
  default_custom_fields: z
    .record(z.string(), z.unknown())
    .refine(isStorableJson, 'contains a character that cannot be stored')
    .nullish(),
  file_source: fileSourceInput,
  file_format: fileFormatInput.nullish().transform((value) => value ?? fileFormatInput.parse({})),
  subscriber_defaults: z
    .object({
      status: choice(subscriberStatuses).nullish(),
      confirmed: flag.nullish(),
      format: choice(['html', 'text', 'plaintext', 'both']).nullish(),
    })
    .nullish(),
})

export type ImportInput = z.output<typeof importInput>
