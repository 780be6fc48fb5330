import { isStorable } from '../values/text.ts'
import { ScimError } from './errors.ts'
import { named, type Attribute, type Resource, type ResourceKind } from './schemas.ts'

const charactersMax = 1_000

/** What a body says of the attributes that callers can write, under their own names. @throws ScimError `invalidValue` */
export function readResource(kind: ResourceKind, body: unknown): Resource {
  if (!isObject(body)) throw new ScimError('invalidSyntax', 'the body must be a JSON object')
  return membersOf(kind.attributes, body)
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function membersOf(attributes: readonly Attribute[], given: Record<string, unknown>): Resource {
  const entries = Object.entries(given).flatMap(([key, value]) => {
    const attribute = named(attributes, key)
    if (attribute === undefined || attribute.mutability === 'readOnly') return []
    const read = readValue(attribute, value)
    return read === null ? [] : [[attribute.name, read] as const]
  })
  return Object.fromEntries(entries)
}

/** null: it has no value, as an empty list and an empty text have none. @throws ScimError `invalidValue` */
export function readValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.multiValued) return readOne(attribute, value)
  const values = [value ?? []].flat().flatMap((one) => readOne(attribute, one) ?? [])
  return values.length === 0 ? null : withOnePrimary(values as Resource[])
}

function readOne(attribute: Attribute, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null
  if (attribute.type === 'complex') return readComplex(attribute, value)
  const plain = unwrapped(value)
  if (attribute.type === 'boolean') {
    // Entra writes booleans as text, with a capital.
    const word = String(plain).toLowerCase()
    if (word === 'true' || word === 'false') return word === 'true'
    throw new ScimError('invalidValue', `${attribute.name} must be true or false`)
  }
  if (typeof plain !== 'string' || plain.length > charactersMax || !isStorable(plain)) {
    throw new ScimError(
      'invalidValue',
      `${attribute.name} must be a text of at most ${charactersMax} characters`,
    )
  }
  return plain
}

/** A value of a multi-valued attribute can be its `value` alone. */
function readComplex(attribute: Attribute, value: unknown): Resource | null {
  const { name, multiValued, subAttributes = [] } = attribute
  const whole = multiValued && typeof value === 'string' ? { value } : value
  if (!isObject(whole)) throw new ScimError('invalidValue', `${name} must be an object`)
  const read = membersOf(subAttributes, whole)
  if (multiValued && read['value'] === undefined) throw new ScimError('invalidValue', `${name} needs a value`)
  return Object.keys(read).length === 0 ? null : read
}

/** Entra writes single values as a list of one object now and then. */
function unwrapped(value: unknown): unknown {
  const [only, ...more] = Array.isArray(value) ? (value as unknown[]) : [value]
  return Array.isArray(value) && more.length === 0 && isObject(only) && 'value' in only
    ? only['value']
    : value
}

/** It has an index, which takes no longer texts. @throws ScimError `invalidValue` */
export function externalIdOf({ externalId }: Resource): string | null {
  if (typeof externalId !== 'string') return null
  if (Buffer.byteLength(externalId) <= charactersMax) return externalId
  throw new ScimError('invalidValue', `externalId must be a text of at most ${charactersMax} bytes`)
}

/** The last one that says so. */
export function withOnePrimary(values: Resource[]): Resource[] {
  const last = values.findLastIndex(({ primary }) => primary === true)
  return values.map((one, at) => (one['primary'] === true && at !== last ? { ...one, primary: false } : one))
}
