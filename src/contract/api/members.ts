import type { z } from 'zod'
import { ambiguityOf } from '../times/instants.ts'
import { suggestion } from '../values/spelling/nearest.ts'

type Schema = z.core.$ZodType
type Shape = Readonly<Record<string, Schema>>

/** Limits the size of the answer to a hostile body. */
const warningsMax = 20

/**
 * One warning per ignored member of a body, and per time that could mean another day, by its path. Strict objects are walked because their members may be loose.
 * @param answer the schema of the answer: its members are known but cannot be set.
 */
export function memberWarnings(schema: z.ZodType, answer: z.ZodType, input: unknown): string[] {
  const found: string[] = []
  walk({ schema, answer, path: '' }, input, found)
  return found.slice(0, warningsMax)
}

/** How attributes that are times are called, in bodies and queries. */
export const timeName = /_(?:at|time|until|date|start|end)$/

type Place = { schema: Schema; answer: Schema | undefined; path: string }

function walk({ schema, answer, path }: Place, input: unknown, found: string[]): void {
  if (typeof input !== 'object' || input === null || found.length >= warningsMax) return
  if (Array.isArray(input)) {
    const element = elementOf(schema)
    if (element === undefined || shapeOf(element) === null) return
    const answered = answer === undefined ? undefined : elementOf(answer)
    input.forEach((one: unknown, index) => {
      walk({ schema: element, answer: answered, path: `${path}${index}.` }, one, found)
    })
    return
  }
  const shape = shapeOf(schema)
  if (shape === null) return
  const answered = answer === undefined ? {} : (shapeOf(answer) ?? {})
  for (const [name, value] of Object.entries(input)) {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined
    const inAnswer = Object.hasOwn(answered, name) ? answered[name] : undefined
    if (member !== undefined) {
      const sentence =
        typeof value === 'string' && timeName.test(name) ? ambiguityOf(`${path}${name}`, value) : null
      if (sentence !== null) found.push(sentence)
      walk({ schema: member, answer: inAnswer, path: `${path}${name}.` }, value, found)
    } else if (inAnswer !== undefined) {
      // Clients may send an answer back unchanged, so read-only members give no warning, except hashes.
      const isHash = typeof value === 'object' && value !== null
      if (isHash) found.push(`${called(path, name)} cannot be set and was ignored`)
    } else if (!isClosed(schema)) {
      found.push(`${called(path, name)} is not known and was ignored${suggestion(name, Object.keys(shape))}`)
    }
    if (found.length >= warningsMax) return
  }
}

function called(path: string, name: string): string {
  return `member ${JSON.stringify(`${path}${name}`.toWellFormed())}`
}

/** Also true if the schema accepts any member. */
export function knowsAny(schema: z.ZodType, input: object): boolean {
  const shape = shapeOf(schema)
  return shape === null || Object.keys(input).some((name) => Object.hasOwn(shape, name))
}

/** Empty if the schema accepts any member. */
export function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: Schema | undefined = schema
  for (const key of path) {
    if (at === undefined) return []
    at = typeof key === 'number' ? elementOf(at) : shapeOf(at)?.[String(key)]
  }
  return at === undefined ? [] : Object.keys(shapeOf(at) ?? {})
}

/** Includes the members of all alternatives of a union; null if the schema is not an object, or accepts any member. */
function shapeOf(schema: Schema): Shape | null {
  const inner = unwrapped(schema)
  const { def } = inner._zod
  if (def.type === 'object') return (def as z.core.$ZodObjectDef).shape
  if (def.type !== 'union') return null
  const shapes = (def as z.core.$ZodUnionDef).options.flatMap((option) => {
    const { type } = unwrapped(option)._zod.def
    return type === 'record' ? [null] : type === 'object' ? [shapeOf(option)] : []
  })
  if (shapes.length === 0 || shapes.includes(null)) return null
  return Object.assign({}, ...shapes) as Shape
}

function elementOf(schema: Schema): Schema | undefined {
  const { def } = unwrapped(schema)._zod
  return def.type === 'array' ? (def as z.core.$ZodArrayDef).element : undefined
}

function isClosed(schema: Schema): boolean {
  const { def } = unwrapped(schema)._zod
  if (def.type === 'union') return (def as z.core.$ZodUnionDef).options.some(isClosed)
  return def.type === 'object' && (def as z.core.$ZodObjectDef).catchall?._zod.def.type === 'never'
}

/** Removes wrappers for optional members and transforms of the result. */
function unwrapped(schema: Schema): Schema {
  let at = schema
  for (;;) {
    const { def } = at._zod
    if ('innerType' in def) at = def.innerType as Schema
    else if (def.type === 'pipe') {
      const { in: first, out } = def as z.core.$ZodPipeDef
      at = first._zod.def.type === 'transform' ? out : first
    } else if (def.type === 'lazy') at = (def as z.core.$ZodLazyDef).getter()
    else return at
  }
}
