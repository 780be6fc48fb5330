import type { z } from 'zod'
import { badRequest } from '../../contract/api/errors.ts'
import { isStorable } from '../../contract/values/text.ts'

/** Parameters by name. */
type Given = Record<string, string>

/** So that an answer does not grow with what a hostile client asks. */
const warningsMax = 20

/**
 * The parameters of a query that its schema knows, and a warning for each of the others.
 * @throws AppError `invalid_request`: a parameter that is repeated, or that the database could not take.
 */
export function readQuery(
  schema: z.ZodObject | undefined,
  raw: unknown,
): { given: Given; warnings: string[] } {
  const given: Given = {}
  const unknown: string[] = []
  for (const [name, value] of Object.entries(raw ?? {})) {
    if (typeof value !== 'string') throw badRequest(`${name} must be given once`)
    if (!isStorable(value)) throw badRequest(`${name} contains a character that cannot be processed`)
    if (Object.hasOwn(schema?.shape ?? {}, name)) given[name] = value
    else unknown.push(name)
  }
  return { given, warnings: unknown.slice(0, warningsMax).map(warningOf) }
}

function warningOf(name: string): string {
  return `query parameter ${JSON.stringify(name.toWellFormed())} is not known and was ignored`
}

/** For the answer: the key is there only where there is a warning. */
export function warningsOf(warnings: readonly string[]): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}
