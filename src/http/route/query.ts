import type { z } from 'zod'
import { badRequest } from '../../contract/api/errors.ts'
import { timeName } from '../../contract/api/members.ts'
import { ambiguityOf } from '../../contract/times/instants.ts'
import { isStorable } from '../../contract/values/text.ts'

type Given = Record<string, string>

/** Limits the size of the answer to a hostile query. */
const warningsMax = 20

/** @throws AppError `invalid_request`: a parameter is repeated, or contains what the database cannot store. */
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
  const ambiguous = Object.entries(given).flatMap(([name, value]) =>
    timeName.test(name) ? (ambiguityOf(name, value) ?? []) : [],
  )
  return { given, warnings: [...unknown.slice(0, warningsMax).map(warningOf), ...ambiguous] }
}

function warningOf(name: string): string {
  return `query parameter ${JSON.stringify(name.toWellFormed())} is not known and was ignored`
}

export function warningsOf(warnings: readonly string[]): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}
