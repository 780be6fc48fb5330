import { z } from 'zod'
import { choice, flag, line, text, urlText, whole } from '../api/fields.ts'
import { customFieldInput } from '../lists/field-definition.ts'
import { characterSet, characterSetNames } from './character-sets.ts'
import { pruneActions, pruneLimitInput } from './prune.ts'
import { sourceTypes, subscriberStatuses } from './states.ts'
import { badValueRules } from './plan.ts'
import { statusColumnsInput } from './status-columns.ts'
import { decimalSeparators } from '../lists/decimal.ts'
import { isStorable } from '../values/text.ts'

/** Unknown keys are refused because they may be typos. */
function defaulted(fallback: boolean) {
  return flag.nullish().transform((value) => value ?? fallback)
}

const triggerInput = z
  .strictObject({
    id: z
      .union([z.int().positive(), z.string().regex(/^\d{1,15}$/)])
      .nullish()
      .meta({ description: 'The id of an autoresponder with the trigger api.' }),
    name: text(255).nullish().meta({
      description: 'The name of the autoresponder. Case is ignored. It is not used if an id is given.',
    }),
  })
  .nullish()

const autorespondersInput = z
  .strictObject({
    subscription: z
      .strictObject({
        trigger: defaulted(true).meta({
          description:
            'Whether new subscribers trigger the autoresponders that run from imports. Default: true.',
        }),
        also_trigger_on_updated_subscribers: defaulted(false).meta({
          description:
            'Whether updated subscribers trigger them too. It has no effect unless trigger is true. Default: false.',
        }),
      })
      .nullish()
      .meta({ description: 'Whether autoresponders with the trigger subscription are triggered.' }),
    api: z
      .strictObject({
        trigger_new: triggerInput.meta({
          description: 'The autoresponder to trigger for each new subscriber. Default: none.',
        }),
        trigger_updated: triggerInput.meta({
          description: 'The autoresponder to trigger for each updated subscriber. Default: none.',
        }),
      })
      .nullish()
      .meta({ description: 'Which autoresponders with the trigger api are triggered.' }),
  })
  .nullish()

const overwriteWhatInput = z.strictObject({
  custom_fields: defaulted(true).meta({ description: 'Whether to overwrite custom fields. Default: true.' }),
  confirmed: defaulted(false).meta({
    description: 'Whether to overwrite the confirmed flag. Default: false.',
  }),
  format: defaulted(false).meta({ description: 'Whether to overwrite the email format. Default: false.' }),
  status: defaulted(false).meta({ description: 'Whether to overwrite the status. Default: false.' }),
  autoresponder: z
    .unknown()
    .optional()
    .meta({ description: 'Accepted from old clients and ignored; use autoresponders.' }),
})

export const overwriteWhenInput = z.strictObject({
  active: defaulted(true).meta({ description: 'Whether to overwrite active subscribers. Default: true.' }),
  unsubscribed: defaulted(false).meta({
    description: 'Whether to overwrite subscribers who have unsubscribed. Default: false.',
  }),
  bounced: defaulted(false).meta({
    description: 'Whether to overwrite subscribers whose messages bounced. Default: false.',
  }),
  deactivated: defaulted(false).meta({
    description: 'Whether to overwrite deactivated subscribers. Default: false.',
  }),
  scomp: defaulted(false).meta({
    description: 'Whether to overwrite subscribers who complained about spam. Default: false.',
  }),
})

export const fieldSeparators = [',', '\t', ';', '|'] as const
export const fieldEnclosures = ['"', "'"] as const

export const skipLines = whole(0, 1000)

