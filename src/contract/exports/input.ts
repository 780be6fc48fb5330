import { z } from 'zod'
import { choice, flag, idField, text } from '../api/fields.ts'
import { peopleSelection } from '../campaigns/results/people.ts'
import { fieldSeparators } from '../imports/input.ts'
import { subscriberStatuses } from '../imports/states.ts'
import { chosenMax } from '../subscribers/bulk-states.ts'

export const exportFormats = ['csv', 'jsonl'] as const

const fileFormatInput = z.strictObject({
  type: choice(exportFormats)
    .nullish()
    .transform((value) => value ?? 'csv')
    .meta({
      description: 'csv, which an import reads back, or jsonl: one JSON object per line. Default: csv.',
    }),
  gzip: flag
    .nullish()
    .transform((value) => value ?? false)
    .meta({ description: 'Whether the file is compressed with gzip. Default: false.' }),
  csv_field_separator: z
    .enum(fieldSeparators, 'must be a comma, a tab character, a semicolon or a vertical bar')
    .nullish()
    .transform((value) => value ?? ',')
    .meta({
      description:
        'The character between fields: a comma, a tab, a semicolon or a vertical bar. Default: a comma.',
    }),
  csv_field_enclosure: z
    .enum(['"', "'"], 'must be a double quote or a single quote')
    .nullish()
    .transform((value) => value ?? '"')
    .meta({ description: 'The quote character: a double or a single quote. Default: a double quote.' }),
  guard_formulas: flag
    .nullish()
    .transform((value) => value ?? false)
    .meta({
      description:
        'Whether cells of a CSV file that a spreadsheet would run as a formula get a leading apostrophe. An import with guard_formulas takes it off again. Default: false.',
    }),
})

export type ExportFormat = z.output<typeof fileFormatInput>

const exportFields = z.object({
  begins_at: z
    .union([text(64), z.number()])
    .nullish()
    .meta({
      description:
        "When to start: now, a date and time, or UNIX seconds. Times without an offset are in the organization's zone. Default: now.",
    }),
  segment_id: idField.nullish().meta({
    description:
      'Export the subscribers of this segment of the list. A segment has active subscribers only, unless a clause mentions the status. Default: the whole list.',
  }),
  statuses: z.array(choice(subscriberStatuses)).min(1, 'cannot be empty').max(100).nullish().meta({
    description: 'Export subscribers with one of these statuses. Default: all.',
  }),
  subscriber_ids: z
    .array(z.union([z.int().min(1), z.string().regex(/^\d{1,15}$/, 'must be an id')]).transform(Number))
    .min(1, 'cannot be empty')
    .max(chosenMax)
    .nullish()
    .meta({
      description: `Export these subscribers of the list, up to ${chosenMax}, without q, segment_id and statuses.`,
    }),
  q: text(255).nullish().meta({
    description:
      'Export subscribers whose address begins like this, or whose domain does after an @, as in bulk changes. Case is ignored.',
  }),
  people: peopleSelection.nullish().meta({
    description:
      'Export the people behind a number of a campaign or an autoresponder of the list, as campaigns/:id/people lists them; without subscriber_ids and q.',
  }),
  columns: z.array(text(255)).min(1, 'cannot be empty').max(10_000).nullish().meta({
    description:
      'The columns in order: email, another attribute, or the name of a custom field, as in the column_mapping of an import; or paused_until; or of the latest consent consent_form, consent_version, consent_given_at, consent_given_ip, consent_confirmed_at, consent_confirmed_ip. Default: the attributes and custom fields.',
  }),
  file_format: fileFormatInput
    .nullish()
    .transform((value) => value ?? fileFormatInput.parse({}))
    .meta({ description: 'How to write the file.' }),
})

export const exportInput = exportFields.superRefine(
  ({ subscriber_ids: ids, q, statuses, segment_id: segment, people }, context) => {
    if (ids != null && [q, statuses, segment, people].some((one) => one != null)) {
      context.addIssue('can have q, segment_id, statuses and people only without subscriber_ids')
    }
    if (people != null && q != null) context.addIssue('can have people only without q')
  },
)

export type ExportInput = z.output<typeof exportInput>
