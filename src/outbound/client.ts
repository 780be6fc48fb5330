import type { Client } from 'undici'
import type { GuardedConnection } from './reach.ts'

export const headersMaxBytes = 16_000

/**
 * Speaks HTTP over a connection that exists, once. The caller limits the time, and destroys the client and the socket. The
 * library is loaded when it is first needed: it takes 3.6 MB in each thread, and most servers never call anybody.
 */
export async function clientFor(url: URL, connection: GuardedConnection): Promise<Client> {
  const library = await import('undici')
  return new library.Client(url.origin, {
    connect: connectorFor(connection),
    maxHeaderSize: headersMaxBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

function connectorFor({ socket }: GuardedConnection) {
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
