import { createEffort, ScimError } from './errors.ts'
import { lengthOf, parseTarget, type Filter, type Target } from './filter.ts'
import { testOfValues } from './match.ts'
import { resolve, resolveInside } from './resolve.ts'
import { named, type Attribute, type Resource, type ResourceKind } from './schemas.ts'
import { isObject, readValue, withOnePrimary } from './values.ts'

type Operation = { op: 'add' | 'remove' | 'replace'; path: string | null; value: unknown }

const operationsMax = 1_000

/** RFC 7644, section 3.5.2. @throws ScimError */
export function readOperations(body: unknown): Operation[] {
  if (!isObject(body)) throw new ScimError('invalidSyntax', 'the body must be a JSON object')
  const { value: given } = memberOf(body, 'Operations')
  if (!Array.isArray(given) || given.length === 0) {
    throw new ScimError('invalidSyntax', 'Operations must be a list of operations')
  }
  if (given.length > operationsMax) {
    throw new ScimError('tooMany', `Operations has more than ${operationsMax}: send them in parts`)
  }
  return given.map(readOperation)
}

function readOperation(one: unknown): Operation {
  const op = String(isObject(one) ? memberOf(one, 'op').value : '').toLowerCase()
  if (!isObject(one) || (op !== 'add' && op !== 'remove' && op !== 'replace')) {
    throw new ScimError('invalidSyntax', 'op must be add, remove or replace')
  }
  const path = memberOf(one, 'path').value ?? null
  if (path !== null && typeof path !== 'string') throw new ScimError('invalidPath', 'path must be a text')
  const { value, isGiven } = memberOf(one, 'value')
  if (op !== 'remove' && !isGiven) throw new ScimError('invalidValue', `${op} needs a value`)
  return { op, path: path === '' ? null : path, value }
}

function memberOf(body: Record<string, unknown>, name: string): { value: unknown; isGiven: boolean } {
  const key = Object.keys(body).find((one) => one.toLowerCase() === name.toLowerCase())
  return { value: key === undefined ? undefined : body[key], isGiven: key !== undefined }
}

type Patch = { kind: ResourceKind; spend: (comparisons: number) => void }

/** All operations or none: the resource that is given stays as it is. @throws ScimError */
export function patched(kind: ResourceKind, resource: Resource, operations: readonly Operation[]): Resource {
  const patch = { kind, spend: createEffort() }
  return operations.reduce((before, one) => applyOne(patch, before, one), resource)
}

function applyOne(patch: Patch, resource: Resource, { op, path, value }: Operation): Resource {
  const { kind } = patch
  if (path !== null) return changeAt(patch, resource, { op, target: parseTarget(path), value })
  if (op === 'remove') throw new ScimError('noTarget', 'remove needs a path')
  if (!isObject(value)) throw new ScimError('invalidValue', 'value must be an object where there is no path')
  let after = resource
  for (const [key, one] of Object.entries(value)) {
    const isSchema = key.toLowerCase() === kind.urn.toLowerCase()
    if (isSchema) after = applyOne(patch, after, { op, path: null, value: one })
    // What cannot be written comes back from providers that send the whole resource.
    else if (!isPassedOver(kind, key))
      after = changeAt(patch, after, { op, target: parseTarget(key), value: one })
  }
  return after
}

function isPassedOver(kind: ResourceKind, key: string): boolean {
  const isOther =
    key.toLowerCase().startsWith('urn:') && !key.toLowerCase().startsWith(`${kind.urn.toLowerCase()}:`)
  return isOther || named(kind.attributes, key)?.mutability === 'readOnly'
}

type Change = { op: Operation['op']; target: Target; value: unknown }

function changeAt({ kind, spend }: Patch, resource: Resource, { op, target, value }: Change): Resource {
  const found = resolve(kind, target.path, 'invalidPath')
  if (found === null) return resource
  const { attribute, sub } = found
  if (attribute.mutability === 'readOnly' || (sub !== null && sub.mutability !== 'readWrite')) {
    throw new ScimError('mutability', `${target.path.text} cannot be written`)
  }
  const before = resource[attribute.name]
  if (Array.isArray(before)) spend(before.length * (target.filter === null ? 1 : lengthOf(target.filter)))
  const after = attribute.multiValued
    ? changedList(attribute, (before ?? []) as Resource[], { op, sub, filter: target.filter, value })
    : changedOne(attribute, before, { op, sub, filter: target.filter, value })
  if (after === null && attribute.required) {
    throw new ScimError('mutability', `${attribute.name} is required and cannot be removed`)
  }
  const { [attribute.name]: _, ...rest } = resource
  return after === null ? rest : { ...rest, [attribute.name]: after }
}

