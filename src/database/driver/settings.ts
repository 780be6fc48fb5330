import { readLogin } from './session/login.ts'
import type { SessionOptions } from './session/options.ts'
import type { Share } from './semaphore.ts'

export type ConnectOptions = {
  max: number
  share?: Share
  applicationName: string
  statementTimeoutMs?: number
  role?: string
  autoSubscriberManagement?: boolean
  senderDomains?: SenderDomainMode
  onNotice?: (severity: string, message: string) => void
}

export type SenderDomainMode = 'open' | 'owned' | 'proven'

/** A frozen process must not hold locks longer than its lease: the server ends transactions that are idle this long. */
const idleInTransactionMs = 20_000

/** How often the server looks, during a statement, whether its client is still there. */
const clientCheckMs = 1_000

type Settings = Record<string, string>

/** Of PostgreSQL, for each statement of a client. */
export function settingsOf(options: ConnectOptions & { statementTimeoutMs: number }): Settings {
  return {
    ...(options.role === undefined ? {} : { role: options.role }),
    application_name: options.applicationName,
    statement_timeout: String(options.statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
    // A statement whose client is gone keeps its locks no longer.
    client_connection_check_interval: String(clientCheckMs),
    // Two parallel workers would take the cores of the other organizations' calls (docs/decisions/018-shares.md).
    max_parallel_workers_per_gather: '0',
    TimeZone: 'UTC',
    'quiver.auto_subscriber_management': options.autoSubscriberManagement === true ? 'on' : 'off',
    'quiver.sender_domains': options.senderDomains ?? 'owned',
  }
}

/** For the opening of a transaction whose session is not the client's own. */
export function localSettings(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = '${value.replaceAll("'", "''")}'`)
    .join('; ')
}

/** @param settings for the start of the session. */
export function loginOf(databaseUrl: string, settings: Settings): Pick<SessionOptions, 'target' | 'login'> {
  const { target, password, settings: asked, ...who } = readLogin(databaseUrl)
  const { options: given = '', ...more } = asked
  const options = [
    given,
    ...Object.entries({ ...settings, ...more }).map(([name, value]) => `-c ${name}=${escaped(value)}`),
  ]
    .join(' ')
    .trim()
  const login = {
    ...who,
    // As a function: for want of a text the driver would look into ~/.pgpass.
    password: () => password,
    types,
    ...(options === '' ? {} : { options }),
  }
  return { target, login }
}

function escaped(value: string): string {
  return value.replaceAll(/[\\\s]/g, String.raw`\$&`)
}

/** By the type's number. What is none of these comes back as text. */
const readers: Record<number, (text: string) => unknown> = {
  16: (text) => text === 't',
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  20: bigintOf,
  21: Number,
  23: Number,
  26: Number,
  114: (text) => JSON.parse(text) as unknown,
  700: Number,
  701: Number,
  // JavaScript only parses ISO 8601 reliably: it would read the year 1 as 2001.
  1184: (text) => new Date(`${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`),
  3802: (text) => JSON.parse(text) as unknown,
}

const types = { getTypeParser: (oid: number) => readers[oid] ?? String }

function bigintOf(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`)
  return number
}
