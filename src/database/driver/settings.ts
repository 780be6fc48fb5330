import postgres from 'postgres'
import { readAddress } from '../address.ts'
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

type Settings = Record<string, string>

/** Of PostgreSQL, for each statement of a client. */
export function settingsOf(options: ConnectOptions & { statementTimeoutMs: number }): Settings {
  return {
    ...(options.role === undefined ? {} : { role: options.role }),
    application_name: options.applicationName,
    statement_timeout: String(options.statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
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
export function templateOf(
  url: string,
  settings: Settings,
  { prepare, onNotice }: { prepare: boolean; onNotice: ConnectOptions['onNotice'] },
): postgres.Sql {
  const { url: plainUrl, ...address } = readAddress(url)
  const template = postgres(plainUrl, {
    max: 1,
    prepare,
    types: {
      bigint: bigintType,
      date: textType(1082),
      timestamptz: instantType,
      // The driver would take it for a time of the machine's zone.
      timestamp: textType(1114),
      untyped: untypedType,
      ...arrayTypes,
    },
    // The driver would query the array types on each new connection. If that query failed, the process ended.
    fetch_types: false,
    connection: settings,
    onnotice: ({ severity = '', message = '' }) => onNotice?.(severity, message),
  })
  Object.assign(template.options, address)
  return template
}
const bigintType = {
  to: 20,
  from: [20],
  serialize: String,
  parse: (text: string) => {
    const number = Number(text)
    if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`)
    return number
  },
}

/** The driver would read the year 1 as 2001: JavaScript only parses ISO 8601 reliably. */
const instantType = {
  to: 1184,
  from: [1184],
  serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
  parse: (text: string) => new Date(`${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`),
}

/** Before a connection knows the statement: the server finds the type, and reads the text. */
const untypedType = { to: 0, from: [], serialize: untypedText, parse: String }

function untypedText(value: unknown): string {
  if (Array.isArray(value)) return arrayText(value)
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new TypeError('An object cannot be a parameter by itself: use `sql.json`.')
}

const textType = (oid: number) => ({ to: oid, from: [oid], serialize: String, parse: String })

type Element = boolean | number | bigint | string | null

/** Arrays of boolean, integer, text and bigint as parameters; in results they are text. */
const arrayTypes = Object.fromEntries(
  [1000, 1007, 1009, 1016].map((oid) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: arrayText, parse: String },
  ]),
)

function arrayText(values: readonly Element[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: Element | undefined): string {
  if (value === undefined) throw new TypeError('An array holds undefined: write null.')
  if (value === null) return 'null'
  return `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
