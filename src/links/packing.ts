/** Unsigned LEB128. */

export function packNumbers(numbers: readonly number[]): Buffer {
  const bytes: number[] = []
  for (const number of numbers) {
    if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${number} cannot be packed`)
    let rest = number
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

/** @returns null if a number is unterminated, too large, or not in its shortest form. */
export function unpackNumbers(bytes: Uint8Array): number[] | null {
  const numbers: number[] = []
  let number = 0
  let scale = 1
  for (const byte of bytes) {
    number += (byte & 0x7f) * scale
    if (!Number.isSafeInteger(number)) return null
    scale *= 0x80
    if (byte > 0x7f) continue
    if (byte === 0 && scale > 0x80) return null
    numbers.push(number)
    number = 0
    scale = 1
  }
  return scale === 1 ? numbers : null
}
