import { badRequest } from '../../contract/api/errors.ts'
import { isStorable } from '../../contract/values/text.ts'
import { findJsonFault } from './json-fault.ts'

/**
 * `createJsonScan` must have limited the depth: JSON.parse accepts 200,000 nested arrays, which overflow a later
 * serializer. Drops `__proto__` keys, which could change a prototype.
 * @throws AppError `invalid_request`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = decode(bytes)
  if (text.trim() === '') return undefined
  const value = parse(text)
  // Valid UTF-8 without escapes has only storable keys.
  if (/__proto__|\\u/.test(text)) tidy(value)
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Drops a byte-order mark. Refuses invalid UTF-8, which would be stored as U+FFFD. */
function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('the body is not valid UTF-8')
  }
}

/** The beginning of what browsers and PHP send by default. */
const aForm = /^[\w.%[\]+-]+=/

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (aForm.test(text)) throw badRequest('the body must be JSON, not a form: {"name": "value"}')
    throw badRequest(`the body is not valid JSON${describeFault(text)}`)
  }
}

function describeFault(text: string): string {
  const fault = findJsonFault(text)
  if (fault === null) return ''
  const { line, column, expected } = fault
  return ` at line ${line}, column ${column}: expected ${expected}`
}

function tidy(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) tidyKeys(value)
  for (const child of Object.values(value)) tidy(child)
}

function tidyKeys(value: object): void {
  for (const key of Object.keys(value)) {
    if (key === '__proto__') Reflect.deleteProperty(value, key)
    else if (!isStorable(key)) throw badRequest('the body has a key that cannot be stored')
  }
}

/**
 * The value of the wrapper key or, because real clients send it, the top-level object.
 * @throws AppError `invalid_request` if that is not an object.
 */
export function recordOf(body: unknown, wrapper: string): unknown {
  if (body === undefined) return {}
  if (!isHash(body)) throw badRequest('the body must be a JSON object')
  const wrapped = Object.hasOwn(body, wrapper) ? body[wrapper] : body
  if (!isHash(wrapped)) throw badRequest(`${wrapper} must be a JSON object`)
  return wrapped
}

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
