/** The code points of the bytes from 0x80 on. TextDecoder of Node 20 decodes them as ISO-8859-1. */
const high = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
  0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
] // oxfmt-ignore

export function fromWindows1252(bytes: Buffer): string {
  return Array.from(bytes, (byte) => String.fromCodePoint(high[byte - 0x80] ?? byte)).join('')
}

const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [fromWindows1252(Buffer.of(byte)), byte]))

/** @throws Error for a character that the character set does not have. */
export function toWindows1252(text: string): Buffer {
  const bytes = Array.from(text, (character) => {
    const byte = byteOf.get(character)
    if (byte === undefined) throw new Error(`windows-1252 has no ${character}.`)
    return byte
  })
  return Buffer.from(bytes)
}
