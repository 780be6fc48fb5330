import { isIP, isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseEmail } from '../contract/values/email.ts'
import type { DatabaseUrls } from '../database/address.ts'
import type { SenderDomainMode } from '../database/driver/connection.ts'
import { parseDomain } from '../contract/values/hosts.ts'
import { defaultLimits, rowsMaxDefault } from '../outbound/databases/target.ts'
import type { RemoteLimits } from '../outbound/databases/target.ts'
import { isLoopbackHost } from '../outbound/loopback.ts'
import type { Storage } from '../files/open-spool.ts'
import { hasBothKeys, oneKey, storageVariables, withCredentials } from '../files/stored/settings.ts'
import { parseSmtpUrl } from '../contract/resources/smtp-url.ts'
import type { TraceSettings } from '../work/traces/traced.ts'
import { traceSettings, traceVariables } from './traces/settings.ts'

/** See docs/operating.md. */
export type Config = {
  host: string
  port: number
  dataDir: string
  /** Absent: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** Of PostgreSQL itself, if `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | undefined
  /** A separate login that owns the tables. */
  databaseOwnerUrl: string | undefined
  /** Of the files of imports, exports and uploads. */
  storage: Storage
  uploadDir: string
  /** Absent: a file in `dataDir`, created at the first start. */
  secretKey: string | undefined
  systemApiKey: string | undefined
  serverIdentity: string | undefined
  errorStatus: 'real' | 'always_200'
  /** Public URL of the server, without a trailing slash. */
  baseUrl: string
  /** BASE_URL, if it is set. */
  givenBaseUrl: string | undefined
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  importUrlAllow: string[]
  /** `host:port`. */
  webhookAllow: string[]
  /** `host:port` of databases of remote lists. */
  remoteDatabaseAllow: string[]
  remoteLimits: RemoteLimits & { rowsMax: number }
  webhooksMax: number
  maxJsonImportBytes: number
  /** Of all uploads of an organization together. */
  uploadBytesMax: number
  exportBytesMax: number
  autoSubscriberManagement: boolean
  revealApiKeys: 'once' | 'always'
  rateLimitPerMinute: number
  organizationRateLimitPerMinute: number
  apiKeysPerOrganization: number
  connectionsMax: number
  bodyMemoryBytes: number
  publicConnections: number
  /** Per link of a message; 0: no limit. */
  publicHitsPerMinute: number
  /** Submissions of web forms by one client; 0: no limit. */
  signUpsPerMinute: number
  linkMailLimits: { invitationsPerOrganization: number; perAddress: number }
  /** `port` 0: off. */
  bounceServer: { host: string; port: number; relays: string[] }
  bounceMaildir: string | undefined
  /** After `limit` soft bounces in a row, over `days`, a subscription ends; `limit` 0: never. */
  softBounceRule: { limit: number; days: number }
  deliveriesDays: number
  drainSeconds: number
  /** The System Default Route, with its password. Absent: messages stay in the local mailbox. */
  smtpUrl: string | undefined
  smtpConnections: number
  ehloName: string | undefined
  /** Its keys in the System Organization also sign messages of organizations. */
  dkimDomain: string | undefined
  systemMailFrom: string
  senderDomains: SenderDomainMode
  dnsServers: string[]
  /** `port` 0: off. */
  metrics: { host: string; port: number; token: string | undefined }
  /** null: none are made. */
  traces: TraceSettings | null
  logLevel: (typeof logLevels)[number]
  logFormat: (typeof logFormats)[number]
  workers: number
}

const senderDomainModes = ['open', 'owned', 'proven'] as const

