import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { badRequest } from '../../contract/api/errors.ts'
import { timeName } from '../../contract/api/members.ts'
import { ambiguityOf } from '../../contract/times/instants.ts'
import { isStorable } from '../../contract/values/text.ts'

type Given = Record<string, string>

/** Limits the size of the answer to a hostile query. */
const warningsMax = 20

/** @throws AppError `invalid_request`: a parameter is repeated, or contains what the database cannot store. */
export function readQuery(
  { query: schema, paged }: Pick<Endpoint, 'query' | 'paged'>,
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
  const missed = paged === 'none' ? undefined : unknown.find((name) => filters.has(name))
  if (missed !== undefined) throw badRequest(unfiltered(missed, Object.keys(schema?.shape ?? {})))
  const ambiguous = Object.entries(given).flatMap(([name, value]) =>
    timeName.test(name) ? (ambiguityOf(name, value) ?? []) : [],
  )
  return { given, warnings: [...unknown.slice(0, warningsMax).map(warningOf), ...ambiguous] }
}

/** What narrows some list. A caller who believes that it narrows another one would get everybody. */
const filters = new Set(
  endpoints
    .flatMap(({ query, paged }) => (paged === 'none' ? [] : Object.keys(query?.shape ?? {})))
    .filter((name) => !['page', 'per_page', 'page_token', 'order_by'].includes(name)),
)

function unfiltered(name: string, known: readonly string[]): string {
  const others = known.filter((one) => !['page', 'per_page', 'page_token'].includes(one))
  const takes = others.length === 0 ? 'it takes none' : `it takes ${others.join(', ')}`
  return `${name} is no filter of this list: ${takes}`
}

function warningOf(name: string): string {
  return `query parameter ${JSON.stringify(name.toWellFormed())} is not known and was ignored`
}

export function warningsOf(warnings: readonly string[]): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}

/** Of a protocol that has rules of its own for it. */
export function givenQuery({ query }: Pick<FastifyRequest, 'query'>): Record<string, unknown> {
  return (query ?? {}) as Record<string, unknown>
}
