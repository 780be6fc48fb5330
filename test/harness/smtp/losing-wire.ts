import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Hangs up at some answers that name a message, so that the client does not hear them. @returns its port. */
export async function aLosingWire(target: number, isLost: () => boolean): Promise<number> {
  const server = createServer((client) => {
    const submission = connect(target, '127.0.0.1')
    for (const socket of [client, submission]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        submission.destroy()
      })
    }
    client.pipe(submission)
    submission.on('data', (bytes) => {
      if (bytes.includes('queued as') && isLost()) client.destroy()
      else client.write(bytes)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
