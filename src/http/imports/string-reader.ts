import { invalid } from '../../contract/api/errors.ts'

const quote = 0x22
const backslash = 0x5c
const u = 0x75

const escapes = new Map(
  Array.from('"\\/bfnrt', (name, index) => [name.charCodeAt(0), '"\\/\b\f\n\r\t'.charCodeAt(index)] as const),
)

type Read = {
  /** In UTF-8, without escapes. */
  content: Buffer
  /** An escape that JSON does not have, or empty. */
  invalid: Buffer
  /** The index of the first byte outside the string: its quote, or what no string may contain. */
  end: number
  isOver: boolean
}

/** Decodes one JSON string while it arrives, after its first quote. Does not validate UTF-8. */
export function createStringReader() {
  const escape = createEscapeReader()
  let characters = 0

  const read = (bytes: Buffer, begin: number): Read => {
    // A surrogate pair that ends here may have begun in earlier bytes.
    const content = Buffer.allocUnsafe(bytes.length - begin + 4)
    let length = 0
    const result = (end: number, isOver: boolean, wrong = Buffer.alloc(0)): Read => {
      characters -= wrong.length
      return { content: content.subarray(0, length), invalid: wrong, end, isOver }
    }
    for (let index = begin; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0
      if (!escape.isOpen() && (byte === quote || byte < 0x20)) {
        escape.requireWhole()
        return result(index, true)
      }
      // Bytes that continue a character do not count.
      if ((byte & 0xc0) !== 0x80) characters += 1
      if (escape.isOpen()) {
        const character = escape.next(byte)
        if (character === 'invalid') return result(index + 1, true, escape.bytes())
        if (character !== 'incomplete') length += writeUtf8(content, length, character)
      } else if (byte === backslash) escape.start()
      else {
        escape.requireWhole()
        content[length] = byte
        length += 1
      }
    }
    return result(bytes.length, false)
  }
  return { read, characters: () => characters }
}

/** Decodes escapes byte by byte, and surrogate pairs to one character. */
function createEscapeReader() {
  const given = Buffer.alloc(6)
  let length = 0
  let unit = 0
  let highSurrogate: number | null = null

  /** @throws AppError `validation_failed` for a lone surrogate. */
  const requireWhole = () => {
    if (highSurrogate !== null) throw invalid('file_source.content is not valid Unicode')
  }
  const finish = (code: number): number | 'incomplete' => {
    length = 0
    const isLow = code >= 0xdc00 && code <= 0xdfff
    if (isLow && highSurrogate !== null) {
      const character = 0x10000 + ((highSurrogate - 0xd800) << 10) + (code - 0xdc00)
      highSurrogate = null
      return character
    }
    requireWhole()
    if (code < 0xd800 || code > 0xdfff) return code
    highSurrogate = code
    if (isLow) requireWhole()
    return 'incomplete'
  }
  return {
    requireWhole,
    isOpen: () => length > 0,
    start: () => {
      given[0] = backslash
      length = 1
      unit = 0
    },
    next(byte: number): number | 'incomplete' | 'invalid' {
      given[length] = byte
      length += 1
      if (length === 2) {
        const plain = escapes.get(byte)
        if (plain !== undefined) return finish(plain)
        return byte === u ? 'incomplete' : 'invalid'
      }
      const digit = Number.parseInt(String.fromCharCode(byte), 16)
      if (Number.isNaN(digit)) return 'invalid'
      unit = unit * 16 + digit
      return length === 6 ? finish(unit) : 'incomplete'
    },
    bytes: () => Buffer.from(given.subarray(0, length)),
  }
}

/** @returns the number of bytes. */
function writeUtf8(target: Buffer, offset: number, character: number): number {
  if (character >= 0x80) return target.write(String.fromCodePoint(character), offset)
  target[offset] = character
  return 1
}
