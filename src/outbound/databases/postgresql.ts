import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { Client, type QueryArrayConfig } from 'pg'
import { finalFailure, passingFailure } from '../request-failed.ts'
import { WatchedSocket } from '../watched-socket.ts'
import { watchLogin } from './login-watch.ts'
import {
  fetchRows,
  type DatabaseTarget,
  type RemoteLimits,
  type RemoteQuery,
  type RemoteReader,
  type RemoteRow,
} from './target.ts'

/** One transaction that may not write, and a cursor of the server in it. A statement that is no query fails. */
export async function readPostgresql(
  socket: Duplex,
  { target, sql: text, rowsMax }: RemoteQuery,
  limits: RemoteLimits,
  reader: RemoteReader,
): Promise<{ isCut: boolean }> {
  const way = target.tls === 'off' ? socket : await secured(socket, target)
  const login = watchLogin({ isVerified: target.tls === 'verify' })
  let refusal: Error | null = null
  const stream = new WatchedSocket(way, (chunk) => (refusal = login(chunk)))
  const client = clientOf(stream, target)
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    reader.connected()
    await limit(client, limits)
    await client.query(extended(`declare quiver_rows no scroll cursor for ${text}`))
    let count = 0
    for (;;) {
      const { fields, rows } = await client.query<(string | null)[]>(
        extended(`fetch ${fetchRows} from quiver_rows`),
      )
      if (count === 0) reader.columns(fields.map(({ name }) => name))
      const booleans = new Set(
        fields.flatMap(({ dataTypeID }, place) => (dataTypeID === booleanOid ? [place] : [])),
      )
      const wanted = rows.slice(0, rowsMax - count)
      const isMoreWanted = await reader.rows(wanted.map((row) => readRow(row, booleans, limits)))
      count += rows.length
      if (count > rowsMax || !isMoreWanted) return { isCut: count > rowsMax }
      if (rows.length < fetchRows) return { isCut: false }
    }
  } catch (error) {
    // The driver reports that its connection was closed, and not always why.
    throw refusal ?? error
  } finally {
    stream.destroy()
  }
}

const settings =
  "select set_config(name, case name when 'statement_timeout' then $1 else '1000' end, true) from pg_settings " +
  "where name in ('statement_timeout', 'client_connection_check_interval')"

/** The server stops a statement whose reader is gone, from version 14 on within a second. */
function limit(client: Client, { firstRowSeconds, nextRowSeconds, totalSeconds }: RemoteLimits) {
  const seconds = Math.min(Math.max(firstRowSeconds, nextRowSeconds), totalSeconds)
  return client.query(settings, [String(Math.ceil(seconds * 1000))])
}

const booleanOid = 16

/** By the extended protocol, which takes one statement and no second one behind a semicolon. Missing in the driver's types. */
function extended(text: string): QueryArrayConfig & { queryMode: 'extended' } {
  return { text, rowMode: 'array', queryMode: 'extended' }
}

function readRow(
  row: readonly (string | null)[],
  booleans: ReadonlySet<number>,
  { rowBytesMax }: RemoteLimits,
): RemoteRow {
  const bytes = row.reduce((sum, value) => sum + (value === null ? 0 : Buffer.byteLength(value)), 0)
  if (bytes > rowBytesMax) return null
  return row.map((value, place) =>
    booleans.has(place) && value !== null ? (value === 't' ? 'true' : 'false') : value,
  )
}

function clientOf(stream: Duplex, target: DatabaseTarget): Client {
  // The driver connects the stream that it is given; this one is connected already.
  const connect = () => {
    process.nextTick(() => stream.emit('connect'))
    return stream
  }
  const client = new Client({
    stream: () => Object.assign(stream, { connect, setNoDelay: () => stream }),
    user: target.username,
    // As a function: for want of a text the driver would look into ~/.pgpass.
    password: () => target.password ?? '',
    database: target.databaseName,
    ssl: false,
    application_name: 'quiver remote list',
    types: { getTypeParser: () => String },
  })
  // Statements under way hear of it themselves.
  client.on('error', () => {})
  return client
}

const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

/** PostgreSQL answers one byte before TLS begins. Further bytes were injected on the way. */
async function secured(socket: Duplex, target: DatabaseTarget): Promise<Duplex> {
  const answer = new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(passingFailure('The database closed the connection', 'try it again')))
  })
  socket.write(sslRequest)
  const bytes = await answer
  if (bytes.toString('latin1') !== 'S') throw withoutTls()
  const tls = connectTls({ socket, ...tlsOptions(target) })
  await new Promise<void>((resolve, reject) => {
    tls.once('secureConnect', resolve)
    tls.once('error', reject)
    tls.once('close', () => reject(passingFailure('The database closed the connection', 'check its TLS')))
  })
  return tls
}

export function withoutTls() {
  return finalFailure(
    'The database does not offer TLS: enable it there, or set tls to off if you trust every network on the way.',
  )
}

function tlsOptions({ host, tls, tlsCa }: DatabaseTarget): ConnectionOptions {
  return {
    host,
    servername: isIP(host) === 0 ? host : '',
    rejectUnauthorized: tls === 'verify',
    ...(tlsCa === null ? {} : { ca: tlsCa }),
    ...(tls === 'verify' ? {} : { checkServerIdentity: () => undefined }),
  }
}
