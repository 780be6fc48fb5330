import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { readAddress } from '../../../src/database/address.ts'

/** For how long a client has a server connection. `drops`: start-up settings are lost. */
export type Pooling = { mode: 'session' | 'transaction' | 'statement'; drops: boolean }

/** A pooler in front of a database, similar to PgBouncer. @returns a DATABASE_URL that leads through it. */
export async function aPooler(databaseUrl: string, { mode, drops }: Pooling): Promise<string> {
  const target = readAddress(databaseUrl)
  const sockets = new Set<Socket>()
  const idle: Backend[] = []
  const server = createServer((client) => {
    keep(client)
    let backend: Backend | undefined
    let isStarted = false
    let awaited = 0
    const attach = (to: Backend) => {
      backend = to
      to.hear = (bytes, readyForQuery) => {
        client.write(bytes)
        awaited -= readyForQuery.length
        if (mode === 'session' || awaited > 0 || (mode === 'transaction' && readyForQuery.at(-1) !== 'I'))
          return
        backend = undefined
        idle.push(to)
      }
    }
    client.on('data', (bytes) => {
      if (!isStarted) {
        isStarted = true
        awaited = 1
        attach(openBackend(drops ? withoutSettings(bytes) : bytes))
        return
      }
      awaited += messagesOf(bytes).filter(({ type }) => type === 'S' || type === 'Q').length
      const next = backend ?? idle.pop()
      if (next === undefined) return void client.destroy()
      if (backend === undefined) attach(next)
      next.socket.write(bytes)
    })
  })
  const openBackend = (startup: Buffer): Backend => {
    const socket =
      target.path === undefined
        ? connect(target.port?.[0] ?? 5432, target.host?.[0] ?? '127.0.0.1')
        : connect(target.path)
    keep(socket)
    const backend: Backend = { socket, hear: () => {} }
    let pending = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      const all = Buffer.concat([pending, bytes])
      const messages = messagesOf(all)
      const length = messages.reduce((sum, message) => sum + message.length, 0)
      pending = all.subarray(length)
      const ready = messages.filter(({ type }) => type === 'Z').map(({ body }) => body.toString())
      backend.hear(all.subarray(0, length), ready)
    })
    socket.write(startup)
    return backend
  }
  function keep(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(target.url)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  url.searchParams.delete('host')
  return url.href
}

/** `readyForQuery`: the transaction state at the end of each answer, I outside a transaction. */
type Backend = { socket: Socket; hear: (bytes: Buffer, readyForQuery: string[]) => void }

/** The complete protocol messages at the beginning. */
function messagesOf(bytes: Buffer): { type: string; body: Buffer; length: number }[] {
  const messages = []
  for (let at = 0; at + 5 <= bytes.length;) {
    const length = 1 + bytes.readUInt32BE(at + 1)
    if (at + length > bytes.length) break
    messages.push({
      type: String.fromCharCode(bytes[at] ?? 0),
      body: bytes.subarray(at + 5, at + length),
      length,
    })
    at += length
  }
  return messages
}

/** The start-up message, with the user and the database only. */
function withoutSettings(startup: Buffer): Buffer {
  const parts = startup.subarray(8).toString().split('\0')
  const kept: string[] = []
  for (let index = 0; index + 1 < parts.length; index += 2) {
    if (['user', 'database', 'client_encoding'].includes(parts[index] ?? '')) {
      kept.push(parts[index] ?? '', parts[index + 1] ?? '')
    }
  }
  const body = Buffer.from(`${kept.join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  startup.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}
