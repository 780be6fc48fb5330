import { z } from 'zod'
import { isStorable, parseBoolean } from '../values/text.ts'

/**
 * The building blocks of every input schema: lenient where real clients are loose (booleans as "1", null for
 * "not given"), strict where the database would choke (NUL, lone surrogates, lengths, whole numbers).
 */

const unstorable = 'contains a character that cannot be stored'

/** A text of at most `max` characters that may be empty. */
export function text(max: number) {
  return z.string().max(max).refine(isStorable, unstorable)
}

/** A text that says something: not blank, at most `max` characters, surrounding white space dropped. */
export function name(max: number) {
  return z
    .string()
    .max(max)
    .refine(isStorable, unstorable)
    .refine((value) => value.trim() !== '', 'cannot be blank')
    .transform((value) => value.trim())
}

/** Goes into a header line of messages: nothing that could end it. */
export function line(max: number) {
  return text(max).refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'must be a single line')
}

/** null says nothing where a field cannot be null. */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

/** true, false, 1, 0, "1", "0", "true", "false" and nothing else. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], {
    // A missing value is reported as missing, not as wrong.
    error: ({ input }) => (input === undefined ? undefined : 'must be true or false'),
  })
  .transform((value) => parseBoolean(value) === true)

/** A whole number in a range; also as text, as form-minded clients send it. */
export function whole(min: number, max: number) {
  const problem = `must be a whole number between ${min} and ${max}`
  return z
    .union([z.number(), z.string().regex(/^-?\d{1,16}$/, problem)], problem)
    .transform(Number)
    .refine((value) => Number.isSafeInteger(value) && value >= min && value <= max, problem)
}

/** The id of a row whose key is an `integer` column. */
export const idField = whole(1, 2_147_483_647)

/** A choice among a few words, compared as they stand. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `must be one of ${words.join(', ')}`)
}
