/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Of a Range header with one range (RFC 9110, section 14). null: the whole file, also for what this server need not
 * understand. `unsatisfiable`: nothing of it is in the file.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (found === null) return null
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= sizeBytes || end < start ? 'unsatisfiable' : { start, end }
}
