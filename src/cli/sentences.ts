import { ApiFailure } from '../client/api.ts'
import { BadConfiguration } from '../server/config.ts'
import { readAddress } from '../database/address.ts'
import { causeSentence } from '../database/pooling/causes.ts'
import { applicationRole } from '../database/roles.ts'
import { sqlState } from '../database/sqlstate.ts'

/** The address that sessions of Quiver's own use, and the variable that has it. */
export type OwnAddress = { variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'; url: string | undefined }

export function ownAddress(url: string | undefined, directUrl: string | undefined): OwnAddress {
  return directUrl === undefined
    ? { variable: 'DATABASE_URL', url }
    : { variable: 'DATABASE_DIRECT_URL', url: directUrl }
}

/** A sentence with a remedy or, for a bug, all details. @param address only its login name is shown. */
export function tell(
  error: unknown,
  address = ownAddress(process.env['DATABASE_URL'], process.env['DATABASE_DIRECT_URL']),
): string {
  if (!(error instanceof Error)) return String(error)
  const sentence =
    ofCall(error) ??
    ofListening(error, address) ??
    ofRole(error, address) ??
    ofDatabase(error, address) ??
    ofFile(error) ??
    ofOurs(error)
  return sentence ?? `Unexpected: ${error.stack ?? error.message}`
}

type SystemError = Error & {
  code?: string
  syscall?: string
  path?: string
  address?: string
  hostname?: string
  port?: number
  /** PostgreSQL translates messages, but not this field. */
  severity?: string
}

function ofCall(error: Error): string | undefined {
  if (error instanceof ApiFailure) {
    return error.status === 401
      ? 'The server does not accept this credential. Set QUIVER_API_KEY or use --key.'
      : `The server refused: ${error.message}.`
  }
  if (!(error instanceof TypeError) || error.message !== 'fetch failed') return undefined
  const { code, message }: SystemError = error.cause instanceof Error ? error.cause : error
  return `The server does not answer (${code ?? message}). Start it with quiver serve, or name another one with --url.`
}

const listening: Record<string, string> = {
  EADDRINUSE: 'is in use. Stop the program that listens there, or set PORT to another port.',
  EACCES: 'cannot be opened by this user. Set PORT to a port above 1023.',
  EADDRNOTAVAIL:
    'is not an address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all.',
}

function ofListening(
  { code = '', syscall, address, port, hostname }: SystemError,
  database: OwnAddress,
): string | undefined {
  if (syscall === 'getaddrinfo' && hostname !== undefined) {
    const settings = database.variable === 'DATABASE_URL' ? 'HOST and' : 'HOST, DATABASE_URL and'
    return `The name ${hostname} cannot be found (${code}). Check ${settings} ${database.variable}.`
  }
  const problem = syscall === 'listen' ? listening[code] : undefined
  return problem && `The address ${address}:${port} ${problem}`
}

/** A login that does not own the tables must be a member of the application's role. */
function ofRole({ name, code, message, severity }: SystemError, database: OwnAddress): string | undefined {
  // The role is set while a connection of the own address opens, so its errors are fatal; a pooler gets it later.
  const isAboutRole = name === 'PostgresError' && severity === 'FATAL' && message.includes(applicationRole)
  if (!isAboutRole) return undefined
  const join = `grant ${applicationRole} to ${loginOf(database)}`
  if (code === sqlState.insufficientPrivilege) {
    return `The user of ${database.variable} is not a member of the role ${applicationRole}. As the owner of the database run ${join}; then start again.`
  }
  return code === sqlState.invalidParameterValue
    ? `The database server has no role ${applicationRole}. As the owner of the database run create role ${applicationRole} nologin; ${join}; then start again.`
    : undefined
}

function loginOf({ variable, url }: OwnAddress): string {
  const unknown = `"<the user of ${variable}>"`
  if (url === undefined) return unknown
  try {
    const login = decodeURIComponent(new URL(readAddress(url).url).username)
    return login === '' ? unknown : `"${login.replaceAll('"', '""')}"`
  } catch {
    return unknown
  }
}

const lost = ['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT', 'ECONNRESET']

/** Does not repeat an address, which may contain a password. With a pooler in between it may be about either of them. */
function ofDatabase(error: SystemError, { variable }: OwnAddress): string | undefined {
  const { code = '', syscall, address, port } = error
  if (code === '08P01' && error.message.includes('startup parameter')) return ofPooler
  if (code === sqlState.undefinedTable)
    return `The database lacks tables of this version (${error.message}). Run quiver migrate, or check ${variable}.`
  if (error.name === 'PostgresError') {
    const known = causeSentence(error, variable)
    if (known !== undefined) return known
    return `The database refused the connection or statement (${code}): ${error.message}. ${
      variable === 'DATABASE_URL'
        ? 'Check DATABASE_URL and the privileges of its user.'
        : 'Check DATABASE_URL, DATABASE_DIRECT_URL and the privileges of their users.'
    }`
  }
  if (syscall !== 'connect' && !lost.includes(code)) return undefined
  const place = port === undefined ? address : `${address}:${port}`
  const where = place === undefined ? '' : ` at ${place}`
  return `The database${where} cannot be reached (${code}). ${
    variable === 'DATABASE_URL'
      ? 'Check DATABASE_URL and that PostgreSQL is running.'
      : 'Check DATABASE_URL and DATABASE_DIRECT_URL, and that PostgreSQL and the pooler are running.'
  }`
}

const ofPooler =
  'A pooler such as PgBouncer refuses the settings of a session. Give the address of PostgreSQL itself in DATABASE_DIRECT_URL, and in DATABASE_OWNER_URL if you set it; DATABASE_URL may then lead to the pooler.'

const files: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'is not accessible to this user',
  EPERM: 'is not accessible to this user',
  EEXIST: 'exists, but is not what is needed there',
  EISDIR: 'is a directory',
  ENOTDIR: 'is not a directory',
  ENOSPC: 'cannot be written: the disk is full',
  EROFS: 'cannot be written: the file system is read-only',
}

function ofFile({ code = '', path, message }: SystemError): string | undefined {
  const problem = files[code]
  return problem && `${path ?? message} ${problem} (${code}).`
}

/** Errors with messages for users are plain Errors; bugs have a class such as TypeError. */
function ofOurs(error: SystemError): string | undefined {
  const isOurs =
    error instanceof BadConfiguration || (error.constructor === Error && error.code === undefined)
  return isOurs ? error.message : undefined
}
