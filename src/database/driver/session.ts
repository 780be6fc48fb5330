import type net from 'node:net'
import { Client, DatabaseError } from 'pg'
import type { ClientConfig, QueryResult } from 'pg'
import { connectionLost, openSocket } from './socket.ts'
import type { Target } from './socket.ts'
import { traced } from './sql.ts'
import type { Answer, Statement } from './sql.ts'
import { write } from './text.ts'
import type { Query } from './text.ts'

/**
 * One connection to PostgreSQL, used by one statement or one transaction at a time and never reopened. What is sent
 * before an answer has come travels with it: the driver's pipeline mode, and one write for all that is sent in a turn.
 */
export type Session = {
  /** Set once the connection is gone; nothing reaches the server any more. */
  lost: () => Error | undefined
  /** Sends a statement. @throws `retryable` errors; a `DatabaseError`; others when it could not be sent or read. */
  run: (statement: Statement) => Promise<Answer>
  /** Sends SQL that has no parameters; it may be several statements. @returns the command of the last. */
  send: (text: string) => Promise<string>
  /**
   * Ends a read-only transaction together with the next statement of any user, or a moment later without one. Each
   * write to a socket is a good part of the cost of a small request, and no caller waits for the end of a read.
   */
  commitLater: () => void
  /** Closes the connection immediately; statements in progress reject. */
  lose: (error: Error) => void
  /** Ends the connection properly; for a connection that is not lent. */
  close: () => Promise<void>
}

export type SessionOptions = {
  target: Target
  /** Who logs in, and with which settings. */
  login: Pick<ClientConfig, 'user' | 'password' | 'database' | 'types' | 'application_name' | 'options'>
  connectTimeoutMs: number
  /** A statement without an answer after this time ends with its connection. 0: never. */
  answerTimeoutMs: number
  onNotice?: ((severity: string, message: string) => void) | undefined
  onNotification?: ((payload: string) => void) | undefined
  onLost: () => void
}

/** @throws the driver's or the system's error if the server cannot be reached or refuses the connection. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const socket = await openSocket(options.target, options.connectTimeoutMs).catch((error: unknown) => {
    options.onLost()
    throw error
  })
  const client = new Client({
    ...options.login,
    ssl: false,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    pipeline: true,
    stream: () => opened(socket),
  })
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
    await logIn(client, socket, options.connectTimeoutMs)
  } catch (error) {
    lose(connectionLost('The connection could not be opened.'))
    throw error
  }
  // The socket tells earlier than the driver.
  const isLost = () => lost ?? (socket.destroyed ? connectionLost('The connection was lost.') : undefined)
  const { answerTimeoutMs } = options
  return { lost: isLost, lose, close, ...sender({ client, socket, lost: isLost, lose, answerTimeoutMs }) }
}

/** The driver connects the stream that it is given; ours is connected already. */
function opened(socket: net.Socket): net.Socket {
  const connect = () => {
    process.nextTick(() => socket.emit('connect'))
    return socket
  }
  return Object.assign(socket, { connect })
}

async function logIn(client: Client, socket: net.Socket, timeoutMs: number): Promise<void> {
  const refusal = Object.assign(new Error('The database server did not answer.'), { code: 'CONNECT_TIMEOUT' })
  const deadline = setTimeout(() => socket.destroy(refusal), timeoutMs)
  try {
    await client.connect()
  } catch (error) {
    const isKnown = error instanceof Error && 'code' in error
    throw isKnown ? named(error) : connectionLost('The database server closed the connection.')
  } finally {
    clearTimeout(deadline)
  }
}

type Connection = Pick<Session, 'lost' | 'lose'> & {
  client: Client
  socket: net.Socket
  answerTimeoutMs: number
}

function sender({
  client,
  socket,
  lost,
  lose,
  answerTimeoutMs,
}: Connection): Pick<Session, 'run' | 'send' | 'commitLater'> {
  let generation = 0
  const submit = ({ name, ...query }: Query) =>
    new Promise<Answer>((resolve, reject) => {
      const refusal = lost()
      if (refusal !== undefined) return reject(refusal)
      const giveUp = () => lose(connectionLost('The database did not answer in time.'))
      const deadline = answerTimeoutMs > 0 ? setTimeout(giveUp, answerTimeoutMs) : undefined
      const known = name === undefined ? query : { ...query, name: `${name}_${generation}` }
      client.query(known, (error: Error | null, result: QueryResult | QueryResult[]) => {
        clearTimeout(deadline)
        if (error === null) return resolve(answerOf(Array.isArray(result) ? result.at(-1) : result))
        if (isFinal(error)) lose(error)
        if (isStale(error)) generation += 1
        reject(
          lost() === undefined || 'code' in error ? named(error) : connectionLost('The connection was lost.'),
        )
      })
    })
  let debt: NodeJS.Timeout | undefined
  const commit = () => {
    clearTimeout(debt)
    debt = undefined
    // Nothing hangs on it: it ends a read.
    submit({ text: 'commit' }).catch(() => {})
  }
  const inOneWrite = writer(socket)
  const sendNext = async (query: Query) => {
    inOneWrite()
    if (debt !== undefined) commit()
    return submit(query)
  }
  return {
    run: async (statement) => {
      try {
        return await sendNext(write(statement))
      } catch (error) {
        throw traced(error, statement)
      }
    },
    send: async (text) => (await sendNext({ text })).command,
    commitLater: () => (debt = setTimeout(commit, commitDelayMs).unref()),
  }
}

/** How long an idle connection may keep a read-only transaction open. */
const commitDelayMs = 10

/** What is sent in one turn of the event loop leaves in one write. */
function writer(socket: net.Socket): () => void {
  let isOpen = false
  const flush = () => {
    isOpen = false
    socket.uncork()
  }
  return () => {
    if (isOpen) return
    isOpen = true
    socket.cork()
    process.nextTick(flush)
  }
}

function answerOf(result: QueryResult | undefined): Answer {
  const { rows = [], rowCount, command } = result ?? {}
  return Object.defineProperties(rows, {
    count: { value: rowCount ?? 0 },
    command: { value: command ?? '' },
  }) as Answer
}

/**
 * The plan that the server keeps no longer fits the tables, or the server knows of none: then the connection gives its
 * statements new names. The driver would go on with the old ones.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return error.code === '26000' || error.routine === 'RevalidateCachedQuery'
}

/** The server ends the connection with this error. */
function isFinal(error: Error): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
}

/** The driver calls it `error`. */
function named(error: Error): Error {
  return error instanceof DatabaseError ? Object.assign(error, { name: 'PostgresError' }) : error
}
