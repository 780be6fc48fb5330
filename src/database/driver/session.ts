import { once } from 'node:events'
import type net from 'node:net'
import { Stream } from 'node:stream'
import postgres from 'postgres'
import { connectionLost, openSocket, reachOf, watchReach, type Reach } from './socket.ts'
import { fromText, replaceEnds, type Statement } from './statement/create.ts'

/**
 * One connection to PostgreSQL, used by one statement or one transaction at a time and never reopened.
 * The driver's own pool reuses connection objects and shares connections. Seen with postgres 3.4.9 on PostgreSQL 17:
 * - a transaction whose connection dies writes its rollback to a null socket: an uncaught TypeError ends the process;
 * - if the pool has reconnected by then, the rest of the transaction runs, and commits, on the new connection;
 * - after a parameter that cannot be sent (`undefined`), answers on the connection go to the wrong statements;
 * - a server that closes silently during the handshake is called 3,000 times in 4 s, and the caller waits forever;
 * - a COPY that fails after its last byte (mostly a duplicate key) never ends;
 * - a COPY to the client whose last bytes fill its stream leaves the socket paused: the next answer is never read;
 * - the first statement after a restart of the server is refused with the error that ended the one before.
 * So each client of the driver gets one socket that it cannot replace, and each statement goes through `run`.
 */
export type Session = {
  client: postgres.Sql
  lost: () => Error | undefined
  /** Calls `settled` when the answer is complete, before the caller gets it. */
  run: (statement: Statement, settled?: (error?: unknown) => void) => void
  /** Ends a read together with what comes next: a write to a socket is much of the cost of a small request. */
  commitLater: () => void
  /** The text that begins a transaction, after the end of a read that is due: together they get one answer. */
  opening: (text: string) => string
  cancel: (reason: Error) => Promise<void>
  lose: (error: Error) => void
  close: () => Promise<void>
  /** @returns what was read since the last call. */
  takeBytes: () => number
}

export type SessionOptions = {
  driver: postgres.Sql['options']
  connectTimeoutMs: number
  /** A statement without an answer after this time ends with its connection. 0: never. */
  answerTimeoutMs: number
  /** How a statement that waits looks whether the server's machine is there. */
  reach?: Reach
  /** How long a read holds its transaction, for the sake of one write to the socket. */
  commitDelayMs: number
  onLost: () => void
}

/** @throws the driver's or the system's error if the server cannot be reached or refuses the connection. */
export async function openSession(options: SessionOptions): Promise<Session> {
  let socket: net.Socket | undefined
  let lost: Error | undefined
  const open = async () => {
    if (socket !== undefined) throw connectionLost('The server closed the connection while it was opened.')
    socket = await openSocket(options.driver, options.connectTimeoutMs)
    return socket
  }
  const client = clientOf(options, open, () =>
    lose(connectionLost('The connection to the database was lost.')),
  )
  const lose = (error: Error) => {
    if (lost !== undefined) return
    lost = error
    socket?.destroy()
    // Rejects running and queued statements: the driver alone forgets the queued ones.
    void client.end({ timeout: 0 })
    options.onLost()
  }
  const close = async () => {
    if (lost !== undefined) return
    lost = connectionLost('The connection is closed.')
    options.onLost()
    await client.end({ timeout: 1 })
    socket?.destroy()
  }
  let server: Backend
  try {
    const { state } = await client`select 1`
    server = state
  } catch (error) {
    lose(connectionLost('The connection could not be opened.'))
    throw named(error, options.driver)
  }
  const isLost = () =>
    socket?.destroyed && lost === undefined ? connectionLost('The connection was lost.') : lost
  const cancel = async (reason: Error) => {
    // The connection is lost in any case: a late cancellation must not end another user's statement.
    await requestCancel(options, server).catch(() => {})
    lose(reason)
  }
  let taken = socket?.bytesRead ?? 0
  const takeBytes = () => {
    const before = taken
    taken = socket?.bytesRead ?? before
    return taken - before
  }
  return {
    client,
    takeBytes,
    lost: isLost,
    cancel,
    lose,
    close,
    ...runner({ client, isLost, lose, resume: () => void socket?.resume() }, options),
  }
}

/** The driver does not know where a socket leads that it has not opened, and says `undefined:undefined`. */
function named(error: unknown, { host, port, path }: SessionOptions['driver']): unknown {
  if (!(error instanceof Error) || !error.message.includes('undefined:undefined')) return error
  const where = path || `${host[0]}:${port[0]}`
  error.message = error.message.replace('undefined:undefined', where)
  if (!path) Object.assign(error, { address: host[0], port: port[0] })
  return error
}

