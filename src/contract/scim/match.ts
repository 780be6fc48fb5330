import { ScimError, type ScimType } from './errors.ts'
import type { AttributePath, Comparison, Filter } from './filter.ts'
import { resolve, resolveInside } from './resolve.ts'
import { type Attribute, type Resource, type ResourceKind } from './schemas.ts'

type Test = (resource: Resource) => boolean

/** What a filter compares: a value, and how. */
type Reading = { attribute: Attribute; valuesIn: (resource: Resource) => unknown[] }

/** @throws ScimError `invalidFilter` for names and comparisons that there are not. */
export function testOf(kind: ResourceKind, filter: Filter): Test {
  return compile(
    filter,
    (path) => reading(kind, path),
    (path, inner) => {
      const found = resolve(kind, path, 'invalidFilter')
      if (found === null) return () => false
      const test = testOfValues(found.attribute, inner, 'invalidFilter')
      return (resource) => listOf(resource[found.attribute.name]).some((value) => test(value as Resource))
    },
  )
}

/** Of a value of a multi-valued attribute. @throws ScimError with `fault` */
export function testOfValues(attribute: Attribute, filter: Filter, fault: ScimType): Test {
  const read = (path: AttributePath): Reading => {
    const sub = resolveInside(attribute, path, fault)
    return { attribute: sub, valuesIn: (value) => listOf(value[sub.name]) }
  }
  return compile(filter, read, ({ text }) => {
    throw new ScimError(fault, `${text} cannot have brackets inside of brackets`)
  })
}

type Read = (path: AttributePath) => Reading | null
type Has = (path: AttributePath, filter: Filter) => Test

function compile(filter: Filter, read: Read, has: Has): Test {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const tests = filter.filters.map((one) => compile(one, read, has))
      return filter.op === 'and'
        ? (resource) => tests.every((test) => test(resource))
        : (resource) => tests.some((test) => test(resource))
    }
    case 'not': {
      const test = compile(filter.filter, read, has)
      return (resource) => !test(resource)
    }
    case 'has':
      return has(filter.path, filter.filter)
    case 'pr': {
      const found = read(filter.path)
      return (resource) => found !== null && found.valuesIn(resource).some(isPresent)
    }
    default: {
      const found = read(filter.path)
      return found === null ? comparison(nothing, filter) : comparison(found, filter)
    }
  }
}

const nothing: Reading = {
  attribute: { type: 'string', caseExact: false, name: '' } as Attribute,
  valuesIn: () => [],
}

/** A complex attribute is compared by its `value`. */
function reading(kind: ResourceKind, path: AttributePath): Reading | null {
  const found = resolve(kind, path, 'invalidFilter')
  if (found === null) return null
  const { attribute, sub } = found
  const compared = sub ?? attribute.subAttributes?.find(({ name }) => name === 'value') ?? null
  return {
    attribute: compared ?? attribute,
    valuesIn: (resource) => {
      const values = listOf(resource[attribute.name])
      return compared === null
        ? values
        : values.flatMap((value) => listOf((value as Resource)[compared.name]))
    },
  }
}

type Compared = { op: Comparison; path: AttributePath; value: string | number | boolean | null }

function comparison({ attribute, valuesIn }: Reading, { op, path, value }: Compared): Test {
  if (value === null && (op === 'eq' || op === 'ne')) {
    return (resource) => valuesIn(resource).some(isPresent) === (op === 'ne')
  }
  const isBoolean = attribute.type === 'boolean'
  const isFit = isBoolean
    ? op === 'eq' || op === 'ne'
    : attribute.type !== 'complex' && typeof value === 'string'
  // Entra writes booleans as text.
  const wanted = isBoolean ? String(value).toLowerCase() : spelled(attribute, value)
  if (!isFit || (isBoolean && !/^(?:true|false)$/.test(wanted))) {
    throw new ScimError(
      'invalidFilter',
      `${path.text} cannot be compared by ${op} with ${JSON.stringify(value).slice(0, 60)}`,
    )
  }
  const test = operators[op === 'ne' ? 'eq' : op]
  const anyOf: Test = (resource) => valuesIn(resource).some((one) => test(spelled(attribute, one), wanted))
  return op === 'ne' ? (resource) => !anyOf(resource) : anyOf
}

const operators: Record<Exclude<Comparison, 'ne'>, (one: string, wanted: string) => boolean> = {
  eq: (one, wanted) => one === wanted,
  co: (one, wanted) => one.includes(wanted),
  sw: (one, wanted) => one.startsWith(wanted),
  ew: (one, wanted) => one.endsWith(wanted),
  gt: (one, wanted) => one > wanted,
  ge: (one, wanted) => one >= wanted,
  lt: (one, wanted) => one < wanted,
  le: (one, wanted) => one <= wanted,
}

/** As it is compared: times by their instant, text by its case only where that counts. */
function spelled({ type, caseExact }: Pick<Attribute, 'type' | 'caseExact'>, value: unknown): string {
  const text = String(value)
  if (type === 'dateTime') {
    const ms = Date.parse(text)
    return Number.isNaN(ms) ? text : new Date(ms).toISOString()
  }
  return caseExact ? text : text.toLowerCase()
}

/** In the order of an attribute; of a multi-valued one, of its primary or first value. */
export function compareBy(
  kind: ResourceKind,
  path: AttributePath,
): (one: Resource, other: Resource) => number {
  const found = reading(kind, path)
  const keyOf = (resource: Resource) => {
    const [first] = found?.valuesIn(resource) ?? []
    return found === null || first === undefined ? null : spelled(found.attribute, first)
  }
  return (one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    if (a === b) return 0
    // Without a value, last (RFC 7644, section 3.4.2.3).
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b ? -1 : 1
  }
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ''

/** The text that a filter demands of an attribute, so that a statement can look it up. null: any. */
export function demanded(filter: Filter, name: string): string | null {
  if (filter.op === 'and') {
    return filter.filters.map((one) => demanded(one, name)).find((found) => found !== null) ?? null
  }
  const isIt =
    filter.op === 'eq' && filter.path.sub === null && filter.path.name.toLowerCase() === name.toLowerCase()
  return isIt && typeof filter.value === 'string' ? filter.value : null
}