const fileFormatInput = z.strictObject({
  csv_has_headers: defaulted(true).meta({
    description: 'Whether the first row has headings and is not imported. Default: true.',
  }),
  skip_lines: skipLines
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({
      description:
        'How many lines of the file come before the header, or before the rows if there is none: a title, notes, blank lines. They are not imported. A byte-order mark and a line such as sep=; are not counted. Default: 0.',
    }),
  character_set: characterSet
    .nullish()
    .transform((value) => value ?? 'utf-8')
    .meta({
      description: `The encoding of the file: ${characterSetNames.join(', ')}. UTF-16 is read by its byte-order mark, or else as little-endian; ISO-8859-1 as windows-1252, which has € and “ where ISO-8859-1 has control characters. Default: UTF-8.`,
    }),
  csv_field_separator: z
    .enum(fieldSeparators, 'must be a comma, a tab character, a semicolon or a vertical bar')
    .nullish()
    .transform((value) => value ?? ',')
    .meta({
      description:
        'The character between fields: a comma, a tab, a semicolon or a vertical bar. Default: a comma, or what a first line such as sep=; names.',
    }),
  csv_field_enclosure: z
    .enum(fieldEnclosures, 'must be a double quote or a single quote')
    .nullish()
    .transform((value) => value ?? '"')
    .meta({ description: 'The quote character: a double or a single quote. Default: a double quote.' }),
  guard_formulas: flag
    .nullish()
    .transform((value) => (value === true ? true : undefined))
    .meta({
      description:
        'Whether the file is an export with guard_formulas, whose cells get their leading apostrophes taken off. Default: false; for failed rows, that of their import.',
    }),
  date_format: choice(['mdy', 'dmy'])
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({
      description:
        'The order of numeric dates: 01/02/2014 is January 2 with mdy and February 1 with dmy. Dates with dots, such as 1.2.2014, always begin with the day. Default: mdy; for failed rows, that of their import.',
    }),
  decimal_separator: choice(decimalSeparators)
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({
      description:
        'What separates the decimals in cells of decimal fields: comma (1.234,56) or dot (1,234.56). Default: each cell shows it; a dot alone does, and 1,234 fails because it could be either.',
    }),
  strip_currency_signs: flag
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({
      description:
        'Whether signs of currencies, such as € or USD, are removed from cells of decimal fields. Default: false; such cells do not fit.',
    }),
  status_columns: statusColumnsInput
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({
      description:
        'Columns of other products that say who may not be written to. The first rule that applies gives a row its status if it would be active otherwise. Default: none.',
    }),
})

/** Some clients send the fields of all source types, with null for the others. */
const none = z.null().optional().meta({ description: 'Not used with this type of source.' })

const fileSources = [
  // The content goes to a file, not the database, so any character is allowed; bad rows fail alone.
  z.strictObject({
    type: z.literal('json').meta({ description: 'The request contains the file.' }),
    content: z.string().meta({ description: 'The CSV text, up to 10 MB.' }),
    filename: line(255).nullish().meta({ description: 'A name for the content, shown in answers.' }),
    url: none,
  }),
  z.strictObject({
    type: z.literal('upload_directory').meta({ description: 'The file is in the upload directory.' }),
    filename: line(255)
      .min(1, 'cannot be blank')
      .refine(isBareName, 'must be the name of a file, without a path')
      .meta({ description: 'The name of the file in the upload directory of the organization.' }),
    content: none,
    url: none,
  }),
  z.strictObject({
    type: z.literal('url').meta({ description: 'The server downloads the file.' }),
    url: urlText(8000)
      .min(1, 'cannot be blank')
      .meta({ description: 'The address of the file, which can have up to 200 MB.' }),
    content: none,
    filename: none,
  }),
  z.strictObject({
    type: z.literal('upload').meta({ description: 'The file was uploaded over HTTP.' }),
    id: z
      .union([z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/, 'must be the id of an upload')])
      .transform(Number)
      .meta({ description: 'The id of a complete upload. Several imports can use it.' }),
    content: none,
    filename: none,
    url: none,
  }),
] as const

const failedRowsSource = z.strictObject({
  type: z.literal('failed_rows').meta({
    description: 'The file has the failed rows of another import, as they were.',
  }),
  import_id: whole(1, Number.MAX_SAFE_INTEGER).meta({
    description:
      'The id of that import. Format, header and mapping are those of its file; the error is left out.',
  }),
  content: none,
  filename: none,
  url: none,
})

export const fileSourceInput = z.discriminatedUnion('type', [...fileSources, failedRowsSource], {
  error: (issue) => (issue.code === 'invalid_union' ? `must be one of ${sourceTypes.join(', ')}` : undefined),
})

function isBareName(filename: string): boolean {
  const isShort = new TextEncoder().encode(filename).length <= 255
  return isShort && !['.', '..'].includes(filename) && !/[/\\]/.test(filename)
}

/** The value is stored as sent, with unused members, so every string in it must be storable. */
function isStorableJson(value: unknown): boolean {
  let isStored = true
  JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'string' && !isStorable(member)) isStored = false
    return member
  })
  return isStored
}

