import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  socket: Socket
  query: URLSearchParams
  source: UrlSource
}

export type UrlSource = {
  url: (path: string) => string
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  /** The local address of each connection so far, oldest first. */
  reached: string[]
  /** Bytes written to the connections that are open now. */
  sentBytes: () => number
  /** Breaks every open connection, as a crash of the machine does. */
  resetConnections: () => void
  quiet: () => Promise<void>
  close: () => Promise<void>
}

export const membersCsv = 'email,First Name\nanna@example.com,Anna\nbob@example.com,Bob\n'

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n'
const block = Buffer.alloc(65_536, 'anna@example.com\n')

/** One path for each behavior; `?ms=` sets the pace of the slow ones, `?bytes=` the length of the long ones. */
const behaviours: Record<string, (exchange: Exchange) => void> = {
  '/members.csv': ({ response }) => response.end(membersCsv),
  '/members.csv.gz': ({ response }) => response.end(gzipSync(membersCsv)),
  '/endless.gz': ({ response }) => {
    response.write(gzipSync(membersCsv))
    pour(response, Infinity)
  },
  '/empty': ({ response }) => response.end(),
  '/sized': ({ response, query }) => {
    response.setHeader('content-length', Number(query.get('bytes')))
    pour(response, Number(query.get('bytes')))
  },
  '/chunked': ({ response, query }) => pour(response, Number(query.get('bytes'))),
  '/endless': ({ response }) => pour(response, Infinity),
  '/unframed-open': ({ socket }) => socket.write(`${head}Connection: close\r\n\r\n${membersCsv}`),
  '/unframed': ({ socket }) => socket.end(`${head}Connection: close\r\n\r\n${membersCsv}`),
  '/status': ({ response, query }) => response.writeHead(Number(query.get('code'))).end('no file'),
  '/failing': ({ response, query, source }) => {
    const seen = source.requests.filter(({ path }) => path.startsWith('/failing')).length
    if (seen > Number(query.get('times'))) response.end(membersCsv)
    else response.writeHead(Number(query.get('code') ?? 500)).end()
  },

  '/redirects': ({ response, query }) => {
    const left = Number(query.get('times'))
    redirect(response, left > 1 ? `/redirects?times=${left - 1}` : '/members.csv')
  },
  '/loop': ({ response }) => redirect(response, '/loop'),
  '/to': ({ response, query }) =>
    redirect(response, query.get('url') ?? '', Number(query.get('code') ?? 302)),
  '/nowhere': ({ response }) => response.writeHead(302).end(),
  '/cookie': ({ response }) => redirect(response, '/members.csv\r\nSet-Cookie: session=1'),

  '/silence': () => {},
  '/stall': ({ socket }) => socket.write(`${head}Content-Length: 1000\r\n\r\n${membersCsv}`),
  '/trickle': ({ socket, query }) => {
    socket.write(`${head}Content-Length: 1000000\r\n\r\n`)
    every(socket, query, 'a')
  },
  '/slow-headers': ({ socket, query }) => {
    socket.write(`${head}X-Slow: `)
    every(socket, query, 'a')
  },
  '/informs': ({ socket, query }) => every(socket, query, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),

  '/short': ({ socket }) => socket.end(`${head}Content-Length: 1000\r\n\r\n${membersCsv}`),
  '/long': ({ socket }) => socket.end(`${head}Content-Length: 10\r\n\r\n${membersCsv}`),
  '/short-chunks': ({ socket }) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n40\r\n${membersCsv}`),
  '/two-lengths': ({ socket }) =>
    socket.end(`${head}Content-Length: 10\r\nContent-Length: 62\r\n\r\n${membersCsv}`),
  '/announced': ({ socket, query }) => socket.write(`${head}Content-Length: ${query.get('bytes')}\r\n\r\n`),
  '/reset': ({ socket }) =>
    socket.write(`${head}Content-Length: 1000\r\n\r\n${membersCsv}`, () => socket.resetAndDestroy()),
  '/reset-chunks': ({ socket }) =>
    socket.write(`${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`, () =>
      socket.resetAndDestroy(),
    ),
  '/hang-up': ({ socket }) => socket.destroy(),
  '/garbage': ({ socket }) => socket.end('220 mail.example.com ESMTP\r\n'),
  '/upgrade': ({ socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),

  '/header-flood': ({ socket }) => {
    socket.write(head)
    flood(socket, `X-Flood: ${'a'.repeat(1000)}\r\n`)
  },
  '/one-long-header': ({ socket }) => {
    socket.write(`${head}X-Flood: `)
    flood(socket, 'a'.repeat(1000))
  },
  '/long-status': ({ socket }) => {
    socket.write('HTTP/1.1 200 ')
    flood(socket, 'a'.repeat(1000))
  },
  '/trailer-flood': ({ socket }) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n`)
    flood(socket, `X-Flood: ${'a'.repeat(1000)}\r\n`)
  },
  '/informs-flood': ({ socket }) =>
    flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100)),
  '/extension-flood': ({ socket }) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1;a=`)
    flood(socket, 'a'.repeat(1000))
  },
  '/frames-flood': ({ socket }) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    flood(socket, `1;${'a'.repeat(100_000)}\r\na\r\n`)
  },
  '/bomb': ({ response }) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(Buffer.alloc(10_000_000)))
  },
  '/transfer-bomb': ({ socket }) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    socket.write(`${head}Transfer-Encoding: gzip, chunked\r\n\r\n${bomb.length.toString(16)}\r\n`)
    socket.write(bomb)
    socket.end('\r\n0\r\n\r\n')
  },
}

/**
 * The server that url imports are fetched from, with all its behaviors. Listens on a free port of `host` (a loopback
 * address, unless the test has a network namespace); with `tls` it speaks HTTPS.
 */
export async function startUrlSource({
  host = '127.0.0.1',
  port = 0,
  tls,
}: { host?: string; port?: number; tls?: { key: string; cert: string } } = {}): Promise<UrlSource> {
  const sockets = new Set<Socket>()
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://source')
    source.requests.push({ path: request.url ?? '', headers: request.headers })
    const behave = behaviours[pathname] ?? (({ response }) => response.writeHead(404).end())
    behave({ request, response, socket: request.socket, query: searchParams, source })
  }
  const server = tls ? createHttpsServer(tls, answer) : createHttpServer(answer)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    source.reached.push((socket.localAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/, ''))
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const origin = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${address.port}`
  const source: UrlSource = {
    url: (path) => `${origin}${path}`,
    requests: [],
    reached: [],
    sentBytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    resetConnections: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    quiet: async () => {
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve))
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return source
}

/** Written to the socket, because the library does not send the invalid header characters of a hostile server. */
function redirect({ socket }: ServerResponse, location: string, code = 302): void {
  socket?.write(`HTTP/1.1 ${code} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)
}

/** Writes no faster than the other side reads. */
function pour(response: ServerResponse, bytes: number): void {
  let left = bytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      const piece = block.subarray(0, Math.min(left, block.length))
      left -= piece.length
      if (!response.write(piece)) break
    }
    if (left === 0) response.end()
  }
  response.on('drain', more)
  more()
}

function flood(socket: Socket, text: string): void {
  const piece = text.repeat(64)
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}

function every(socket: Socket, query: URLSearchParams, text: string): void {
  const timer = setInterval(() => socket.write(text), Number(query.get('ms') ?? 1000))
  socket.once('close', () => clearInterval(timer))
}
