import { finalFailure, passingFailure, RequestFailed } from '../request-failed.ts'
import { withoutTls } from './postgresql.ts'
import type { DatabaseTarget } from './target.ts'

const loginCodes = ['28P01', '28000', 'ER_ACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR']
const databaseCodes = ['3D000', 'ER_BAD_DB_ERROR', 'ER_DBACCESS_DENIED_ERROR']
const lostCodes = ['PROTOCOL_CONNECTION_LOST', 'EPIPE', '57P01']
const slowCodes = ['57014', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT']

/** What a driver threw, as a sentence for the user. It quotes the server, and never the password, even if that does. */
export function sentenceOf(
  error: unknown,
  target: Pick<DatabaseTarget, 'host' | 'username' | 'databaseName' | 'password'>,
): RequestFailed {
  if (error instanceof RequestFailed) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = error instanceof Error ? withoutPassword(error.message, target) : ''
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return withoutTls()
  // The driver of PostgreSQL gives no codes to what it finds itself.
  if (loginCodes.includes(code) || (code === '' && /^SASL: .*password/.test(text)))
    return passing(`The database refuses the login of ${target.username}: check username and password.`)
  if (databaseCodes.includes(code))
    return passing(`The database server has no database ${target.databaseName} for this user.`)
  if (slowCodes.includes(code)) return passing('The database stopped the query because it took too long.')
  const isClosed = code === '' && text.startsWith('Connection terminated')
  if (isClosed || code.startsWith('ECONN') || lostCodes.includes(code))
    return passingFailure('The database closed the connection', 'check the database and try it again', error)
  // The driver of MySQL gives all faults of TLS one code.
  if (text.includes("does not match certificate's altnames"))
    return finalFailure(
      `The certificate of the database is not for ${target.host} (${short(text)}): connect to a host that it names, or set tls to require to encrypt without a check.`,
    )
  if (/CERT|SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO|HANDSHAKE_SSL/.test(code) || /certificate/i.test(text))
    return finalFailure(
      `The certificate of the database cannot be verified (${short(text)}): give its authority as tls_ca, or set tls to require to encrypt without a check.`,
    )
  if (/^[0-9A-Z]{5}$/.test(code) || code.startsWith('ER_'))
    return passing(`The database answered: ${short(text)} (${code}).`)
  return passing(
    'The database answered something that cannot be read: check that host and port are those of the database.',
  )
}

export function withoutPassword(text: string, { password }: Pick<DatabaseTarget, 'password'>): string {
  return password === null || password === '' ? text : text.replaceAll(password, '…')
}

function passing(message: string): RequestFailed {
  return new RequestFailed(message, { retry: true })
}

function short(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
