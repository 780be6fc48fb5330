const LF = 10
const CR = 13

/**
 * Counts the bytes of the first lines of a file, which are no rows. Lines end as those of rows do, also within quotes.
 * @returns for each chunk, how many of its bytes belong to these lines.
 */
export function createLineSkip(lines: number): {
  take: (chunk: Uint8Array) => number
  isDone: () => boolean
} {
  let left = lines
  let isAfterReturn = false
  return {
    take(chunk) {
      let at = 0
      while (at < chunk.length && (left > 0 || isAfterReturn)) {
        const byte = chunk[at]!
        // The second byte of CR LF.
        const isSecond = isAfterReturn && byte === LF
        if (left === 0 && !isSecond) break
        isAfterReturn = byte === CR
        if (!isSecond && (byte === CR || byte === LF)) left--
        at++
      }
      if (at < chunk.length) isAfterReturn = false
      return at
    },
    isDone: () => left === 0 && !isAfterReturn,
  }
}

/** Of a beginning that is in memory. */
export function bytesOfLines(bytes: Uint8Array, lines: number): number {
  return createLineSkip(lines).take(bytes)
}

/** How many lines end before a byte. */
export function linesBefore(bytes: Uint8Array, end: number): number {
  let lines = 0
  for (let at = 0; at < end; at++) {
    const byte = bytes[at]!
    if (byte === CR || (byte === LF && bytes[at - 1] !== CR)) lines++
  }
  return lines
}
