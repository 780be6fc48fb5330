import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { openUnpacked } from '../../../src/files/unpacking/open.ts'
import type { UnpackLimits } from '../../../src/files/unpacking/limits.ts'

export type Part = [name: string, content: string | Buffer | Iterable<string>]

function addParts(zip: ZipFile, parts: readonly Part[]): void {
  for (const [name, content] of parts) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name)
    else if (typeof content === 'string' || Buffer.isBuffer(content))
      zip.addBuffer(Buffer.from(content), name)
    else zip.addReadStream(Readable.from(content, { objectMode: false }), name)
  }
  zip.end()
}

export async function zipOf(...parts: Part[]): Promise<Buffer> {
  const zip = new ZipFile()
  addParts(zip, parts)
  return buffer(zip.outputStream)
}

/** In constant memory. */
export async function writeZip(path: string, parts: readonly Part[]): Promise<void> {
  const zip = new ZipFile()
  addParts(zip, parts)
  await pipeline(zip.outputStream, createWriteStream(path))
}

/** Sets the bit that says that an entry is encrypted, in the local header and in the directory. */
export function markEncrypted(zip: Buffer): Buffer {
  const marked = Buffer.from(zip)
  for (const [mark, at] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    const start = marked.indexOf(mark, 0, 'latin1')
    marked.writeUInt16LE(marked.readUInt16LE(start + at) | 1, start + at)
  }
  return marked
}

export async function unpack(path: string, scratchDir: string, limits?: UnpackLimits) {
  const handle = await open(path)
  try {
    const { size: sizeBytes } = await handle.stat()
    const { from, bytes } = await openUnpacked(
      { handle, sizeBytes },
      { scratchDir, ...(limits && { limits }) },
    )
    const pieces: Buffer[] = []
    for await (const piece of bytes) pieces.push(piece)
    return { from, text: Buffer.concat(pieces).toString('utf8') }
  } finally {
    await handle.close()
  }
}