function isDnsServer(text: string): boolean {
  const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(bracketed ?? plain ?? text) !== 0 && Number(port) < 65_536
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const logFormats = ['auto', 'json', 'pretty'] as const

/** PostgreSQL needs the other cores. */
const workersDefault = Math.max(1, Math.floor(availableParallelism() / 2))

function wholeNumber(min: number, max: number, fallback: number) {
  return wholeNumberIfGiven(min, max).default(fallback)
}

function wholeNumberIfGiven(min: number, max: number) {
  const problem = `must be a whole number between ${min} and ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, problem)
    .transform(Number)
    .refine((value) => value >= min && value <= max, problem)
}

/** Callers of an organization that can use their full rate at once. */
const rateOfOrganization = 3

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .optional()

const commaList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))

const networks = commaList.refine(
  (parts) => parts.every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)),
  'must be addresses or networks (10.0.0.0/8), several separated by commas',
)

const hostsAndPorts = commaList.refine(
  (parts) => parts.every((part) => /^\S+:\d{1,5}$/.test(part)),
  'must be host:port, several separated by commas',
)

const smtpUrl = z.string().superRefine((value, context) => {
  const parsed = parseSmtpUrl(value)
  if ('problem' in parsed) context.addIssue(parsed.problem)
})

const domainName = z.string().transform((value, context) => {
  const domain = parseDomain(value)
  if (domain === null) context.addIssue('must be a domain name, such as mail.example.com')
  return domain ?? z.NEVER
})

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 8080),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl,
  ...storageVariables,
  UPLOAD_DIR: z.string().optional(),
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters long').optional(),
  SYSTEM_API_KEY: z
    .string()
    .regex(/^[0-9a-f]{40}$/, 'must be 40 lower-case hexadecimal characters')
    .optional(),
  SERVER_IDENTITY: z.string().max(200, 'must be at most 200 characters long').optional(),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  ERROR_STATUS: z.enum(['real', 'always_200'], 'must be real or always_200').default('real'),
  TRUSTED_PROXIES: networks,
  IMPORT_URL_ALLOW: hostsAndPorts,
  WEBHOOK_ALLOW: hostsAndPorts,
  REMOTE_DATABASE_ALLOW: hostsAndPorts,
  REMOTE_ROWS_MAX: wholeNumber(1, 100_000_000, rowsMaxDefault),
  REMOTE_ROW_KB: wholeNumber(1, 1024, defaultLimits.rowBytesMax / 1024),
  REMOTE_QUERY_MB: wholeNumber(1, 100_000_000, defaultLimits.totalBytesMax / 1_048_576),
  REMOTE_CONNECT_SECONDS: wholeNumber(1, 300, defaultLimits.connectSeconds),
  REMOTE_FIRST_ROW_SECONDS: wholeNumber(1, 86_400, defaultLimits.firstRowSeconds),
  REMOTE_NEXT_ROW_SECONDS: wholeNumber(1, 3600, defaultLimits.nextRowSeconds),
  REMOTE_QUERY_MINUTES: wholeNumber(1, 1440, defaultLimits.totalSeconds / 60),
  WEBHOOKS_PER_ORGANIZATION: wholeNumber(1, 10_000, 50),
  MAX_JSON_IMPORT_MB: wholeNumber(1, 1024, 32),
  UPLOAD_MB_PER_ORGANIZATION: wholeNumber(1, 100_000_000, 20_480),
  EXPORT_MB_PER_ORGANIZATION: wholeNumber(1, 100_000_000, 20_480),
  ORGANIZATIONAL_AUTO_SUBSCRIBER_MANAGEMENT: z.enum(['on', 'off'], 'must be on or off').default('off'),
  REVEAL_API_KEYS: z.enum(['once', 'always'], 'must be once or always').default('always'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 100_000_000, 6000),
  MAX_CONNECTIONS: wholeNumber(20, 1_000_000, 2000),
  BODY_MEMORY_MB: wholeNumber(32, 65_536, 64),
  PUBLIC_CONNECTIONS: wholeNumber(1, 100, 3),
  PUBLIC_HITS_PER_MINUTE: wholeNumber(0, 1_000_000, 60),
  SIGN_UPS_PER_MINUTE: wholeNumber(0, 1_000_000, 10),
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: wholeNumberIfGiven(0, 300_000_000).optional(),
  API_KEYS_PER_ORGANIZATION: wholeNumber(1, 100_000, 100),
  INVITATIONS_PER_DAY: wholeNumber(0, 1_000_000, 100),
  LINK_MAILS_PER_ADDRESS: wholeNumber(0, 1000, 5),
  BOUNCE_HOST: z.string().default('127.0.0.1'),
  BOUNCE_PORT: wholeNumber(0, 65_535, 0),
  BOUNCE_RELAYS: networks,
  BOUNCE_MAILDIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  SOFT_BOUNCE_LIMIT: wholeNumber(0, 1000, 5),
  SOFT_BOUNCE_DAYS: wholeNumber(0, 3650, 14),
  DRAIN_SECONDS: wholeNumber(0, 300, 0),
  // Limits of special sending rules count the messages of up to 365 days.
  DELIVERIES_DAYS: wholeNumber(0, 36_500, 0).refine(
    (days) => days === 0 || days > 365,
    'must be 0, or at least 366',
  ),
  SMTP_URL: smtpUrl.optional(),
  SMTP_CONNECTIONS: wholeNumber(1, 1000, 10),
  EHLO_NAME: domainName.optional(),
  DKIM_DOMAIN: domainName.optional(),
  SYSTEM_MAIL_FROM: z
    .string()
    .refine((value) => parseEmail(value) !== null, 'must be an e-mail address')
    .optional(),
  SENDER_DOMAINS: z
    .enum(senderDomainModes, `must be one of ${senderDomainModes.join(', ')}`)
    .default('owned'),
  DNS_SERVERS: commaList.refine(
    (parts) => parts.every(isDnsServer),
    'must be IP addresses, with :port if it is not 53 ([::1]:53 for IPv6), several separated by commas',
  ),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(0, 65_535, 0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters without spaces')
    .optional(),
  ...traceVariables,
  LOG_FORMAT: z.enum(logFormats, `must be one of ${logFormats.join(', ')}`).default('auto'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  WORKERS: wholeNumber(1, 64, workersDefault),
})

const environment = variables
  .refine(
    (value) =>
      value.METRICS_PORT === 0 || value.METRICS_TOKEN !== undefined || isLoopbackHost(value.METRICS_HOST),
    { path: ['METRICS_TOKEN'], error: 'must be set if METRICS_HOST is not an address of this machine' },
  )
  .refine(hasBothKeys, oneKey)
  .refine((value) => value.DATABASE_DIRECT_URL === undefined || value.DATABASE_URL !== undefined, {
    path: ['DATABASE_URL'],
    error: 'must be set if DATABASE_DIRECT_URL is: to the address of the pooler',
  })

export class BadConfiguration extends Error {
  constructor(problems: string[]) {
    super(`Bad configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'BadConfiguration'
  }
}

