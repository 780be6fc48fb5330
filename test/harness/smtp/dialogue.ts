import { createConnection } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection that says what it is told to; each call answers the next whole reply. */
export async function talk(port: number, host = '127.0.0.1') {
  const socket = createConnection(port, host)
  onTestFinished(() => void socket.destroy())
  let text = ''
  let wake = () => {}
  socket.on('data', (chunk) => {
    text += chunk.toString()
    wake()
  })
  socket.on('close', () => wake())
  socket.on('error', () => {})
  const reply = async () => {
    for (;;) {
      const end = /^\d{3} .*\r\n/m.exec(text)
      if (end !== null) {
        const whole = text.slice(0, end.index + end[0].length)
        text = text.slice(whole.length)
        return whole
      }
      if (socket.destroyed) return 'closed'
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return reply()
  }
  return { socket, reply, say }
}
