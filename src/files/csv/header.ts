import type { FileHandle } from 'node:fs/promises'
import { createReader } from './reader.ts'
import type { FileFormat } from './format.ts'
import { createLineSkip } from './line-skip.ts'
import { RECORD_BYTES_MAX } from './scan.ts'
import { readSepLine, sepLineBytesMax } from './sep-line.ts'

const chunkBytes = 65_536
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The cells of the first record; null if there is none, or it is longer than a record may be. */
export async function readHeader(handle: FileHandle, format: FileFormat): Promise<string[] | null> {
  let header: string[] | null = null
  const reader = createReader(format, (cells) => (header ??= [...cells]))
  const skip = createLineSkip(format.skipLines)
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let rowBytes = 0
  for (let position = await bytesBefore(handle, format); ;) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) break
    const read = chunk.subarray(0, bytesRead)
    const rows = skip.isDone() ? read : read.subarray(skip.take(read))
    reader.push(rows)
    position += bytesRead
    rowBytes += rows.length
    if (header !== null || rowBytes > RECORD_BYTES_MAX) return header
  }
  reader.end()
  return header
}

/** Of a byte-order mark and a line such as `sep=;`. */
async function bytesBefore(handle: FileHandle, format: FileFormat): Promise<number> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sepLineBytesMax), 0, sepLineBytesMax, 0)
  const start = buffer.subarray(0, bytesRead)
  const sepLine = readSepLine(start)
  if (sepLine !== null) return sepLine.byteLength
  const isMarked = format.characterSet === 'UTF-8' && start.subarray(0, 3).equals(byteOrderMark)
  return isMarked ? byteOrderMark.length : 0
}
