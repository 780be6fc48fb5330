import { trimmedName } from '../values/spelling/invisible.ts'
import { z } from 'zod'
import { isStorable, parseBoolean } from '../values/text.ts'

/** Lenient where real clients are loose, strict where the database would fail (NUL, lone surrogates, lengths). */

const unstorable = 'contains a character that cannot be stored'

export function text(max: number) {
  return z.string().max(max).refine(isStorable, unstorable)
}

/** Trimmed and not blank. */
export function name(max: number) {
  return z
    .string()
    .max(max)
    .refine(isStorable, unstorable)
    .refine((value) => trimmedName(value) !== '', 'cannot be blank')
    .refine((value) => isLine(value.trim()), 'must be a single line')
    .transform(trimmedName)
}

function isLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value)
}

/** Checked because the URL parser silently drops line breaks and tabs. */
export function urlText(max: number) {
  return text(max).refine((value) => isLine(value.trim()), 'must not contain control characters')
}

/** For message headers, which a line break would end. */
export function line(max: number) {
  return text(max).refine(isLine, 'must be a single line')
}

/** For fields that cannot be null: null means "not given". */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], {
    error: ({ input }) => (input === undefined ? undefined : 'must be true or false'),
  })
  .transform((value) => parseBoolean(value) === true)

/** Also accepts numbers as strings, which form-based clients send. */
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