const importFields = z.object({
  begins_at: z
    .union([text(64), z.number()])
    .nullish()
    .meta({
      description:
        "When to start: now, a date and time, or UNIX seconds. Times without an offset are in the organization's zone. Default: now.",
    }),
  overwrite: defaulted(false).meta({
    description:
      'Whether to update subscribers who are already on the list. Default: false, such rows are skipped.',
  }),
  autoresponders: autorespondersInput.meta({ description: 'Which autoresponders the import triggers.' }),
  overwrite_what: overwriteWhatInput
    .nullish()
    .transform((value) => value ?? overwriteWhatInput.parse({}))
    .meta({ description: 'What to overwrite in subscribers who are already on the list.' }),
  overwrite_when_status: overwriteWhenInput
    .nullish()
    .transform((value) => value ?? overwriteWhenInput.parse({}))
    .meta({ description: 'Which subscribers to overwrite, by their status.' }),
  column_mapping: z.array(text(255)).min(1, 'cannot be empty').max(10_000).optional().meta({
    description:
      'One entry for each column of the file, in order: email, another attribute, paused_until (the end of a pause, for new subscribers), the name of a custom field, or an empty string to skip the column. Required, except for failed rows, whose default is the mapping of their import.',
  }),
  default_custom_fields: z
    .record(z.string(), z.unknown())
    .refine(isStorableJson, 'contains a character that cannot be stored')
    .nullish()
    .meta({
      description:
        'Values by field name for new subscribers, and for updated ones if custom fields are overwritten.',
    }),
  create_custom_fields: z.array(customFieldInput).max(500).nullish().meta({
    description:
      'Custom fields to create on the list once the file has been read without fault. column_mapping and default_custom_fields may name them. A field of the same name and type is used as it is. Needs the permission custom_field.create.',
  }),
  not_in_file: choice(pruneActions).nullish().meta({
    description:
      'What happens, after the rows, to active subscribers of the list who are not in the file: deactivate or unsubscribe. Default: nothing.',
  }),
  prune_limit: pruneLimitInput.nullish().meta({
    description:
      'How many active subscribers not_in_file may change, as a number or as a percentage such as "25%". If there are more, the import fails before it changes any subscriber. Default: 10%.',
  }),
  file_source: fileSourceInput.meta({
    description: 'Where the file comes from. The type decides which other fields it has.',
  }),
  on_bad_value: choice(badValueRules)
    .nullish()
    .transform((value) => value ?? 'fail_row')
    .meta({
      description:
        'What happens to a row with a cell that its field cannot take, such as a date that is none: fail_row, or leave_empty, which imports the row as if the cell were blank, except that people who are on the list keep what they have. Cells of required fields, and email, status and paused_until, fail their row in any case. Default: fail_row.',
    }),
  keep_for_undo: defaulted(true).meta({
    description:
      'Whether to keep what an undo of the import needs, for 7 days after its end. Default: true. With false the import is a little faster and cannot be undone.',
  }),
  file_format: fileFormatInput
    .nullish()
    .transform((value) => value ?? fileFormatInput.parse({}))
    .meta({ description: 'How to read the file.' }),
  dry_run: defaulted(false).meta({
    description:
      'Whether to classify, count and log all rows without changing anything. A finished dry run can be turned into the import. Default: false.',
  }),
  subscriber_defaults: z
    .strictObject({
      status: choice(subscriberStatuses)
        .nullish()
        .meta({ description: 'The status of new subscribers. Default: active.' }),
      confirmed: flag
        .nullish()
        .meta({ description: 'Whether new subscribers have confirmed the subscription.' }),
      format: choice(['html', 'text', 'plaintext', 'both'])
        .nullish()
        .meta({ description: 'The email format of new subscribers; plaintext means text.' }),
    })
    .nullish()
    .meta({ description: 'Values for new subscribers whose row has none.' }),
})

/** `when`: also if other fields are wrong, so that the answer names all of them. */
export const importInput = importFields.refine(
  ({ column_mapping, file_source }) => column_mapping !== undefined || file_source?.type === 'failed_rows',
  { path: ['column_mapping'], error: 'cannot be blank', when: () => true },
)

export type ImportInput = z.output<typeof importInput>
