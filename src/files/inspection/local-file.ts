import { createUtf8Check } from '../csv/utf8.ts'
import { openUnpacked } from '../unpacking/open.ts'
import type { PackedFile } from '../unpacking/pieces.ts'
import { isUtf16 } from './encoding.ts'
import type { Utf8Pass } from './encoding.ts'
import type { Head } from './layout.ts'

export const headBytesMax = 1_048_576

/** A pass over a larger file takes more than a second. */
const passBytesMax = 536_870_912
/** The disk of a busy machine, and other storages than a disk, may be slower. */
const passMs = 1_500

export type ReadFile = { head: Head; pass: Utf8Pass | null; isWorkbook: boolean }

/**
 * The head of what is in a packed file or workbook, or of the file itself.
 * @throws UnpackFault, a sentence.
 */
export async function readUnpackedFile(file: PackedFile, scratchDir: string): Promise<ReadFile> {
  const { from, bytes } = await openUnpacked(file, { scratchDir })
  if (from === 'plain') return { ...(await readLocalFile(file)), isWorkbook: false }
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
export async function readLocalFile({
  handle,
  sizeBytes,
}: PackedFile): Promise<{ head: Head; pass: Utf8Pass | null }> {
  const bytes = await readAt(handle, 0, Math.min(headBytesMax, sizeBytes))
  const head = { bytes, isWhole: bytes.length === sizeBytes }
  if (head.isWhole || sizeBytes > passBytesMax || isUtf16(bytes)) return { head, pass: null }
  return { head, pass: await findForeignByte(handle) }
}

/** @returns null if there was no time for all of the file. */
async function findForeignByte(handle: PackedFile['handle']): Promise<Utf8Pass | null> {
  const utf8 = createUtf8Check()
  const endsMs = performance.now() + passMs
  for (let position = 0; performance.now() < endsMs;) {
    const bytes = await readAt(handle, position, headBytesMax)
    const found = bytes.length === 0 ? utf8.end() : utf8.push(bytes)
    if (found !== null) return { foreignAt: position + found }
    if (bytes.length === 0) return { foreignAt: null }
    position += bytes.length
  }
  return null
}

async function readAt(handle: PackedFile['handle'], position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