function paceOf(value: Record<'PUBLIC_HITS_PER_MINUTE' | 'SIGN_UPS_PER_MINUTE', number>) {
  return { publicHitsPerMinute: value.PUBLIC_HITS_PER_MINUTE, signUpsPerMinute: value.SIGN_UPS_PER_MINUTE }
}

/** An empty variable counts as absent. @throws BadConfiguration */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = environment.safeParse(given)
  if (!result.success) {
    throw new BadConfiguration(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const value = result.data
  const baseUrl = value.BASE_URL ?? baseUrlOf(value.HOST, value.PORT)
  return {
    host: value.HOST,
    port: value.PORT,
    ...filesOf(value),
    ...databaseOf(value),
    secretKey: value.SECRET_KEY,
    systemApiKey: value.SYSTEM_API_KEY,
    serverIdentity: value.SERVER_IDENTITY,
    errorStatus: value.ERROR_STATUS,
    baseUrl,
    givenBaseUrl: value.BASE_URL,
    trustedProxies: value.TRUSTED_PROXIES,
    importUrlAllow: value.IMPORT_URL_ALLOW,
    webhookAllow: value.WEBHOOK_ALLOW,
    remoteDatabaseAllow: value.REMOTE_DATABASE_ALLOW,
    remoteLimits: remoteLimitsOf(value),
    webhooksMax: value.WEBHOOKS_PER_ORGANIZATION,
    maxJsonImportBytes: value.MAX_JSON_IMPORT_MB * 1_048_576,
    uploadBytesMax: value.UPLOAD_MB_PER_ORGANIZATION * 1_048_576,
    exportBytesMax: value.EXPORT_MB_PER_ORGANIZATION * 1_048_576,
    autoSubscriberManagement: value.ORGANIZATIONAL_AUTO_SUBSCRIBER_MANAGEMENT === 'on',
    revealApiKeys: value.REVEAL_API_KEYS,
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    organizationRateLimitPerMinute:
      value.ORGANIZATION_RATE_LIMIT_PER_MINUTE ?? rateOfOrganization * value.RATE_LIMIT_PER_MINUTE,
    apiKeysPerOrganization: value.API_KEYS_PER_ORGANIZATION,
    connectionsMax: value.MAX_CONNECTIONS,
    bodyMemoryBytes: value.BODY_MEMORY_MB * 1_048_576,
    publicConnections: value.PUBLIC_CONNECTIONS,
    ...paceOf(value),
    linkMailLimits: {
      invitationsPerOrganization: value.INVITATIONS_PER_DAY,
      perAddress: value.LINK_MAILS_PER_ADDRESS,
    },
    bounceServer: { host: value.BOUNCE_HOST, port: value.BOUNCE_PORT, relays: value.BOUNCE_RELAYS },
    bounceMaildir: value.BOUNCE_MAILDIR,
    softBounceRule: { limit: value.SOFT_BOUNCE_LIMIT, days: value.SOFT_BOUNCE_DAYS },
    deliveriesDays: value.DELIVERIES_DAYS,
    drainSeconds: value.DRAIN_SECONDS,
    smtpUrl: value.SMTP_URL,
    smtpConnections: value.SMTP_CONNECTIONS,
    ehloName: value.EHLO_NAME,
    dkimDomain: value.DKIM_DOMAIN,
    systemMailFrom: parseEmail(value.SYSTEM_MAIL_FROM ?? '')?.address ?? systemMailFromOf(baseUrl),
    senderDomains: value.SENDER_DOMAINS,
    dnsServers: value.DNS_SERVERS,
    ...watchingOf(value),
    workers: value.WORKERS,
  }
}

/** What operators look at. */
function watchingOf(
  value: z.output<typeof environment>,
): Pick<Config, 'metrics' | 'traces' | 'logLevel' | 'logFormat'> {
  return {
    metrics: { host: value.METRICS_HOST, port: value.METRICS_PORT, token: value.METRICS_TOKEN },
    traces: traceSettings(value),
    logLevel: value.LOG_LEVEL,
    logFormat: value.LOG_FORMAT,
  }
}

function filesOf(value: z.output<typeof environment>): Pick<Config, 'dataDir' | 'storage' | 'uploadDir'> {
  const dataDir = resolve(value.DATA_DIR)
  return {
    dataDir,
    storage: withCredentials(value),
    uploadDir: resolve(value.UPLOAD_DIR ?? join(dataDir, 'uploads')),
  }
}

function databaseOf(value: z.output<typeof environment>) {
  return {
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    databaseOwnerUrl: value.DATABASE_OWNER_URL,
  }
}

function remoteLimitsOf(value: z.output<typeof environment>): Config['remoteLimits'] {
  return {
    rowsMax: value.REMOTE_ROWS_MAX,
    rowBytesMax: value.REMOTE_ROW_KB * 1024,
    totalBytesMax: value.REMOTE_QUERY_MB * 1_048_576,
    connectSeconds: value.REMOTE_CONNECT_SECONDS,
    firstRowSeconds: value.REMOTE_FIRST_ROW_SECONDS,
    nextRowSeconds: value.REMOTE_NEXT_ROW_SECONDS,
    totalSeconds: value.REMOTE_QUERY_MINUTES * 60,
  }
}

function baseUrlOf(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

function systemMailFromOf(baseUrl: string): string {
  // `quiver doctor` reports an invalid host; it should not prevent a start.
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  return parseEmail(`quiver@${host}`)?.address ?? 'quiver@localhost.localdomain'
}

export function configuredUrls(config: Config): DatabaseUrls | undefined {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl } = config
  const url = databaseDirectUrl ?? databaseUrl
  if (url === undefined) return undefined
  const poolerUrl = databaseDirectUrl === undefined ? undefined : databaseUrl
  return { url, ownerUrl: databaseOwnerUrl ?? url, ...(poolerUrl && { poolerUrl }) }
}
