import { createUtf8Check } from '../csv/utf8.ts'
import type { OpenFile } from '../storage.ts'
import { openUnpacked } from '../unpacking/open.ts'
import { isUtf16 } from './encoding.ts'
import type { Utf8Pass } from './encoding.ts'
import type { Head } from './layout.ts'

export const headBytesMax = 1_048_576

/** A pass over a larger file takes more than a second. */
const passBytesMax = 536_870_912

export type ReadFile = { head: Head; pass: Utf8Pass | null; isWorkbook: boolean }

/**
 * The head of what is in a packed file or workbook, or of the file itself.
 * @throws UnpackFault, a sentence.
 */
export async function readUnpackedFile(handle: OpenFile, scratchDir: string): Promise<ReadFile> {
  const { size: sizeBytes } = await handle.stat()
  const { from, bytes } = await openUnpacked({ handle, sizeBytes }, { scratchDir })
  if (from === 'plain') return { ...(await readLocalFile(handle)), isWorkbook: false }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of bytes) {
    pieces.push(Buffer.from(piece))
    length += piece.length
    if (length > headBytesMax) break
  }
  const head = { bytes: Buffer.concat(pieces).subarray(0, headBytesMax), isWhole: length <= headBytesMax }
  return { head, pass: null, isWorkbook: from === 'xlsx' }
}

/** Also checks every byte of the file where that is quick: an accent in the last row would fail the whole import. */
export async function readLocalFile(handle: OpenFile): Promise<{ head: Head; pass: Utf8Pass | null }> {
  const { size } = await handle.stat()
  const bytes = await readAt(handle, 0, Math.min(headBytesMax, size))
  const head = { bytes, isWhole: bytes.length === size }
  if (head.isWhole || size > passBytesMax || isUtf16(bytes)) return { head, pass: null }
  return { head, pass: { foreignAt: await findForeignByte(handle) } }
}

async function findForeignByte(handle: OpenFile): Promise<number | null> {
  const utf8 = createUtf8Check()
  for (let position = 0; ;) {
    const bytes = await readAt(handle, position, headBytesMax)
    const found = bytes.length === 0 ? utf8.end() : utf8.push(bytes)
    if (found !== null) return position + found
    if (bytes.length === 0) return null
    position += bytes.length
  }
}

async function readAt(handle: OpenFile, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
