import iconv from 'iconv-lite'
import { characterSetNamed } from '../../contract/imports/character-sets.ts'
import { linesBefore } from '../csv/line-skip.ts'
import { UnpackFault } from './limits.ts'
import { createUtf16Transcoder, type Transcoder } from './utf-16.ts'

/** More without a line end is decoded where it is cut. */
const carryBytesMax = 1_048_576

const notInSet = '\ufffd'

/**
 * From a character set to UTF-8, in whole lines: no line end is part of a longer character in any of these sets.
 * @throws UnpackFault, a sentence with line and byte, for bytes that the set does not have.
 */
export function createTranscoder(name: string): Transcoder {
  if (name.toUpperCase() === 'UTF-16') return createUtf16Transcoder()
  let carry = Buffer.alloc(0)
  let bytes = 0
  let lines = 0
  const decode = (block: Buffer): Buffer => {
    const text = iconv.decode(block, name, { stripBOM: false })
    const badAt = text.indexOf(notInSet)
    if (badAt >= 0) {
      const before = iconv.encode(text.slice(0, badAt), name)
      throw wrongBytes(name, lines + linesBefore(before, before.length) + 1, bytes + before.length + 1)
    }
    bytes += block.length
    lines += linesBefore(block, block.length)
    return Buffer.from(text)
  }
  return {
    push(chunk) {
      const block = carry.length === 0 ? chunk : Buffer.concat([carry, chunk])
      const end = block.lastIndexOf(0x0a) + 1
      const cut = end === 0 && block.length > carryBytesMax ? block.length : end
      carry = Buffer.from(block.subarray(cut))
      return decode(block.subarray(0, cut))
    },
    end: () => decode(carry),
  }
}

function wrongBytes(name: string, line: number, byte: number): UnpackFault {
  return new UnpackFault(
    `Line ${line} (byte ${byte}) is not valid ${characterSetNamed(name) ?? name}. Save the file as UTF-8, or choose the character_set that it is in, and import again.`,
  )
}

export async function* toUtf8(pieces: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const transcoder = createTranscoder(name)
  for await (const piece of pieces) yield transcoder.push(piece)
  yield transcoder.end()
}
