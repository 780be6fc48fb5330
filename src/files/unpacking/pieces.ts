import type { OpenFile } from '../storage.ts'

/** The handle stays open, and its position is not used. `fd`: of a file of the disk. */
export type PackedFile = { handle: Pick<OpenFile, 'read'> & { fd?: number }; sizeBytes: number }

const pieceBytes = 262_144

export async function* readPieces({ handle, sizeBytes }: PackedFile): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes;) {
    const length = Math.min(pieceBytes, sizeBytes - at)
    // The reader of the last piece may still hold it.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

export async function readHead({ handle, sizeBytes }: PackedFile, bytes: number): Promise<Buffer> {
  const head = Buffer.alloc(Math.min(bytes, sizeBytes))
  let filled = 0
  while (filled < head.length) {
    const { bytesRead } = await handle.read(head, filled, head.length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return head.subarray(0, filled)
}

/**
 * Shows the first bytes before they are passed on.
 * @param look gets `bytes` bytes, or all if there are fewer.
 */
export async function* withHead(
  pieces: AsyncIterable<Buffer>,
  bytes: number,
  look: (head: Buffer) => void,
): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const piece of pieces) {
    if (head === null) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < bytes) continue
    look(head.subarray(0, bytes))
    yield head
    head = null
  }
  if (head === null) return
  look(head)
  yield head
}
