import type { Client } from 'undici'
import type { GuardedConnection } from './reach.ts'

export const headersMaxBytes = 16_000

/**
 * Speaks HTTP over a connection that exists, and closes it when `work` has ended. The caller limits the time. The library is
 * loaded when it is first needed, because it takes 3.6 MB in each thread (docs/decisions/081-what-the-collector-holds.md).
 */
export async function withClient<Result>(
  url: URL,
  connection: GuardedConnection,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  try {
    const library = await import('undici')
    const client = new library.Client(url.origin, {
      connect: connectorFor(connection),
      maxHeaderSize: headersMaxBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    try {
      return await work(client)
    } finally {
      await client.destroy()
    }
  } finally {
    connection.socket.destroy()
  }
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
