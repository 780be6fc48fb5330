export type Address = {
  url: string
  host?: [string]
  port?: [number]
  path?: string
}

export type DatabaseUrls = {
  /** Of PostgreSQL itself. */
  url: string
  /** For the login that owns the tables. */
  ownerUrl: string
  poolerUrl?: string
}

/** Of PostgreSQL, or how to reach it behind a pooler. */
export type DatabaseUrl = string | PooledUrl

/** Transactions go through the pooler, for example PgBouncer; what needs a session of its own goes to PostgreSQL. */
export type PooledUrl = {
  pooler: string
  direct: string
  /** The pooler prepares a client's statements on each of its connections. */
  keepsStatements: boolean
}

/**
 * Also accepts what libpq does for unix sockets, so that one URL works for Quiver and psql:
 * `postgres:///database?host=/directory`. @throws Error without the URL, which may contain a password.
 */
export function readAddress(databaseUrl: string): Address {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw unreadable()
  // WHATWG URLs require a host after a user; libpq's do not.
  const text = databaseUrl.replace(/^(\w+:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost')
  // WHATWG URLs have a single host; the driver parses several itself.
  if (/^\w+:\/\/([^/?#]*@)?[^/?#@]*,/.test(text)) return { url: text }
  return addressOf(parseUrl(text))
}

export function socketUrl(directory: string, user: string, database: string): string {
  const path = encodeURIComponent(directory).replaceAll('%2F', '/')
  return `postgres:///${encodeURIComponent(database)}?host=${path}&user=${encodeURIComponent(user)}`
}

export function withDatabase(databaseUrl: string, database: string): string {
  const [, server = '', , query = ''] = /^(\w+:\/\/[^/?#]*)(\/[^?#]*)?(\?.*)?$/.exec(databaseUrl) ?? []
  return `${server}/${encodeURIComponent(database)}${query}`
}

function addressOf(url: URL): Address {
  // The driver would send unknown query keys to the server as settings.
  const take = (key: string) => {
    const value = url.searchParams.get(key)
    url.searchParams.delete(key)
    return value
  }
  const host = take('host') ?? decodeURIComponent(url.hostname)
  const port = Number(take('port') ?? url.port) || 5432
  const [user, password, database] = [take('user'), take('password'), take('dbname')]
  if (url.hostname.includes('%')) url.hostname = 'localhost'
  if (url.hostname === '' && (user ?? password) !== null) url.hostname = 'localhost'
  if (user !== null) url.username = encodeURIComponent(user)
  if (password !== null) url.password = encodeURIComponent(password)
  if (database !== null) url.pathname = encodeURIComponent(database)
  if (host.startsWith('/')) return { url: url.href, path: `${host}/.s.PGSQL.${port}` }
  // The driver would cut an IPv6 address at its first colon.
  return host === ''
    ? { url: url.href }
    : { url: url.href, host: [host.replace(/^\[|\]$/g, '')], port: [port] }
}

/** @throws Error that does not repeat the URL. */
export function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw unreadable()
  }
}

function unreadable(): Error {
  return new Error(
    'DATABASE_URL must look like postgres://user:password@host:5432/database, and so must DATABASE_DIRECT_URL and DATABASE_OWNER_URL if they are set.',
  )
}
