import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import postgres from 'postgres'
import { finalFailure, passingFailure } from '../request-failed.ts'
import { WatchedSocket } from '../watched-socket.ts'
import { watchLogin } from './login-watch.ts'
import {
  fetchRows,
  isTooLong,
  textOf,
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
  const database = connect(stream, target)
  try {
    return await database.begin('isolation level repeatable read read only', async (sql) => {
      reader.connected()
      await limit(sql, limits)
      // By the extended protocol, which takes one statement and no second one behind a semicolon.
      await sql.unsafe(`declare quiver_rows no scroll cursor for ${text}`, [], extended)
      let count = 0
      for (;;) {
        const rows = await sql.unsafe(`fetch ${fetchRows} from quiver_rows`, [], extended).raw()
        if (count === 0) reader.columns(rows.columns.map(({ name }) => name))
        const booleans = new Set(
          rows.columns.flatMap(({ type }, place) => (type === booleanOid ? [place] : [])),
        )
        const wanted = rows.slice(0, rowsMax - count)
        const isMoreWanted = await reader.rows(wanted.map((row) => readRow(row, booleans, limits)))
        count += rows.length
        if (count > rowsMax || !isMoreWanted) return { isCut: count > rowsMax }
        if (rows.length < fetchRows) return { isCut: false }
      }
    })
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
function limit(
  sql: postgres.TransactionSql,
  { firstRowSeconds, nextRowSeconds, totalSeconds }: RemoteLimits,
) {
  const seconds = Math.min(Math.max(firstRowSeconds, nextRowSeconds), totalSeconds)
  return sql.unsafe(settings, [String(Math.ceil(seconds * 1000))])
}

const booleanOid = 16

/** Missing in the driver's types: without it a text without parameters may contain several statements. */
const extended: postgres.UnsafeQueryOptions & { simple: boolean } = { simple: false }

function readRow(
  row: readonly (Uint8Array | null)[],
  booleans: ReadonlySet<number>,
  limits: RemoteLimits,
): RemoteRow {
  if (isTooLong(row, limits)) return null
  return row.map((value, place) => {
    const text = textOf(value)
    return booleans.has(place) && text !== null ? (text === 't' ? 'true' : 'false') : text
  })
}

function connect(stream: Duplex, target: DatabaseTarget): postgres.Sql {
  let isFirst = true
  // `socket` is missing in the driver's types. Without a listener notices are written to the log.
  const options: postgres.Options<Record<string, never>> & { socket: () => Duplex } = {
    socket: () => {
      if (!isFirst) throw new Error('The connection was closed.')
      isFirst = false
      return stream
    },
    host: target.host,
    port: target.port,
    username: target.username,
    // Not undefined, for which the driver reads PGPASSWORD.
    password: target.password ?? '',
    database: target.databaseName,
    ssl: false,
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
    connection: { application_name: 'quiver remote list' },
  }
  return postgres(options)
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
