import type net from 'node:net'
import { Client } from 'pg'
import { isFinal, named } from './faults.ts'
import type { SessionOptions } from './options.ts'
import { senderOf, type Sender } from './sender.ts'
import { connectionLost, openSocket } from './socket.ts'

/**
 * One connection to PostgreSQL, used by one statement or one transaction at a time and never reopened. What is sent
 * before an answer has come travels with it: the driver's pipeline mode, and one write for all that is sent in a turn.
 */
export type Session = Sender & {
  /** Set once the connection is gone: nothing reaches the server any more. */
  lost: () => Error | undefined
  /** Closes the connection. Within a second the server ends the statement in progress (`settingsOf`). */
  lose: (error: Error) => void
  close: () => Promise<void>
  /** @returns what was read since the last call. */
  takeBytes: () => number
}

/** @throws the driver's or the system's error if the server cannot be reached or refuses the connection. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const socket = await openSocket(options.target, options.connectTimeoutMs).catch((error: unknown) => {
    options.onLost()
    throw error
  })
  const client = new Client({ ...options.login, ssl: false, pipeline: true, stream: () => opened(socket) })
  let lost: Error | undefined
  const lose = (error: Error) => {
    if (lost !== undefined) return
    lost = error
    socket.destroy()
    options.onLost()
  }
  const close = async () => {
    if (lost !== undefined) return
    lost = connectionLost('The connection is closed.')
    options.onLost()
    const deadline = setTimeout(() => socket.destroy(), 1_000)
    await client.end()
    clearTimeout(deadline)
  }
  // Said when no statement is under way; those under way hear of it themselves.
  client.on('error', (error) =>
    lose(isFinal(error) ? error : connectionLost('The connection to the database was lost.')),
  )
  client.on('end', () => lose(connectionLost('The connection to the database was lost.')))
  client.on('notice', ({ severity = '', message = '' }) => options.onNotice?.(severity, message))
  client.on('notification', ({ payload = '' }) => options.onNotification?.(payload))
  try {
    await logIn(client, socket, options)
  } catch (error) {
    lose(connectionLost('The connection could not be opened.'))
    throw error
  }
  // The socket tells earlier than the driver.
  const isLost = () => lost ?? (socket.destroyed ? connectionLost('The connection was lost.') : undefined)
  let taken = socket.bytesRead
  const takeBytes = () => {
    const before = taken
    taken = socket.bytesRead
    return taken - before
  }
  return {
    lost: isLost,
    lose,
    close,
    takeBytes,
    ...senderOf({ client, socket, lost: isLost, lose }, options),
  }
}

/** The driver connects the stream that it is given; ours is connected already. */
function opened(socket: net.Socket): net.Socket {
  const connect = () => {
    process.nextTick(() => socket.emit('connect'))
    return socket
  }
  return Object.assign(socket, { connect })
}

async function logIn(
  client: Client,
  socket: net.Socket,
  { target, connectTimeoutMs }: SessionOptions,
): Promise<void> {
  const [{ host, port } = { host: '', port: 0 }] = target.hosts
  const where = target.path ?? `${host}:${port}`
  const refusal = Object.assign(new Error(`The database server ${where} did not answer in time.`), {
    code: 'CONNECT_TIMEOUT',
    ...(target.path === undefined ? { address: host, port } : {}),
  })
  const deadline = setTimeout(() => socket.destroy(refusal), connectTimeoutMs)
  try {
    await client.connect()
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw named(error)
    throw socket.destroyed ? connectionLost('The database server closed the connection.') : notTaken(error)
  } finally {
    clearTimeout(deadline)
  }
}

/** What the driver does for a caller: a transaction with its statements, or one statement alone. */
export type Watched = 'transaction' | 'statement'

/** Called when it has ended, with the error if there is one. */
export type Over = (error?: unknown) => void

/** Called when it begins. undefined: this one is not watched. */
export type Watch = (what: Watched) => Over | undefined

let watching: Watch | null = null

/** For traces. One for all connections of the thread. */
export function watchDatabase(next: Watch | null): void {
  watching = next
}

export function begun(what: Watched): Over | undefined {
  return watching?.(what)
}

/** The driver itself gave up, for example because the server asks for a password and there is none. It gives no code. */
function notTaken(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return Object.assign(new Error(`The log-in failed: ${reason}`), { name: 'PostgresError', code: '28P01' })
}
