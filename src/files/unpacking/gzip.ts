import { Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UnpackFault } from './limits.ts'

const sentences: Record<string, string> = {
  Z_BUF_ERROR: 'The gzip file ends too early. Upload it again.',
  Z_DATA_ERROR: 'The gzip file is damaged. Pack it again, or upload the unpacked file.',
}

/** Reads several members one after the other, as gzip does. @throws UnpackFault. */
export async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pieces = createGunzip({ chunkSize: 65_536 })
  // The error comes out of the loop, too.
  pipeline(Readable.from(packed), pieces, () => {})
  try {
    for await (const piece of pieces) yield piece as Buffer
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const sentence = sentences[code]
    throw sentence === undefined ? error : new UnpackFault(sentence, { cause: error })
  }
}
