import { isUtf16 } from '../../contract/imports/wrong-files.ts'
import { createUtf8Check } from '../csv/utf8.ts'
import { openUnpacked } from '../unpacking/open.ts'
import { readPieces, type PackedFile } from '../unpacking/pieces.ts'
import { isReadAsItIs } from '../../contract/imports/character-sets.ts'
import { createTranscoder } from '../unpacking/code-pages.ts'
import { UnpackFault } from '../unpacking/limits.ts'
import type { Utf8Pass } from './character-sets/encoding.ts'
import { findFormat } from './format.ts'
import type { FileToInspect } from './inspect.ts'
import type { Head } from './layout.ts'
import { createLeftSearch, type LeftSearch } from './opt-outs/search.ts'

export const headBytesMax = 1_048_576

/** A pass over a larger file takes more than a second. */
const passBytesMax = 536_870_912
/** The disk of a busy machine, and other storages than a disk, may be slower. */
const passMs = 1_000

/** Looking at each cell takes a second for 100 MB; unpacking takes longer. */
const searchBytesMax = 67_108_864
const packedSearchBytesMax = 16_777_216

export type ReadFile = Pick<FileToInspect, 'head' | 'pass' | 'left' | 'isUnpacked'> & { isWorkbook: boolean }

/**
 * The head of what is in a packed file or workbook, or of the file itself.
 * @throws UnpackFault, a sentence.
 */
export async function readUnpackedFile(
  file: PackedFile,
  scratchDir: string,
  searchMs = passMs,
): Promise<ReadFile> {
  const { from, bytes } = await openUnpacked(file, { scratchDir })
  if (from === 'plain') return { ...(await readLocalFile(file, searchMs)), isWorkbook: false }
  const pieces = bytes[Symbol.asyncIterator]()
  const start: Buffer[] = []
  let length = 0
  let isWhole = false
  while (!isWhole && length <= headBytesMax) {
    const { value, done } = await pieces.next()
    isWhole = done === true
    if (isWhole) break
    start.push(Buffer.from(value))
    length += value.length
  }
  const text = Buffer.concat(start)
  const head = { bytes: text.subarray(0, headBytesMax), isWhole }
  const rest = withStart(text, { [Symbol.asyncIterator]: () => pieces })
  const left = isWhole
    ? null
    : await searchText({ head, pass: null }, rest, { bytesMax: packedSearchBytesMax, searchMs })
  return { head, pass: null, left, isUnpacked: true, isWorkbook: from === 'xlsx' }
}

async function* withStart(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* rest
}

/** Also checks every byte of the file where that is quick: an accent in the last row would fail the whole import. */
export async function readLocalFile(
  file: PackedFile,
  searchMs = passMs,
): Promise<Pick<ReadFile, 'head' | 'pass' | 'left'>> {
  const { handle, sizeBytes } = file
  const bytes = await readAt(handle, 0, Math.min(headBytesMax, sizeBytes))
  const head = { bytes, isWhole: bytes.length === sizeBytes }
  if (head.isWhole) return { head, pass: null, left: null }
  const isChecked = sizeBytes <= passBytesMax && !isUtf16(bytes)
  const pass = isChecked ? await passOver(handle) : null
  const left = await searchText({ head, pass }, readPieces(file), { bytesMax: searchBytesMax, searchMs })
  return { head, pass, left }
}

type Beginning = { head: Head; pass: Utf8Pass | null }

/** Searches a file for people who have left, in the format that it seems to have, as long as there is time. */
async function searchText(
  beginning: Beginning,
  pieces: AsyncIterable<Buffer>,
  { bytesMax, searchMs }: { bytesMax: number; searchMs: number },
): Promise<LeftSearch> {
  const { csv, characterSet } = findFormat({ ...beginning, given: {} })
  const transcoder = isReadAsItIs(characterSet.value) ? null : createTranscoder(characterSet.value)
  const search = createLeftSearch(csv)
  const endsMs = performance.now() + searchMs
  let length = 0
  try {
    for await (const piece of pieces) {
      search.push(transcoder === null ? piece : transcoder.push(piece))
      length += piece.length
      if (length > bytesMax || performance.now() > endsMs) return search.end(false)
    }
    if (transcoder !== null) search.push(transcoder.end())
    return search.end(true)
  } catch (error) {
    // The character set was a guess.
    if (transcoder !== null && error instanceof UnpackFault) return search.end(false)
    throw error
  }
}

const aroundBytes = 65_536

async function passOver(handle: PackedFile['handle']): Promise<Utf8Pass | null> {
  const pass = await findForeignByte(handle)
  const foreignAt = pass?.foreignAt ?? 0
  if (foreignAt < headBytesMax / 2) return pass
  return { foreignAt, around: await readAt(handle, foreignAt - 1024, aroundBytes) }
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
