import { z } from 'zod'
import { invalid } from '../api/errors.ts'
import { choice, flag, name, text, whole } from '../api/fields.ts'
import { fieldTypes, type FieldType } from './field-values.ts'
import { decimalOf, decimalProblem } from './decimal.ts'
import { overlay, type Partially } from '../api/overlay.ts'

export type FieldDefinition = {
  name: string
  field_type: FieldType
  required: boolean
  instructions: string
  default_string: string
  minimum_length: number | null
  maximum_length: number | null
  number_of_rows: number | null
  interpolation_html_encode: boolean
  interpolation_url_encode: boolean
  default_integer: number | null
  default_decimal: number | null
  minimum_value: number | null
  maximum_value: number | null
  options: string[]
  default_boolean: boolean
}

export const typeAttributes = {
  text: [
    'default_string',
    'minimum_length',
    'maximum_length',
    'interpolation_html_encode',
    'interpolation_url_encode',
  ],
  text_multiline: ['default_string', 'minimum_length', 'maximum_length', 'number_of_rows'],
  number: ['default_integer', 'minimum_value', 'maximum_value'],
  decimal: ['default_decimal', 'minimum_value', 'maximum_value'],
  date: [],
  day_of_year: [],
  select_single_dropdown: ['options'],
  select_single_radio: ['options'],
  select_multiple_checkboxes: ['options'],
  boolean: ['default_boolean'],
} as const satisfies Record<FieldType, readonly (keyof FieldDefinition)[]>

/** These already have a meaning in column mappings or subscriber records. */
const builtInNames = [
  'id',
  'email',
  'status',
  'email_format',
  'confirmed',
  'confirm_time',
  'confirm_ip',
  'subscribe_time',
  'subscribe_ip',
  'remove_time',
  'remove_ip',
  'created_at',
  'mailing_list_id',
  'subscriber_id',
  'custom_fields',
]

/** Values are objects keyed by name, in which `constructor` or `__proto__` would always seem present. */
function isReserved(value: string): boolean {
  return value in Object.prototype || value.toLowerCase() in Object.prototype || value === 'prototype'
}

const fieldName = name(49)
  .refine((value) => !builtInNames.includes(value.toLowerCase()), 'is the name of a built-in field')
  .refine((value) => !isReserved(value), 'is a reserved name')
  .refine((value) => !/^data(?![\p{L}\p{N}])/iu.test(value), 'must not start with the word Data')

const note = text(10_000)
  .nullable()
  .transform((value) => value ?? '')
  .optional()
const given = flag
  .nullable()
  .transform((value) => value ?? undefined)
  .optional()