type Within = { op: Operation['op']; sub: Attribute | null; filter: Filter | null; value: unknown }

function changedOne(attribute: Attribute, before: unknown, { op, sub, filter, value }: Within): unknown {
  if (filter !== null) throw new ScimError('invalidPath', `${attribute.name} has one value: no brackets`)
  if (sub !== null) {
    const read = op === 'remove' ? null : readValue(sub, value)
    const { [sub.name]: _, ...rest } = (before ?? {}) as Resource
    return orNothing(read === null ? rest : { ...rest, [sub.name]: read })
  }
  if (op === 'remove') return null
  const read = readValue(attribute, value)
  if (attribute.type !== 'complex') return read
  return orNothing({ ...(before as Resource | undefined), ...(read as Resource | null) })
}

const orNothing = (value: Resource) => (Object.keys(value).length === 0 ? null : value)

function changedList(attribute: Attribute, before: readonly Resource[], within: Within): Resource[] | null {
  const { op, sub, filter, value } = within
  const after =
    filter === null && sub === null
      ? changedWhole(attribute, before, op, value)
      : changedSome(attribute, before, within)
  return after.length === 0 ? null : after
}

/** Entra removes members by a list of them. */
function changedWhole(
  attribute: Attribute,
  before: readonly Resource[],
  op: Operation['op'],
  value: unknown,
): Resource[] {
  const isWhole = op === 'remove' && (value === undefined || value === null)
  const given = isWhole ? [] : ((readValue(attribute, value) ?? []) as Resource[])
  if (op === 'replace' || isWhole) return given
  const keys = new Set(given.map(keyOf))
  const others = before.filter((one) => !keys.has(keyOf(one)))
  return op === 'remove' ? others : withOnePrimary([...others, ...given])
}

const keyOf = ({ value }: Resource) => String(value).toLowerCase()

/** The values that brackets choose, or all. */
function changedSome(attribute: Attribute, before: readonly Resource[], within: Within): Resource[] {
  const { op, sub, filter, value } = within
  const test = filter === null ? () => true : testOfValues(attribute, filter, 'invalidPath')
  if (op === 'remove' && sub === null) return before.filter((one) => !test(one))
  const changed =
    sub === null ? (readValue({ ...attribute, multiValued: false }, value) as Resource | null) : null
  const part = sub === null || op === 'remove' ? null : readValue(sub, value)
  const change = (one: Resource): Resource => {
    if (sub === null) return { ...one, ...changed }
    const { [sub.name]: _, ...rest } = one
    return part === null ? rest : { ...rest, [sub.name]: part }
  }
  if (before.some(test)) {
    const isNewPrimary = change({})['primary'] === true
    const after = before.map((one) => {
      if (test(one)) return change(one)
      return isNewPrimary && one['primary'] === true ? { ...one, primary: false } : one
    })
    return withOnePrimary(after.filter((one) => one['value'] !== undefined))
  }
  if (op === 'remove') return [...before]
  // Entra replaces the work address of somebody who has none.
  const made = change(filter === null ? {} : conditionsOf(attribute, filter))
  if (made['value'] === undefined)
    throw new ScimError('noTarget', `no value of ${attribute.name} is chosen by the path`)
  return withOnePrimary([...before, made])
}

/** What a value has that a filter of equalities would choose. @throws ScimError `noTarget` for other filters */
function conditionsOf(attribute: Attribute, filter: Filter): Resource {
  if (filter.op === 'and')
    return Object.assign({}, ...filter.filters.map((one) => conditionsOf(attribute, one)))
  if (filter.op !== 'eq')
    throw new ScimError('noTarget', `no value of ${attribute.name} is chosen by the path`)
  const sub = resolveInside(attribute, filter.path, 'invalidPath')
  return { [sub.name]: readValue(sub, filter.value) }
}
