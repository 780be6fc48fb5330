import { badRequest } from '../../contract/api/errors.ts'

const depthMax = 64
const valuesMax = 100_000

const space = 0x20
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/**
 * Limits depth and number of values: parsed, 60 MB of `[{},{},…` would be gigabytes. Faster than JSON.parse.
 * @throws AppError `invalid_request`, from the returned function.
 */
export function createJsonScan(): (bytes: Buffer) => void {
  let depth = 0
  let values = 0
  /** The innermost open container has no value yet. */
  let isEmpty = false
  let isInString = false
  /** 1 if the last bytes ended in a backslash. */
  let skip = 0
  const count = (byte: number) => {
    const closes = isClosing(byte)
    if (byte === comma || (isEmpty && !closes)) values += 1
    isEmpty = isOpening(byte)
    depth += isEmpty ? 1 : closes ? -1 : 0
    if (depth > depthMax + 1) throw badRequest(`the body is nested more than ${depthMax} levels deep`)
    if (values > valuesMax) throw badRequest(`the body has more than ${valuesMax} values`)
  }
  return (bytes) => {
    let index = skip
    while (index < bytes.length) {
      const byte = bytes[index] ?? 0
      index += 1
      if (isInString) {
        if (byte === quote) isInString = false
        else if (byte === backslash) index += 1
      } else if (byte > space) {
        count(byte)
        isInString = byte === quote
      }
    }
    skip = index - bytes.length
  }
}

/** `[` or `{`, which differ in one bit. */
function isOpening(byte: number): boolean {
  return (byte & 0xdf) === 0x5b
}

function isClosing(byte: number): boolean {
  return (byte & 0xdf) === 0x5d
}
