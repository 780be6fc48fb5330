import { z } from 'zod'
import { choice, flag } from '../api/fields.ts'
import { decimalSeparators } from '../lists/decimal.ts'
import { characterSet } from './character-sets.ts'
import { fieldEnclosures, fieldSeparators, fileSourceInput, skipLines } from './input.ts'

export const inspectionInput = z.object({
  file_source: fileSourceInput.meta({ description: 'Where the file comes from, as in an import.' }),
  file_format: z
    .object({
      csv_has_headers: flag.nullish().meta({ description: 'Whether the first row has headings.' }),
      skip_lines: skipLines
        .nullish()
        .meta({ description: 'How many lines come before the header or the first row.' }),
      character_set: characterSet.nullish().meta({ description: 'The encoding of the file.' }),
      csv_field_separator: z
        .enum(fieldSeparators, 'must be a comma, a tab character, a semicolon or a vertical bar')
        .nullish()
        .meta({ description: 'The character between fields.' }),
      csv_field_enclosure: z
        .enum(fieldEnclosures, 'must be a double quote or a single quote')
        .nullish()
        .meta({ description: 'The quote character of the file.' }),
      date_format: choice(['mdy', 'dmy']).nullish().meta({ description: 'The order of numeric dates.' }),
      decimal_separator: choice(decimalSeparators)
        .nullish()
        .meta({ description: 'What separates the decimals of numbers.' }),
    })
    .nullish()
    .meta({ description: 'What is known about the file already. The rest is detected.' }),
  create_custom_fields: flag
    .nullish()
    .transform((value) => value ?? false)
    .meta({
      description:
        'Whether subscriber_import in the answer creates the custom fields that are proposed. Otherwise it leaves their columns out. Default: false.',
    }),
})

export type InspectionInput = z.output<typeof inspectionInput>
