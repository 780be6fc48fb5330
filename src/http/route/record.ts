import { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError, badRequest, invalid } from '../../contract/api/errors.ts'
import { memberWarnings, knowsAny } from '../../contract/api/members.ts'
import { parseVersion } from '../../contract/api/version.ts'
import { checkFields } from '../../contract/api/problems.ts'
import { recordOf } from '../server/json-body.ts'

type Definition<Body extends z.ZodType> = Pick<
  Endpoint<string, Body>,
  'body' | 'beside' | 'data' | 'wrapper' | 'optionalWrapper' | 'several'
>

/** @throws AppError `validation_failed`, `invalid_request`. */
export function readRecord<Body extends z.ZodType>(
  definition: Definition<Body> & { body: Body },
  body: unknown,
): { fields: z.output<Body>; warnings: string[] } {
  const { body: schema, data, wrapper, several } = definition
  if (wrapper !== undefined && several !== undefined && hasSeveral(body, wrapper)) {
    throw invalid(`one call takes one ${wrapper}: ${several}`)
  }
  const record = recordOf(body, wrapper ?? definition.optionalWrapper ?? 'data')
  const isMisplaced = wrapper !== undefined && record === body && isUnderAnotherKey(schema, record)
  const warnings = memberWarnings(schema, data, record)
  const fields = isMisplaced
    ? checkMisplaced(schema, record, wrapper)
    : checkWithHints(schema, record, warnings)
  if (isMisplaced)
    return { fields, warnings: warnings.map((one) => `${one}; put the record under ${wrapper}`) }
  return { fields, warnings: [...besideRecord(definition, body, record), ...warnings] }
}

function hasSeveral(body: unknown, wrapper: string): boolean {
  if (!isHash(body)) return Array.isArray(body)
  return Array.isArray(body[wrapper]) || Array.isArray(body[`${wrapper}s`])
}

/** True if no top-level member belongs to the record, but one of them may be the record. */
function isUnderAnotherKey(schema: z.ZodType, record: unknown): boolean {
  if (typeof record !== 'object' || record === null || knowsAny(schema, record)) return false
  // Such a schema finds the record under an older key itself.
  if (schema._zod.def.type === 'pipe') return false
  return Object.values(record).some((value) => typeof value === 'object' && value !== null)
}

const hintsMax = 3

/** A member that is misspelt is why another one is missing. */
function checkWithHints<Body extends z.ZodType>(schema: Body, record: unknown, warnings: readonly string[]) {
  try {
    return checkFields(schema, record)
  } catch (error) {
    const hints = warnings.filter((one) => one.includes('is not known')).slice(0, hintsMax)
    if (!(error instanceof AppError) || hints.length === 0 || !error.message.includes('cannot be blank'))
      throw error
    const { code, message, errors } = error
    throw new AppError(code, `${message} (${hints.join(', ')})`, { errors })
  }
}

/** The record was probably sent under another key, so its missing attributes would be a misleading error. */
function checkMisplaced<Body extends z.ZodType>(schema: Body, record: unknown, wrapper: string) {
  try {
    return checkFields(schema, record)
  } catch (error) {
    if (error instanceof AppError)
      throw invalid(`${wrapper} cannot be blank: put the record under ${wrapper}`)
    throw error
  }
}

function besideRecord(
  { beside, wrapper, optionalWrapper }: Definition<z.ZodType>,
  body: unknown,
  record: unknown,
): string[] {
  if (record === body || typeof body !== 'object' || body === null) return []
  const others = Object.entries(body).filter(([name]) => name !== (wrapper ?? optionalWrapper ?? 'data'))
  return memberWarnings(beside ?? z.object({}), z.null(), Object.fromEntries(others))
}

type Changing = Pick<Endpoint, 'versioned' | 'wrapper'>
type Version = { expectedAt: Date | null; body: unknown }

const attribute = 'expected_updated_at'

/**
 * The version that a change is about: `expected_updated_at` in the record or beside it, or else If-Match.
 * @returns the body without it. @throws AppError `invalid_request` for what is no time of an answer.
 */
export function readExpected(
  { versioned, wrapper }: Changing,
  ifMatch: string | undefined,
  body: unknown,
): Version {
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