const length = whole(0, 2_147_483_647).nullish()
const wholeProblem = `must be a whole number between ${-Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
const start = whole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).nullish()
/** Whether it may have decimals depends on the type: `checkDefinition`. */
const bound = z
  .union([z.number(), z.string()], wholeProblem)
  .transform((value, context) => {
    const whole = /^-?\d{1,16}$/.test(String(value)) ? Number(value) : Number.NaN
    const number = Number.isSafeInteger(whole) ? whole : decimalOf(value)
    if (number === null) context.addIssue(`${wholeProblem}, or a decimal number such as 0.5`)
    return number ?? z.NEVER
  })
  .nullish()
const decimal = z
  .union([z.number(), z.string()], decimalProblem)
  .transform((value, context) => {
    const number = decimalOf(value)
    if (number === null) context.addIssue(decimalProblem)
    return number ?? z.NEVER
  })
  .nullish()

/** A bare name, or an object as in answers. */
const optionName = z.preprocess(
  (option) => (typeof option === 'object' && option !== null && 'name' in option ? option.name : option),
  name(255),
)

const options = z
  .array(optionName)
  .max(1000)
  .refine((names) => new Set(names.map((name) => name.toLowerCase())).size === names.length, 'must be unique')
  .nullable()
  .transform((value) => value ?? undefined)
  .optional()

const attributes = {
  required: given.meta({ description: 'Whether every subscriber must have a value. Default: false.' }),
  instructions: note.meta({ description: 'A note for people who fill in the field. Default: empty.' }),
  default_string: note.meta({
    description: 'The value with which web forms show a text or text_multiline field. Default: empty.',
  }),
  minimum_length: length.meta({
    description: 'The minimum length of a text or text_multiline value. It does not apply to empty values.',
  }),
  maximum_length: length.meta({ description: 'The maximum length of a text or text_multiline value.' }),
  number_of_rows: whole(1, 1000)
    .nullish()
    .meta({ description: 'The height of a text_multiline field in a form, 1 to 1000 rows.' }),
  interpolation_html_encode: given.meta({
    description: 'Whether the value of a text field is HTML-encoded in messages. Default: true.',
  }),
  interpolation_url_encode: given.meta({
    description: 'Whether the value of a text field is URL-encoded in links. Default: true.',
  }),
  default_integer: start.meta({ description: 'The value with which web forms show a number field.' }),
  default_decimal: decimal.meta({ description: 'The value with which web forms show a decimal field.' }),
  minimum_value: bound.meta({ description: 'The minimum value of a number or decimal field.' }),
  maximum_value: bound.meta({ description: 'The maximum value of a number or decimal field.' }),
  options: options.meta({
    description:
      'The options of a select field, in order, each a name or {name}. A select field needs at least one.',
  }),
  default_boolean: given.meta({
    description: 'Kept and answered; web forms tick no box before a person does. Default: false.',
  }),
}

export const customFieldInput = z.object({
  name: fieldName.meta({
    description:
      'The name of the field, below 50 characters and unique on the list. It cannot start with Data.',
  }),
  field_type: choice(fieldTypes).meta({ description: 'The type of the field. It cannot be changed later.' }),
  ...attributes,
})
export const customFieldChanges = customFieldInput.partial({ name: true, field_type: true })

const blank = {
  required: false,
  instructions: '',
  default_string: '',
  minimum_length: null,
  maximum_length: null,
  number_of_rows: null,
  interpolation_html_encode: true,
  interpolation_url_encode: true,
  default_integer: null,
  default_decimal: null,
  minimum_value: null,
  maximum_value: null,
  options: [],
  default_boolean: false,
}

export function newDefinition(input: z.output<typeof customFieldInput>): FieldDefinition {
  const { name, field_type } = input
  return checkDefinition(overlay<FieldDefinition>({ ...blank, name, field_type }, input))
}

/**
 * Omitted options keep their values.
 * @throws AppError `validation_failed`; the type cannot change because existing values have it.
 */
export function changedDefinition(
  current: FieldDefinition,
  changes: Partially<FieldDefinition>,
): FieldDefinition {
  if (changes.field_type !== undefined && changes.field_type !== current.field_type) {
    throw invalid('field_type cannot be changed')
  }
  return checkDefinition(overlay(current, changes))
}

/** Attributes of other types are ignored. */
function checkDefinition(definition: FieldDefinition): FieldDefinition {
  const own: readonly string[] = typeAttributes[definition.field_type]
  const { minimum_length, maximum_length, minimum_value, maximum_value, options } = definition
  if (own.includes('minimum_length') && isAbove(minimum_length, maximum_length)) {
    throw invalid('minimum_length must not be greater than maximum_length')
  }
  if (own.includes('minimum_value') && isAbove(minimum_value, maximum_value)) {
    throw invalid('minimum_value must not be greater than maximum_value')
  }
  if (definition.field_type === 'number' && !isWhole(minimum_value))
    throw invalid(`minimum_value ${wholeProblem}`)
  if (definition.field_type === 'number' && !isWhole(maximum_value))
    throw invalid(`maximum_value ${wholeProblem}`)
  if (own.includes('options') && options.length === 0) throw invalid('options cannot be blank')
  return definition
}

function isWhole(bound: number | null): boolean {
  return bound === null || Number.isSafeInteger(bound)
}

function isAbove(minimum: number | null, maximum: number | null): boolean {
  return minimum !== null && maximum !== null && minimum > maximum
}
