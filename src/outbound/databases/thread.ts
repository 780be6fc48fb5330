import { parentPort, workerData } from 'node:worker_threads'
import { countsSoFar } from '../../work/counts.ts'
import { isNamed } from '../address-guard.ts'
import { reachGuarded } from '../reach.ts'
import { finalFailure, passingFailure, spellSize } from '../request-failed.ts'
import { createMeter, WatchedSocket, type Meter } from '../watched-socket.ts'
import { readMysql } from './mysql.ts'
import { refuseOwn } from './own.ts'
import { readPostgresql } from './postgresql.ts'
import { sentenceOf, withoutPassword } from './sentence.ts'
import {
  fetchRows,
  type KnownNames,
  type RemotePiece,
  type RemoteQuery,
  type RemoteReader,
  type RemoteRules,
  urlOf,
} from './target.ts'

// A thread of its own for each query: its end closes the connection whatever the driver does, and a server that sends
// what the driver does not expect ends this thread and no other.

/** `names`: looked up where all queries share the bounds of look-ups; a thread of its own would have its own. */
export type Job = { query: RemoteQuery; rules: RemoteRules; names: KnownNames }

const { query, rules, names } = workerData as Job
const lookup = (name: string) => Promise.resolve(names[name] ?? [])

// A driver prints what it wonders at, with a stack: the log of the server is not for foreign databases to fill.
for (const print of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) console[print] = () => {}

function tell(piece: RemotePiece): void {
  parentPort?.postMessage(piece)
}

/** A driver's own error may come later than the one that ended its connection. */
let fault: unknown

async function work(): Promise<{ isCut: boolean }> {
  const { target } = query
  const { limits } = rules
  const { socket, meter } = await reach()
  socket.on('error', (error) => (fault ??= error))
  const reader: RemoteReader = {
    connected: () => tell({ kind: 'connected' }),
    columns: (columns) => tell({ kind: 'columns', columns }),
    rows: async (rows) => {
      meter.reset()
      const next = new Promise<boolean>((resolve) => {
        parentPort?.once('message', (word) => resolve(word === 'next'))
      })
      tell({ kind: 'rows', rows })
      return next
    },
  }
  const read = target.type === 'mysql' ? readMysql : readPostgresql
  return Promise.race([read(socket, query, limits, reader), closed(socket)])
}

/** A driver misses a connection that closes before it listens. What the driver says itself comes first. */
function closed(socket: WatchedSocket): Promise<never> {
  return new Promise((_, reject) => {
    const lost = () =>
      reject(passingFailure('The database closed the connection', 'check it and try it again'))
    socket.once('close', () => setTimeout(lost, 100))
    if (socket.destroyed) lost()
  })
}

/** A driver copies what it has not read to the end of a row again with each piece: this bounds that, too. */
const spareBytes = 4_194_304

async function reach(): Promise<{ socket: WatchedSocket; meter: Meter }> {
  const url = urlOf(query.target)
  const { addresses, connection } = await reachGuarded(
    url,
    { allow: rules.allow, allowLoopback: false, setting: 'REMOTE_DATABASE_ALLOW', lookup },
    new AbortController().signal,
  )
  if (!isNamed(url, rules.allow)) await refuseOwn({ addresses, port: query.target.port }, rules.own, lookup)
  const { rowBytesMax, totalBytesMax } = rules.limits
  const bytesMax = fetchRows * rowBytesMax + spareBytes
  const meter = createMeter({ bytesMax, totalBytesMax, tooMuchAtOnce, tooMuch })
  return { socket: new WatchedSocket(connection.socket, meter.watch), meter }
}

function tooMuchAtOnce(bytes: number): Error {
  return finalFailure(
    `The database sent more than ${spellSize(bytes)} for one fetch of rows: select fewer or shorter columns.`,
  )
}

function tooMuch(bytes: number): Error {
  return finalFailure(
    `The query returns more than ${spellSize(bytes)}: select fewer rows or shorter columns.`,
  )
}

let isOver = false

function end(piece: RemotePiece): void {
  if (isOver) return
  isOver = true
  tell(piece)
  parentPort?.close()
}

function fail(error: unknown): void {
  const { message, retry } = sentenceOf(fault ?? error, query.target)
  // For the log. A driver's error may hold the connection with its password: only its text is passed on.
  const cause = withoutPassword(error instanceof Error ? error.message : String(error), query.target)
  const isRefused = countsSoFar().some(({ name }) => name === 'refused_addresses')
  end({ kind: 'failed', message, retry, isRefused, cause })
}

// A driver that loses its connection may throw outside of any awaited call before it rejects the call that is awaited.
process.on('uncaughtException', fail)
parentPort?.on('message', () => {})
try {
  end({ kind: 'end', ...(await work()) })
} catch (error) {
  fail(error)
}
