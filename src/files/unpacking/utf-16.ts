import { TextDecoder } from 'node:util'

/** Each call returns UTF-8, without a byte-order mark; characters that are cut by the end of a chunk wait for the next. */
export type Transcoder = { push: (chunk: Buffer) => Buffer; end: () => Buffer }

/**
 * From UTF-16, by its byte-order mark; little-endian without one. Half a character (a lone surrogate, an odd byte at the
 * end) becomes U+FFFD.
 */
export function createUtf16Transcoder(): Transcoder {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let open = Buffer.alloc(0)
  const begin = (start: Buffer) => {
    const isBigEndian = start[0] === 0xfe && start[1] === 0xff
    return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le')
  }
  return {
    push(chunk) {
      let bytes = chunk
      if (decoder === null) {
        bytes = open = Buffer.concat([open, chunk])
        if (open.length < 2) return Buffer.alloc(0)
        decoder = begin(open)
      }
      return Buffer.from(decoder.decode(bytes, { stream: true }))
    },
    end() {
      return Buffer.from(decoder === null ? (open.length > 0 ? '\ufffd' : '') : decoder.decode())
    },
  }
}
