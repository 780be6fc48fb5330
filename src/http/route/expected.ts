import type { Endpoint } from '../../contract/api/endpoint.ts'
import { badRequest } from '../../contract/api/errors.ts'
import { parseVersion } from '../../contract/api/version.ts'

type Definition = Pick<Endpoint, 'versioned' | 'wrapper'>
type Read = { expectedAt: Date | null; body: unknown }

const attribute = 'expected_updated_at'

/**
 * The version that a change is about: `expected_updated_at` in the record or beside it, or else If-Match.
 * @returns the body without it. @throws AppError `invalid_request` for what is no time of an answer.
 */
export function readExpected(
  { versioned, wrapper }: Definition,
  ifMatch: string | undefined,
  body: unknown,
): Read {
  if (versioned !== true) return { expectedAt: null, body }
  const outer = takenFrom(body)
  const record = wrapper === undefined || !isHash(outer.rest) ? null : outer.rest[wrapper]
  const inner = takenFrom(record)
  const rest =
    isHash(record) && isHash(outer.rest) ? { ...outer.rest, [String(wrapper)]: inner.rest } : outer.rest
  const given = inner.given ?? outer.given
  if (given !== null) return { expectedAt: timeOf(attribute, given), body: rest }
  return { expectedAt: fromHeader(ifMatch), body: rest }
}

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function takenFrom(value: unknown): { given: unknown; rest: unknown } {
  if (!isHash(value) || !Object.hasOwn(value, attribute)) return { given: null, rest: value }
  const { [attribute]: given, ...rest } = value
  return { given: given ?? null, rest }
}

/** `*` is any version. */
function fromHeader(ifMatch: string | undefined): Date | null {
  const text = ifMatch?.trim() ?? '*'
  if (text === '*' || text === '') return null
  return timeOf('If-Match', text.replace(/^"(.*)"$/, '$1'))
}

function timeOf(name: string, value: unknown): Date {
  const time = typeof value === 'string' ? parseVersion(value) : null
  if (time === null)
    throw badRequest(`${name} must be the updated_at of an answer, such as 2027-01-31T09:30:00+01:00`)
  return time
}
