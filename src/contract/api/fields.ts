import { z } from 'zod'
import { isStorable, parseBoolean } from '../values/text.ts'

/**
 * The building blocks of input schemas: lenient where real clients are loose (booleans as "1", null for "not
 * given"), strict where the database would fail (NUL, lone surrogates, lengths, whole numbers).
 */

const unstorable = 'contains a character that cannot be stored'

export function text(max: number) {
  return z.string().max(max).refine(isStorable, unstorable)
}

/** A non-blank line of at most `max` characters; surrounding white space is dropped. */
export function name(max: number) {
  return z
    .string()
    .max(max)
    .refine(isStorable, unstorable)
    .refine((value) => value.trim() !== '', 'cannot be blank')
    .refine((value) => isLine(value.trim()), 'must be a single line')
    .transform((value) => value.trim())
}

/** Without line breaks and other control characters. */
function isLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value)
}

/** A url as it is requested: the parser would silently drop line breaks and tabs. */
export function urlText(max: number) {
  return text(max).refine((value) => isLine(value.trim()), 'must not contain control characters')
}

/** A text for a message header: without line breaks, which would end the header. */
export function line(max: number) {
  return text(max).refine(isLine, 'must be a single line')
}

/** null means "not given" for fields that cannot be null. */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], {
    // A missing value is reported as missing, not as wrong.
    error: ({ input }) => (input === undefined ? undefined : 'must be true or false'),
  })
  .transform((value) => parseBoolean(value) === true)

/** Accepts numbers as strings, as form-based clients send them. */
export function whole(min: number, max: number) {
  const problem = `must be a whole number between ${min} and ${max}`
  return z
    .union([z.number(), z.string().regex(/^-?\d{1,16}$/, problem)], problem)
    .transform(Number)
    .refine((value) => Number.isSafeInteger(value) && value >= min && value <= max, problem)
}

export const idField = whole(1, 2_147_483_647)

export function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `must be one of ${words.join(', ')}`)
}
