import type { Socket } from 'node:net'
import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { unmapped } from '../network.ts'
import type { ConnectionPlaces } from './places.ts'

/** What the ports that take mail have in common: places, patience, replies. */

/** The reply to a command. @param message ASCII, with its enhanced status code if it has one */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

export function limitsOf(places: ConnectionPlaces): Pick<SMTPServerOptions, 'onConnect' | 'onClose'> {
  const counted = new Map<string, string>()
  return {
    onConnect: ({ id, remoteAddress }, callback) => {
      if (!places.take(remoteAddress)) return callback(refusal(421, 'Too many connections'))
      counted.set(id, remoteAddress)
      callback()
    },
    onClose: ({ id }) => {
      const address = counted.get(id)
      if (counted.delete(id) && address !== undefined) places.free(address)
    },
  }
}

/** Milliseconds until the first command, until what makes a client welcome, and until the end. */
export type Patience = { command: number; welcome: number; whole: number | null }

/** Ends connections that take a place and send nothing. */
export function createIdleWatch({ command, welcome, whole }: Patience) {
  const waiting = new Map<string, () => void>()
  const keyOf = (address = '', port = 0) => `${unmapped(address) ?? address} ${port}`
  return {
    isWelcome: ({ remoteAddress, remotePort }: SMTPServerSession) =>
      waiting.get(keyOf(remoteAddress, remotePort))?.(),
    watch: (socket: Socket) => {
      const key = keyOf(socket.remoteAddress, socket.remotePort)
      const end = () => socket.destroy()
      const timer = setTimeout(end, welcome)
      const timers = [timer, setTimeout(() => socket.bytesRead === 0 && end(), command)]
      if (whole !== null) timers.push(setTimeout(end, whole))
      waiting.set(key, () => clearTimeout(timer))
      socket.once('close', () => {
        for (const one of timers) clearTimeout(one)
        waiting.delete(key)
      })
    },
  }
}

export type Listening = { port: number; stop: () => Promise<void> }

/** @param onFault of a single connection; the client tries again. @throws if the port cannot be opened. */
export async function listenForMail(
  server: SMTPServer,
  { host, port }: { host: string; port: number },
  onFault: (error: Error) => void,
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', onFault)
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
