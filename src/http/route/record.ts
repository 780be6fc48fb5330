import { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError, invalid } from '../../contract/api/errors.ts'
import { memberWarnings, knowsAny } from '../../contract/api/members.ts'
import { checkFields } from '../../contract/api/problems.ts'
import { recordOf } from '../server/json-body.ts'

type Definition<Body extends z.ZodType> = Pick<
  Endpoint<string, Body>,
  'body' | 'beside' | 'data' | 'wrapper' | 'optionalWrapper'
>

/** @throws AppError `validation_failed`, `invalid_request`. */
export function readRecord<Body extends z.ZodType>(
  definition: Definition<Body> & { body: Body },
  body: unknown,
): { fields: z.output<Body>; warnings: string[] } {
  const { body: schema, data, wrapper } = definition
  const record = recordOf(body, wrapper ?? definition.optionalWrapper ?? 'data')
  const isMisplaced = wrapper !== undefined && record === body && isUnderAnotherKey(schema, record)
  const fields = isMisplaced ? checkMisplaced(schema, record, wrapper) : checkFields(schema, record)
  const warnings = memberWarnings(schema, data, record)
  if (isMisplaced)
    return { fields, warnings: warnings.map((one) => `${one}; put the record under ${wrapper}`) }
  return { fields, warnings: [...besideRecord(definition, body, record), ...warnings] }
}

/** True if no top-level member belongs to the record, but one of them may be the record. */
function isUnderAnotherKey(schema: z.ZodType, record: unknown): boolean {
  if (typeof record !== 'object' || record === null || knowsAny(schema, record)) return false
  // Such a schema finds the record under an older key itself.
  if (schema._zod.def.type === 'pipe') return false
  return Object.values(record).some((value) => typeof value === 'object' && value !== null)
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
