import { isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { parseEmail } from '../contract/values/email.ts'
import type { DatabaseUrls } from '../database/address.ts'
import type { SenderDomainMode } from '../database/driver/connection.ts'
import type { Storage } from '../files/open-spool.ts'
import type { TraceSettings } from '../work/traces/traced.ts'
import { traceSettings } from './traces/settings.ts'
import type { MailAddress } from './settings/kinds.ts'
import { ignoredSettings } from './settings/removed.ts'
import { environment, type logLevels } from './settings/variables.ts'

/** See docs/settings.md. */
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
  remoteRowsMax: number
  /** Of an organization's uploads together, and as much again for its exports. */
  storageBytesMax: number
  autoSubscriberManagement: boolean
  revealApiKeys: 'once' | 'always'
  rateLimitPerMinute: number
  /** Per link of a message; 0: no limit on public pages. */
  publicHitsPerMinute: number
  /** Where messages can be submitted by SMTP. */
  submission: MailAddress[]
  /** `port` 0: off. */
  bounceServer: { host: string; port: number; relays: string[] }
  bounceMaildir: string | undefined
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
  workers: number
  /** Sentences about settings that have no effect. */
  ignored: string[]
}

export class BadConfiguration extends Error {
  constructor(problems: string[]) {
    super(`Bad configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'BadConfiguration'
  }
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
    remoteRowsMax: value.REMOTE_ROWS_MAX,
    storageBytesMax: value.STORAGE_MB_PER_ORGANIZATION * 1_048_576,
    autoSubscriberManagement: value.ORGANIZATIONAL_AUTO_SUBSCRIBER_MANAGEMENT === 'on',
    revealApiKeys: value.REVEAL_API_KEYS,
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    publicHitsPerMinute: value.PUBLIC_HITS_PER_MINUTE,
    submission: value.SUBMISSION_PORT,
    bounceServer: { ...value.BOUNCE_PORT, relays: value.BOUNCE_RELAYS },
    bounceMaildir: value.BOUNCE_MAILDIR,
    deliveriesDays: value.DELIVERIES_DAYS,
    drainSeconds: value.DRAIN_SECONDS,
    smtpUrl: value.SMTP_URL,
    smtpConnections: value.SMTP_CONNECTIONS,
    ehloName: value.EHLO_NAME,
    dkimDomain: value.DKIM_DOMAIN,
    systemMailFrom: parseEmail(value.SYSTEM_MAIL_FROM ?? '')?.address ?? systemMailFromOf(baseUrl),
    senderDomains: value.SENDER_DOMAINS,
    dnsServers: value.DNS_SERVERS,
    metrics: { ...value.METRICS_PORT, token: value.METRICS_TOKEN },
    traces: traceSettings(value),
    logLevel: value.LOG_LEVEL,
    workers: value.WORKERS,
    ignored: ignoredSettings(given),
  }
}

function filesOf(value: z.output<typeof environment>): Pick<Config, 'dataDir' | 'storage' | 'uploadDir'> {
  const dataDir = resolve(value.DATA_DIR)
  return {
    dataDir,
    storage: value.STORAGE_URL,
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