type Backend = { pid: number; secret: number }

const cancelRequest = [16, 80_877_102] as const

async function requestCancel(
  { driver, connectTimeoutMs }: SessionOptions,
  { pid, secret }: Backend,
): Promise<void> {
  const socket = await openSocket(driver, connectTimeoutMs)
  const message = Buffer.alloc(16)
  for (const [index, value] of [...cancelRequest, pid, secret].entries()) {
    message.writeUInt32BE(value, index * 4)
  }
  socket.setTimeout(connectTimeoutMs, () => socket.destroy())
  socket.on('error', () => {}).resume()
  const closed = once(socket, 'close')
  // The server closes. PgBouncer 1.18 (Debian 12) ends itself if the client does so first.
  socket.write(message)
  await closed
}

type Running = Pick<Session, 'client' | 'lose'> & { isLost: Session['lost']; resume: () => void }

function runner(
  { client, isLost, lose, resume }: Running,
  { answerTimeoutMs, commitDelayMs, driver, reach = reachOf(driver) }: SessionOptions,
): Pick<Session, 'run' | 'commitLater' | 'opening'> {
  const execute = (client`` as Statement).handler
  let debt: NodeJS.Timeout | undefined
  const commit = () => {
    clearTimeout(debt)
    debt = undefined
    if (isLost() !== undefined) return
    // The driver executes it again when a handler is attached: that call does nothing.
    const last = fromText(client, 'commit', () => {})
    execute(last)
    // Its failure is harmless: it ends a read.
    last.catch(() => {})
  }
  const run: Session['run'] = (statement, settled) => {
    const refusal = isLost() ?? unsupported(statement)
    if (refusal !== undefined) {
      settled?.(refusal)
      statement.reject(refusal)
      return
    }
    const giveUp = () => lose(connectionLost('The database did not answer in time.'))
    const deadline = answerTimeoutMs > 0 ? setTimeout(giveUp, answerTimeoutMs) : undefined
    const endWatch = watchReach(reach, () => lose(connectionLost(unreachable)))
    watch(statement, resume, (error) => {
      clearTimeout(deadline)
      endWatch()
      // After an error that is not the server's, answers can no longer be matched to statements.
      const isBroken = error !== undefined && !(error instanceof postgres.PostgresError)
      if (isBroken) lose(connectionLost('The connection was given up after an error of another statement.'))
      settled?.(error)
    })
    if (debt !== undefined) commit()
    execute(statement)
  }
  const opening = (text: string) => {
    if (debt === undefined) return text
    clearTimeout(debt)
    debt = undefined
    return `commit; ${text}`
  }
  return { run, opening, commitLater: () => (debt = setTimeout(commit, commitDelayMs).unref()) }
}

const unreachable = 'The machine of the database cannot be reached.'

/** Both end their promise before their answer is complete, so the connection would be lent again too early. */
function unsupported(statement: Statement): Error | undefined {
  if (statement.cursorFn !== undefined) return new Error('Cursors are not supported: read by keyset pages.')
  return statement.onlyDescribe ? new Error('Statements cannot be described.') : undefined
}

/** The driver resolves a COPY twice, and forgets its stream if the server refuses the data. */
function watch(statement: Statement, resume: () => void, settled: (error?: unknown) => void): void {
  const { resolve, reject } = statement
  let stream: Stream.Duplex | undefined
  let isSettled = false
  const settle = (error?: unknown) => {
    if (!isSettled) settled(error)
    isSettled = true
  }
  replaceEnds(statement, {
    resolve: (value) => {
      if (value instanceof Stream) stream = (value as Stream.Duplex).once('close', resume)
      else settle()
      resolve(value)
    },
    reject: (error) => {
      stream?.destroy(error instanceof Error ? error : undefined)
      settle(error)
      reject(error)
    },
  })
}

function clientOf(
  options: SessionOptions,
  socket: () => Promise<net.Socket>,
  onclose: () => void,
): postgres.Sql {
  const { driver } = options
  const single = {
    ...driver,
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    connect_timeout: options.connectTimeoutMs / 1000,
    // The driver would wait for the second of several hosts without trying it; `openSocket` tries them all.
    host: driver.host.slice(0, 1),
    port: driver.port.slice(0, 1),
    socket,
    ssl: false,
    onclose,
  }
  return postgres(single as unknown as postgres.Options<Record<string, postgres.PostgresType>>)
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
