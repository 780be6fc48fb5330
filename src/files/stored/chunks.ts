import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { OpenFile } from '../storage.ts'

type Gathering = {
  fromByte: number
  chunkBytes: number
  insert: (atByte: number, bytes: Buffer) => Promise<void>
}

/** Gathers pieces into chunks. The pieces are copied: who writes them may use their memory again. */
export function gatherChunks({ fromByte, chunkBytes, insert }: Gathering) {
  let atByte = fromByte
  let pieces: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes === 0) return
    const chunk = Buffer.concat(pieces)
    await insert(atByte, chunk)
    atByte += chunk.length
    pieces = []
    bytes = 0
  }
  return {
    flush,
    async write(piece: Buffer) {
      for (let from = 0; from < piece.length;) {
        const part = piece.subarray(from, from + chunkBytes - bytes)
        pieces.push(Buffer.from(part))
        bytes += part.length
        from += part.length
        if (bytes === chunkBytes) await flush()
      }
    },
  }
}

/** Two of them are in memory for each download, however slow its client is. */
const streamBytes = 131_072

type Reading = { read: OpenFile['read']; close?: (() => void) | undefined }

/** A file whose chunks are not on the disk. A file that can be opened never changes. */
export function openFileOf({ read, close }: Reading, size: number): OpenFile {
  return {
    read,
    stat: async () => ({ size, mtimeMs: 0 }),
    createReadStream: ({ start = 0, end = size - 1 } = {}) =>
      Readable.from(streamed({ read, close }, { from: start, to: end + 1, pieceBytes: streamBytes })),
    close: async () => close?.(),
  }
}

type Pieces = { from: number; to: number; pieceBytes: number }

async function* piecesOf(read: OpenFile['read'], { from, to, pieceBytes }: Pieces): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const length = Math.min(pieceBytes - (at % pieceBytes), to - at)
    const { buffer } = await read(Buffer.allocUnsafe(length), 0, length, at)
    at += length
    yield buffer
  }
}

/** Closes the file at its end, or when its client has gone. */
async function* streamed({ read, close }: Reading, pieces: Pieces): AsyncGenerator<Buffer> {
  try {
    yield* piecesOf(read, pieces)
  } finally {
    close?.()
  }
}

const copiedBytes = 1_048_576

/** Without a name from the beginning, so that a crash leaves nothing behind. */
export async function copyToDisk(file: OpenFile, scratchDir: string): Promise<FileHandle> {
  await mkdir(scratchDir, { recursive: true, mode: 0o700 })
  const path = join(scratchDir, `${randomUUID()}.copy`)
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    await rm(path)
    const { size } = await file.stat()
    const pieces = piecesOf(file.read, { from: 0, to: size, pieceBytes: copiedBytes })
    for await (const piece of pieces) await handle.appendFile(piece)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}
