import net from 'node:net'
import tls from 'node:tls'

export function connectionLost(message: string): Error {
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' })
}

/** `disable`, `prefer`, `require` and the others of libpq's `sslmode`. */
export type SslMode = 'allow' | 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'

export type Target = {
  /** The file of a unix socket; then `hosts` say nothing. */
  path?: string | undefined
  hosts: readonly { host: string; port: number }[]
  ssl: SslMode
}

/**
 * Connects to the first of the hosts that answers; encrypted, if the options ask for that. The driver could do neither
 * several hosts nor `sslmode=prefer`.
 */
export async function openSocket(target: Target, timeoutMs: number): Promise<net.Socket> {
  if (target.path) return connectSocket({ path: target.path }, target.ssl, timeoutMs)
  let failure: unknown
  for (const address of target.hosts) {
    try {
      return await connectSocket(address, target.ssl, timeoutMs)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function connectSocket(
  address: net.NetConnectOpts,
  ssl: SslMode,
  timeoutMs: number,
): Promise<net.Socket> {
  const socket = net.connect(address)
  const giveUp = () => socket.destroy(connectionLost('The database server did not answer.'))
  const deadline = setTimeout(giveUp, timeoutMs)
  try {
    await nextEvent(socket, 'connect')
    return ssl === 'disable'
      ? socket
      : await encrypt(socket, 'host' in address ? address.host : undefined, ssl)
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(deadline)
  }
}

/** The length of the message, and the code that requests encryption. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

async function encrypt(socket: net.Socket, host: string | undefined, ssl: SslMode): Promise<net.Socket> {
  socket.write(sslRequest)
  const answer = String(await nextEvent(socket, 'data'))
  if (answer === 'N' && ssl === 'prefer') return socket
  // Further bytes would be read as if they had been encrypted.
  if (answer !== 'S') throw new Error('The database server does not offer an encrypted connection.')
  const isUnverified = ssl === 'require' || ssl === 'prefer' || ssl === 'allow'
  const secure = tls.connect({
    socket,
    ...(host !== undefined && net.isIP(host) === 0 ? { servername: host } : {}),
    ...(isUnverified ? { rejectUnauthorized: false } : {}),
  })
  await nextEvent(secure, 'secureConnect')
  return secure
}

/** Resolves with the event's value; rejects if the socket is closed. */
function nextEvent(socket: net.Socket, event: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(connectionLost('The database server closed the connection.')))
  })
}
