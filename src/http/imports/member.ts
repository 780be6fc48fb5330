import { badRequest } from '../../contract/api/errors.ts'
import { createStringReader } from './string-reader.ts'

type Place = {
  /** The keys that lead to the string, from the top or from the wrapper. */
  path: readonly string[]
  wrapper: string
  /** Replaces the string; must not need escapes. */
  reference: string
}

type Taken = { rest: Buffer; content: Buffer | null }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const brace = { open: 0x7b, close: 0x7d }
const bracket = { open: 0x5b, close: 0x5d }

/** Longer keys, in whatever escaped form, never match. */
const keyBytesMax = 200

/**
 * Takes one string out of a JSON text while it arrives. The rest is valid JSON if the whole text is.
 * @returns a function of the next bytes. It throws AppError `invalid_request` if the string is given twice.
 */
export function createMemberTap({ path, wrapper, reference }: Place) {
  const walk = createWalk([wrapper, ...path].length)
  const isHere = () => walk.leadsTo(path) || walk.leadsTo([wrapper, ...path])
  const string = createStringReader()
  let isInside = false
  let isGiven = false

  const take = (bytes: Buffer): Taken => {
    const rest: Buffer[] = []
    const content: Buffer[] = []
    let begin = 0
    let index = 0
    while (index < bytes.length) {
      if (isInside) {
        const read = string.read(bytes, index)
        content.push(read.content)
        rest.push(read.invalid)
        begin = index = read.end
        isInside = !read.isOver
        continue
      }
      const byte = bytes[index] ?? 0
      index += 1
      if (walk.next(byte) !== 'string' || !isHere()) continue
      if (isGiven) throw badRequest(`${path.join('.')} must be given once`)
      isGiven = isInside = true
      rest.push(bytes.subarray(begin, index), Buffer.from(reference))
    }
    if (!isInside) rest.push(bytes.subarray(begin))
    return { rest: Buffer.concat(rest), content: content.length === 0 ? null : Buffer.concat(content) }
  }
  return { take, characters: string.characters }
}

/** Tracks the position in a JSON text, down to a depth. Does not validate the text. */
function createWalk(depthMax: number) {
  let depth = 0
  const isObject: boolean[] = []
  const keys: (string | null)[] = []
  let expectsKey = false
  let mode: 'outside' | 'key' | 'string' = 'outside'
  let isEscaped = false
  let keyBytes: number[] = []

  const endKey = () => {
    keys[depth] = textOf(keyBytes)
    keyBytes = []
    expectsKey = false
  }
  const nextInString = (byte: number) => {
    if (!isEscaped && byte === quote) {
      if (mode === 'key') endKey()
      mode = 'outside'
      return
    }
    isEscaped = !isEscaped && byte === backslash
    if (mode === 'key' && keyBytes.length <= keyBytesMax) keyBytes.push(byte)
  }
  const open = (byte: number) => {
    depth += 1
    expectsKey = byte === brace.open && depth <= depthMax
    if (depth > depthMax) return
    isObject[depth] = byte === brace.open
    keys[depth] = null
  }
  return {
    /** @returns `string` at the quote that begins a value. */
    next(byte: number): 'string' | undefined {
      if (mode !== 'outside') nextInString(byte)
      else if (byte === quote) {
        mode = expectsKey ? 'key' : 'string'
        return expectsKey ? undefined : 'string'
      } else if (byte === brace.open || byte === bracket.open) open(byte)
      else if (byte === brace.close || byte === bracket.close) {
        depth -= 1
        expectsKey = false
      } else if (byte === comma) expectsKey = depth <= depthMax && isObject[depth] === true
      return undefined
    },
    leadsTo: (path: readonly string[]) =>
      depth === path.length && path.every((key, index) => keys[index + 1] === key),
  }
}

function textOf(bytes: readonly number[]): string | null {
  if (bytes.length > keyBytesMax) return null
  try {
    return String(JSON.parse(`"${Buffer.from(bytes).toString()}"`))
  } catch {
    return null
  }
}
