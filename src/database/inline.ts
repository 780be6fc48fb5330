import { Helper, Statement } from './driver/statement/sql.ts'
import { identifier } from './driver/statement/text.ts'

/**
 * The text of a statement with its parameters written into it, for COPY, which takes none.
 * @throws TypeError for a parameter that is no text, number, boolean, time, null or array of integers or of texts.
 */
export function inlined({ text, parts = [] }: Pick<Statement, 'text' | 'parts'>): string {
  return text.map((piece, index) => (index < parts.length ? piece + partOf(parts[index]) : piece)).join('')
}

function partOf(value: unknown): string {
  if (value instanceof Statement) return inlined(value)
  if (value === null) return 'null'
  if (typeof value === 'string') return literalOf(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return `(${value})`
  if (value instanceof Date) return `${literalOf(value.toISOString())}::timestamptz`
  if (Array.isArray(value) && value.every(Number.isSafeInteger)) return literalOf(`{${value.join(',')}}`)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return literalOf(`{${value.map(elementOf).join(',')}}`)
  }
  if (value instanceof Helper && typeof value.part === 'string') return identifier(value.part)
  throw new TypeError('A parameter of this kind cannot be written into a statement.')
}

/** Quoted, so that it is never the word NULL. */
function elementOf(text: string): string {
  return `"${text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`
}

/** An escape string, so that it means the same whatever `standard_conforming_strings` is. */
function literalOf(text: string): string {
  return ` E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
