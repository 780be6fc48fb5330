import type { Client } from 'undici'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { hostOf } from './address-guard.ts'
import type { GuardedConnection } from './reach.ts'
import { passingFailure, spellSize } from './request-failed.ts'
import { createMeter, WatchedSocket } from './watched-socket.ts'

export const headersMaxBytes = 16_000

/** Early answers, headers, the frames of chunks and what a reader has not taken yet: all that is no body. */
const othersBytesMax = 1_000_000

export type Exchange = {
  client: Client
  /** A piece of the body was read. */
  taken: () => void
}

/**
 * Speaks HTTP over a connection that exists, and closes it when `work` has ended. The caller limits the time, and the bytes of
 * the body; `bodyBytesMax` bounds what may come besides. The library is loaded when it is first needed, because it takes 3.6 MB in each thread (docs/decisions/028-speed-of-the-import.md).
 */
export async function withClient<Result>(
  url: URL,
  { connection, bodyBytesMax }: { connection: GuardedConnection; bodyBytesMax: number },
  work: (exchange: Exchange) => Promise<Result>,
): Promise<Result> {
  const tooMuch = () => sentTooMuch(url)
  // Frames of small chunks take as much as what they frame.
  const totalBytesMax = 2 * bodyBytesMax + othersBytesMax
  const meter = createMeter({ bytesMax: othersBytesMax, totalBytesMax, tooMuchAtOnce: tooMuch, tooMuch })
  const socket = new WatchedSocket(connection.socket, meter.watch)
  socket.on('error', () => {})
  try {
    const library = await import('undici')
    const client = new library.Client(url.origin, {
      connect: connectorFor(socket),
      maxHeaderSize: headersMaxBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    try {
      return await work({ client, taken: meter.reset })
    } finally {
      await client.destroy()
    }
  } finally {
    socket.destroy()
  }
}

function sentTooMuch(url: URL): Error {
  const most = spellSize(othersBytesMax)
  return passingFailure(
    `The server at ${hostOf(url)} sent more than ${most} besides what was asked for`,
    'check it',
  )
}

function connectorFor(watched: Duplex) {
  // The library uses nothing of it that other streams do not have.
  const socket = watched as Socket
  let isFirst = true
  return (_options: unknown, callback: (...result: [null, typeof socket] | [Error, null]) => void) => {
    const isUsable = isFirst && !socket.destroyed
    isFirst = false
    // Deferred, because undici loses the request if the callback runs synchronously.
    queueMicrotask(() =>
      isUsable ? callback(null, socket) : callback(new Error('The connection was closed.'), null),
    )
  }
}
