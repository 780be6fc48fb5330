import net from 'node:net'
import tls from 'node:tls'
import type postgres from 'postgres'

/** The connection is gone: `code` is the driver's own for it. */
export function connectionLost(message: string): Error {
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' })
}

type Target = Pick<postgres.Sql['options'], 'host' | 'port' | 'path' | 'ssl'>

/**
 * Connects to the first of the hosts that answers; encrypted, if the options ask for that. The driver could do the
 * latter itself, but would be the only one to know the encrypted socket: when we closed the one below, an error of the
 * one above ended the process.
 */
export async function openSocket(target: Target, timeoutMs: number): Promise<net.Socket> {
  if (target.path) return connectSocket({ path: target.path }, target.ssl, timeoutMs)
  let failure: unknown
  for (const [index, host] of target.host.entries()) {
    try {
      return await connectSocket({ host, port: target.port[index] ?? 5432 }, target.ssl, timeoutMs)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function connectSocket(
  address: net.NetConnectOpts,
  ssl: Target['ssl'],
  timeoutMs: number,
): Promise<net.Socket> {
  const socket = net.connect(address)
  const giveUp = () => socket.destroy(connectionLost('The database server did not answer.'))
  const deadline = setTimeout(giveUp, timeoutMs)
  try {
    await happening(socket, 'connect')
    return ssl === false ? socket : await encrypt(socket, 'host' in address ? address.host : undefined, ssl)
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(deadline)
  }
}

/** The length of the message, and the number that asks for encryption. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

async function encrypt(
  socket: net.Socket,
  host: string | undefined,
  ssl: Exclude<Target['ssl'], false>,
): Promise<net.Socket> {
  socket.write(sslRequest)
  const answer = String(await happening(socket, 'data'))
  if (answer === 'N' && ssl === 'prefer') return socket
  // More than the one byte would be read as if it had come encrypted.
  if (answer !== 'S') throw new Error('The database server does not offer an encrypted connection.')
  const isUnverified = ssl === 'require' || ssl === 'prefer' || ssl === 'allow'
  const secure = tls.connect({
    socket,
    ...(host !== undefined && net.isIP(host) === 0 ? { servername: host } : {}),
    ...(isUnverified ? { rejectUnauthorized: false } : {}),
    ...(typeof ssl === 'object' ? ssl : {}),
  })
  await happening(secure, 'secureConnect')
  return secure
}

/** Resolves with what the event brings; a socket that is closed instead is an error. */
function happening(socket: net.Socket, event: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(connectionLost('The database server closed the connection.')))
  })
}
