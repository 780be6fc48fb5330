import { isUtf8 } from 'node:buffer'

/** Both return the position of the first invalid sequence, or null. */
export interface Utf8Check {
  /** From the start of this chunk; negative if the sequence began in an earlier one. */
  push: (chunk: Buffer) => number | null
  /** From the end of the file. */
  end: () => number | null
}

export function createUtf8Check(): Utf8Check {
  let open = Buffer.alloc(0)
  return {
    push(chunk) {
      let from = 0
      if (open.length > 0) {
        from = continuationBytes(chunk, sequenceLength(open[0]!) - open.length)
        const joined = Buffer.concat([open, chunk.subarray(0, from)])
        const isCutAgain = joined.length < sequenceLength(joined[0]!) && from === chunk.length
        if (!isCutAgain && !isUtf8(joined)) return -open.length
        open = isCutAgain ? joined : Buffer.alloc(0)
      }
      const to = chunk.length - openBytes(chunk)
      const whole = chunk.subarray(from, to)
      if (!isUtf8(whole)) return from + firstInvalid(whole)
      if (to < chunk.length) open = Buffer.from(chunk.subarray(to))
      return null
    },
    end: () => (open.length > 0 ? -open.length : null),
  }
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

function continuationBytes(chunk: Buffer, wanted: number): number {
  let count = 0
  while (count < wanted && count < chunk.length && (chunk[count]! & 0xc0) === 0x80) count++
  return count
}

function openBytes(chunk: Buffer): number {
  const longest = Math.min(3, chunk.length)
  for (let count = 1; count <= longest; count++) {
    const byte = chunk[chunk.length - count]!
    if (byte >= 0xc0) return sequenceLength(byte) > count ? count : 0
    if (byte < 0x80) return 0
  }
  return 0
}

function firstInvalid(bytes: Buffer): number {
  let at = 0
  while (at < bytes.length) {
    const next = at + sequenceLength(bytes[at]!)
    if (!isUtf8(bytes.subarray(at, next))) return at
    at = next
  }
  return at
}
