import { z } from 'zod'
import { fieldTypes } from '../lists/field-values.ts'
import { fieldEnclosures, fieldSeparators } from './input.ts'
import { statusColumnRecord } from './status-columns.ts'
import { decimalSeparators } from '../lists/decimal.ts'
import { subscriberStatuses } from './states.ts'

/** `certain`: the file says so. `likely`: it follows from what was read. `guess`: the user should check it. */
export const certainties = ['certain', 'likely', 'guess'] as const
export type Certainty = (typeof certainties)[number]

export type Finding<Value> = { value: Value; certainty: Certainty; reason: string }

function finding<Value extends z.ZodType>(value: Value) {
  return z.object({ value, certainty: z.enum(certainties), reason: z.string() })
}

export const meanings = ['subscriber_field', 'custom_field', 'new_custom_field', 'not_imported'] as const

const newField = z.object({
  name: z.string(),
  field_type: z.enum(fieldTypes),
  options: z.array(z.string()).optional(),
})

const optOut = z.object({
  rules: z.array(statusColumnRecord),
  is_decided: z.boolean().meta({
    description: 'Whether column and words are known. If not, a person has to decide.',
  }),
  reason: z.string(),
})

const column = z.object({
  number: z.int(),
  header: z.string(),
  examples: z.array(z.string()),
  meaning: z.enum(meanings),
  field: z
    .string()
    .meta({ description: 'The entry in column_mapping; empty if the column is not imported.' }),
  certainty: z.enum(certainties),
  reason: z.string(),
  new_custom_field: newField.nullable(),
  exceptions: z
    .object({ count: z.int(), examples: z.array(z.string()) })
    .nullable()
    .meta({ description: 'Cells that the new field would refuse, so that their rows would fail.' }),
  opt_out: optOut.nullable(),
})

export const decisionKinds = ['email', 'opt_out', 'file_name'] as const

const settings = z.object({
  column_mapping: z.array(z.string()),
  create_custom_fields: z.array(newField).optional(),
  subscriber_defaults: z.object({ status: z.enum(subscriberStatuses) }).optional(),
  file_source: z
    .object({
      type: z.string(),
      filename: z.string().optional(),
      url: z.string().optional(),
      id: z.int().optional(),
      import_id: z.int().optional(),
    })
    .optional(),
  file_format: z.object({
    csv_has_headers: z.boolean(),
    skip_lines: z.int().optional(),
    character_set: z.string(),
    csv_field_separator: z.enum(fieldSeparators),
    csv_field_enclosure: z.enum(fieldEnclosures),
    date_format: z.enum(['mdy', 'dmy']),
    decimal_separator: z.enum(decimalSeparators).optional(),
    strip_currency_signs: z.boolean().optional(),
    status_columns: z.array(statusColumnRecord).optional(),
  }),
})

export const inspectionSchema = z
  .object({
    filename: z.string().nullable(),
    is_whole: z.boolean().meta({ description: 'Whether the inspection has read the whole file.' }),
    rows_read: z.int(),
    rows_searched: z.int().meta({
      description:
        'How many rows were searched for cells that mean that somebody has left, beyond those that were read for everything else. A warning says if that is not the whole file.',
    }),
    format: z.object({
      csv_has_headers: finding(z.boolean()),
      skip_lines: finding(z.int()),
      character_set: finding(z.string()).extend({
        examples: z
          .array(z.string())
          .meta({ description: 'Words of the file that would look wrong in another character set.' }),
      }),
      csv_field_separator: finding(z.enum(fieldSeparators)),
      csv_field_enclosure: finding(z.enum(fieldEnclosures)),
      date_format: finding(z.enum(['mdy', 'dmy'])),
      decimal_separator: finding(z.enum(decimalSeparators))
        .optional()
        .meta({ description: 'Present if the file has decimal numbers that show it.' }),
      strip_currency_signs: finding(z.boolean())
        .optional()
        .meta({ description: 'Present if numbers have the sign of a currency.' }),
      has_sep_line: finding(z.boolean()),
    }),
    skipped_lines: z
      .array(z.string())
      .meta({ description: 'The lines before the header, as far as they fit.' }),
    rows: z.array(z.array(z.string())).meta({ description: 'The first rows, without the header.' }),
    columns: z.array(column),
    decisions: z
      .array(
        z.object({
          kind: z.enum(decisionKinds),
          column: z.int().nullable(),
          question: z.string(),
        }),
      )
      .meta({ description: 'What a person must decide before the import starts.' }),
    warnings: z.array(z.string()),
    subscriber_import: settings.meta({
      description:
        'Settings for the import. Opt-outs that need a decision are in it with the status that is proposed for them.',
    }),
  })
  .meta({ id: 'SubscriberImportInspection' })

export type Inspection = z.infer<typeof inspectionSchema>
export type InspectedColumn = Inspection['columns'][number]
export type OptOut = NonNullable<InspectedColumn['opt_out']>
export type ProposedField = NonNullable<InspectedColumn['new_custom_field']>
