import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A stranger who pipelines, in a process of its own: 20 connections send 200 requests each 20 ms, without waiting for
 * answers. Arguments: URL of the server, and the head of the request.
 */
const [url = '', head = ''] = process.argv.slice(2)
const connections = 20
const requests = Buffer.from(head.repeat(200))
/** What a connection holds back for a server that does not read. */
const heldBytes = 4 * 1_048_576

async function flood(): Promise<void> {
  const { hostname, port } = new URL(url)
  for (;;) {
    const socket = connect(Number(port), hostname).resume()
    socket.on('error', () => {})
    while (!socket.closed) {
      if (socket.writableLength < heldBytes) socket.write(requests)
      await pause(20)
    }
  }
}

console.log('ready')
await Promise.all(Array.from({ length: connections }, flood))
