import net from 'node:net'
import tls from 'node:tls'
import { codeOf } from '../../sqlstate.ts'

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

/** To the first of the hosts that answers; encrypted, if the target asks for that. */
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
  // A small message would wait up to 40 ms for the acknowledgment of the one before.
  const socket = net.connect({ ...address, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 })
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

function nextEvent(socket: net.Socket, event: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(connectionLost('The database server closed the connection.')))
  })
}

/** A machine that is cut off sends no end of its connections; the statement's own limit is five minutes. */
const everyMs = 10_000
const timeoutMs = 5_000
/** One may be lost, or the machine too busy. */
const missesMax = 2

/** Others, such as a refusal or a lack of own sockets, say nothing about a connection that is open. */
const unreachable = new Set([
  'CONNECTION_CLOSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
])

export type Reach = { connect: () => Promise<{ destroy: () => unknown }>; everyMs: number }

/** Without a byte, which PostgreSQL does not log. */
export function reachOf(target: Target): Reach {
  return { connect: () => openSocket({ ...target, ssl: 'disable' }, timeoutMs), everyMs }
}

/** While a statement waits: calls `gone` when the server's machine was not reachable twice in turn. @returns its end. */
export function watchReach({ connect, everyMs }: Reach, gone: () => void): () => void {
  let isOver = false
  let misses = 0
  const look = async () => {
    const isMissing = await connect().then(
      (socket) => {
        socket.destroy()
        return false
      },
      (error: unknown) => unreachable.has(codeOf(error) ?? ''),
    )
    misses = isMissing ? misses + 1 : 0
    if (isOver) return
    if (misses === missesMax) gone()
    else timer = setTimeout(look, everyMs)
  }
  let timer = setTimeout(look, everyMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
