import type { FileHandle } from 'node:fs/promises'
import { createReader } from './reader.ts'
import type { CsvFormat } from './records.ts'
import { RECORD_BYTES_MAX } from './scan.ts'
import { readSepLine, sepLineBytesMax } from './sep-line.ts'

const chunkBytes = 65_536
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** The cells of the first record; null if there is none, or it is longer than a record may be. */
export async function readHeader(handle: FileHandle, format: CsvFormat): Promise<string[] | null> {
  let header: string[] | null = null
  const reader = createReader(format, (cells) => (header ??= [...cells]))
  const chunk = Buffer.allocUnsafe(chunkBytes)
  for (let position = await bytesBefore(handle, format); ;) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position)
    if (bytesRead === 0) break
    reader.push(chunk.subarray(0, bytesRead))
    position += bytesRead
    if (header !== null || position > RECORD_BYTES_MAX) return header
  }
  reader.end()
  return header
}

/** Of a byte-order mark and a line such as `sep=;`. */
async function bytesBefore(handle: FileHandle, format: CsvFormat): Promise<number> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sepLineBytesMax), 0, sepLineBytesMax, 0)
  const start = buffer.subarray(0, bytesRead)
  const sepLine = readSepLine(start)
  if (sepLine !== null) return sepLine.byteLength
  const isMarked = format.characterSet === 'UTF-8' && start.subarray(0, 3).equals(byteOrderMark)
  return isMarked ? byteOrderMark.length : 0
}
