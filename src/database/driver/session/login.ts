import os from 'node:os'
import { parseUrl, readAddress } from '../../address.ts'
import type { SslMode, Target } from './socket.ts'

/** Where the server is, and who logs in there. */
export type Login = {
  target: Target
  user: string
  password: string
  /** Absent: the one that is named like the user. */
  database?: string
  /** What else the URL says: settings of the session, and `options` as libpq takes them. */
  settings: Record<string, string>
}

/** Some services hand out addresses with `ssl=true`, which is no mode of libpq's. */
const sslWords: Record<string, string> = { true: 'verify-full', false: 'disable' }

const sslModes: readonly string[] = ['allow', 'disable', 'prefer', 'require', 'verify-ca', 'verify-full']

/** What a URL may say to a client, and is nothing to the server. */
const notSettings = new Set(['ssl', 'sslmode', 'connect_timeout', 'target_session_attrs'])

/** Reads a `DATABASE_URL`; what it leaves open comes from libpq's variables PGUSER and so on. */
export function readLogin(databaseUrl: string): Login {
  const { url: text, host, port, path } = readAddress(databaseUrl)
  // Several hosts are no WHATWG URL.
  const [, before = '', several = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  const url = parseUrl(`${before}${several.split(',')[0]}${after}`)
  const query = Object.fromEntries(url.searchParams)
  const asked = query['sslmode'] ?? query['ssl'] ?? process.env['PGSSLMODE'] ?? 'disable'
  const sslmode = sslWords[asked] ?? asked
  const settings = Object.fromEntries(Object.entries(query).filter(([name]) => !notSettings.has(name)))
  if (!sslModes.includes(sslmode))
    throw new Error(`DATABASE_URL has an unknown sslmode; there are ${sslModes.join(', ')}.`)
  const database = decodeURIComponent(url.pathname.slice(1)) || process.env['PGDATABASE']
  return {
    target: {
      path,
      hosts: host === undefined ? hostsOf(several) : [{ host: host[0], port: port?.[0] ?? 5432 }],
      ssl: sslmode as SslMode,
    },
    user: decodeURIComponent(url.username) || (process.env['PGUSER'] ?? os.userInfo().username),
    password: decodeURIComponent(url.password) || (process.env['PGPASSWORD'] ?? ''),
    ...(database === undefined ? {} : { database }),
    settings,
  }
}

function hostsOf(text: string): Target['hosts'] {
  return text.split(',').map((part) => {
    const [, host = '', port = ''] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(part) ?? []
    const standard = {
      host: process.env['PGHOST'] ?? 'localhost',
      port: Number(process.env['PGPORT'] ?? 5432),
    }
    return { host: host || standard.host, port: Number(port) || standard.port }
  })
}
