import { aProxy } from '../../core/proxy.ts'

/** A message of PostgreSQL from the server: its type, and what follows the length. */
export type Message = { type: string; body: Buffer }

/** A way to PostgreSQL on which a message of the server can become other bytes. @returns its port */
export async function aLyingServer(port: number, lie: (message: Message) => Buffer | null): Promise<number> {
  const proxy = await aProxy(`postgres://x:y@127.0.0.1:${port}/z`, (client, server) => {
    client.on('data', (bytes) => server.write(bytes))
    let rest = Buffer.alloc(0)
    server.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
        const end = 1 + rest.readInt32BE(1)
        const message = { type: rest.toString('latin1', 0, 1), body: rest.subarray(5, end) }
        client.write(lie(message) ?? rest.subarray(0, end))
        rest = rest.subarray(end)
      }
    })
  })
  return Number(new URL(proxy.url).port)
}

export function messageOf({ type, body }: Message, length = body.length + 4): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(length, 1)
  return Buffer.concat([head, body])
}
