import { z } from 'zod'
import { parameters } from '../../api/envelope.ts'
import { readerOf, type Said } from './reader.ts'
import { readRefusal, refusalForms } from './refusals.ts'

/** What is wrong with a cell, behind the name of its field, or with a row; beside the forms of refusals. */
const ownForms = {
  required: 'is required',
  several_addresses: 'has {#number} addresses; keep one',
  more_than_address: 'has more than the address; keep {address} only',
  invisible_character: 'contains an invisible character ({code}) after {text}',
  no_ip: 'is not an IP address',
  not_an_option: 'is not one of the options',
  no_date_and_time: 'must be a date and time such as {example}',
  no_date_of_two: 'must be a date such as {example} or {other}',
  not_decimal: 'must be a number such as {example}',
  too_many_digits: 'must have at most {#number} digits, {#places} of them after the decimal separator',
  has_currency: 'has a currency sign; strip_currency_signs removes it',
  ambiguous_number: 'could mean {one} or {other}; say which with decimal_separator',
  too_few_characters: 'must be at least {#number} characters',
  too_few_characters_one: 'must be at least {#number} character',
  too_many_characters: 'must be at most {#number} characters',
  too_many_characters_one: 'must be at most {#number} character',
  no_key: 'must have at most {#number} characters, no control characters, to tell subscribers apart',
  more_cells_than_columns: 'has {#number} cells where {#columns} columns are mapped',
  text_behind_quote: 'row has text behind a closing quote',
  row_too_long: 'row is longer than {#number} bytes',
  row_too_wide: 'row has more than {#number} cells',
} as const

export const rowForms = { ...ownForms, ...refusalForms }

const readOwn = readerOf(ownForms)

/** @param problem behind the name of the field; of a row the whole sentence. */
export function readRowProblem(problem: string): Said<keyof typeof rowForms> | null {
  return readOwn(problem) ?? readRefusal(problem)
}

/** For answers: the problem without the name of its field, for clients that say it in another language. */
export const saidOfRow = {
  code: z
    .enum(Object.keys(rowForms))
    .optional()
    .meta({ description: 'The form of what is wrong, without the name of the field. Absent: it has none.' }),
  parameters: parameters.optional(),
}
