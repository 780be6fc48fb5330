import type { Fragment } from './driver/connection.ts'

/** Undocumented parts of the driver's statements and names; a test proves that they exist. */
type Parts = { strings: readonly string[]; args: readonly unknown[] }

/**
 * The text of a statement with its parameters written into it, for COPY, which takes none.
 * @throws TypeError for a parameter that is no text, number, boolean, time, null or array of integers or of texts.
 */
export function inlined(statement: Fragment): string {
  const { strings, args } = statement as unknown as Parts
  return strings.map((text, index) => (index < args.length ? text + partOf(args[index]) : text)).join('')
}

function partOf(value: unknown): string {
  if (value instanceof Promise) return inlined(value as Fragment)
  if (value === null) return 'null'
  if (typeof value === 'string') return literalOf(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return `(${value})`
  if (value instanceof Date) return `${literalOf(value.toISOString())}::timestamptz`
  if (Array.isArray(value) && value.every(Number.isSafeInteger)) return literalOf(`{${value.join(',')}}`)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return literalOf(`{${value.map(elementOf).join(',')}}`)
  }
  if (isName(value)) return value.value
  throw new TypeError('A parameter of this kind cannot be written into a statement.')
}

/** An identifier, which the driver has quoted. */
function isName(value: unknown): value is { value: string } {
  return (
    typeof value === 'object' &&
    value?.constructor.name === 'Identifier' &&
    'value' in value &&
    typeof value.value === 'string'
  )
}

/** Quoted, so that it is never the word NULL. */
function elementOf(text: string): string {
  return `"${text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`
}

/** An escape string, so that it means the same whatever `standard_conforming_strings` is. */
function literalOf(text: string): string {
  return ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
