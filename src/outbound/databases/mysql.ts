import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { createConnection, type Connection, type ConnectionOptions, type FieldPacket } from 'mysql2'
import { finalFailure } from '../request-failed.ts'
import { asPartOfAnother, readQuery } from './mysql-query.ts'
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

type RawRow = (Uint8Array | null)[]

/**
 * One transaction that may not write, and a statement that the server has recognized as a query. MySQL has no cursor
 * outside of procedures: the server sends the rows of one statement as they are read, and waits in between.
 */
export async function readMysql(
  socket: Duplex,
  { target, sql: text, rowsMax }: RemoteQuery,
  limits: RemoteLimits,
  reader: RemoteReader,
): Promise<{ isCut: boolean }> {
  const sql = readQuery(text)
  // The driver names no host to TLS if it is an address; without a name Node.js takes this one, or else "localhost".
  const connection = createConnection(optionsOf(Object.assign(socket, { _host: target.host }), target))
  // Errors without a command to tell; those of commands reject their promises.
  const broken = once(connection, 'error').then(([error]) => Promise.reject(error))
  broken.catch(() => {})
  try {
    await Promise.race([run(connection, 'set session transaction read only'), broken])
    reader.connected()
    await limit(connection, limits)
    await Promise.race([prepare(connection, asPartOfAnother(sql)), broken])
    await run(connection, 'start transaction with consistent snapshot, read only')
    return await Promise.race([readAll(connection, { sql, rowsMax }, limits, reader), broken])
  } finally {
    connection.destroy()
    socket.destroy()
  }
}

function optionsOf(socket: Duplex, target: DatabaseTarget): ConnectionOptions {
  return {
    stream: socket,
    // For the name in the certificate.
    host: target.host,
    user: target.username,
    password: target.password ?? '',
    database: target.databaseName,
    charset: 'utf8mb4',
    // The parent thread limits all times.
    connectTimeout: 0,
    multipleStatements: false,
    // Rows as arrays of bytes, read by code that is not made from the names that a server sends.
    disableEval: true,
    rowsAsArray: true,
    typeCast: false,
    flags: ['-LOCAL_FILES'],
    ...(target.tls === 'off' ? {} : { ssl: sslOf(target) }),
  }
}

function sslOf({ tls, tlsCa }: DatabaseTarget) {
  const isVerified = tls === 'verify'
  const ca = tlsCa === null ? {} : { ca: tlsCa }
  return { rejectUnauthorized: isVerified, verifyIdentity: isVerified, ...ca }
}

function run(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => (error === null ? resolve() : reject(error)))
  })
}

/** @throws what the server says if it cannot. */
function prepare(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => {
      if (error !== null) return reject(error)
      statement.close()
      resolve()
    })
  })
}

/**
 * A server that sorts does not notice that its reader is gone. Rows are sent within the statement, so its time is that of
 * the whole query. MariaDB counts seconds; MySQL counts milliseconds, and of queries only; older servers have no limit.
 */
async function limit(connection: Connection, { totalSeconds }: RemoteLimits): Promise<void> {
  const seconds = Math.ceil(totalSeconds)
  const isKnown = await set(connection, 'max_statement_time', seconds)
  if (!isKnown) await set(connection, 'max_execution_time', seconds * 1000)
}

/** @returns whether the server has the variable. */
function set(connection: Connection, variable: string, value: number): Promise<boolean> {
  return run(connection, `set session ${variable} = ${value}`).then(
    () => true,
    (error: Error) => {
      if ('code' in error && error.code === 'ER_UNKNOWN_SYSTEM_VARIABLE') return false
      throw error
    },
  )
}

async function readAll(
  connection: Connection,
  { sql, rowsMax }: Pick<RemoteQuery, 'sql' | 'rowsMax'>,
  limits: RemoteLimits,
  reader: RemoteReader,
): Promise<{ isCut: boolean }> {
  const stream = connection
    .query({ sql, rowsAsArray: true, typeCast: false })
    .stream({ highWaterMark: fetchRows })
  let hasColumns = false
  stream.once('fields', (fields: FieldPacket[] | undefined) => {
    hasColumns = fields !== undefined
    if (fields !== undefined) reader.columns(fields.map(({ name }) => name))
  })
  let count = 0
  let rows: RemoteRow[] = []
  for await (const row of stream as AsyncIterable<RawRow>) {
    if (!hasColumns) break
    if (count === rowsMax) return finish(true)
    count += 1
    rows.push(isTooLong(row, limits) ? null : row.map(textOf))
    if (rows.length < fetchRows) continue
    if (!(await reader.rows(rows))) return { isCut: false }
    rows = []
  }
  if (!hasColumns) throw finalFailure('The statement returns no rows: it must be a query.')
  return finish(false)

  async function finish(isCut: boolean) {
    await reader.rows(rows)
    return { isCut }
  }
}
