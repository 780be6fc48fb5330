import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { parseEmail } from '../../contract/values/email.ts'
import { storageUrl } from '../../files/stored/settings.ts'
import { rowsMaxDefault } from '../../outbound/databases/target.ts'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import { traceVariables } from '../traces/settings.ts'
import {
  domainName,
  hostsAndPorts,
  listenAddress,
  mailAddresses,
  nameServers,
  networks,
  oneOf,
  postgresUrl,
  smtpUrl,
  wholeNumber,
} from './kinds.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** PostgreSQL needs the other cores. */
const workersDefault = Math.max(1, Math.floor(availableParallelism() / 2))

/** What this server reads from its environment: docs/settings.md has each with its meaning. */
export const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 8080),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl,
  STORAGE_URL: storageUrl,
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
  ERROR_STATUS: oneOf(['real', 'always_200'], 'real'),
  TRUSTED_PROXIES: networks,
  IMPORT_URL_ALLOW: hostsAndPorts,
  WEBHOOK_ALLOW: hostsAndPorts,
  REMOTE_DATABASE_ALLOW: hostsAndPorts,
  REMOTE_ROWS_MAX: wholeNumber(1, 100_000_000, rowsMaxDefault),
  STORAGE_MB_PER_ORGANIZATION: wholeNumber(1, 100_000_000, 20_480),
  ORGANIZATIONAL_AUTO_SUBSCRIBER_MANAGEMENT: oneOf(['on', 'off'], 'off'),
  REVEAL_API_KEYS: oneOf(['once', 'always'], 'always'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 100_000_000, 6000),
  PUBLIC_HITS_PER_MINUTE: wholeNumber(0, 1_000_000, 60),
  SUBMISSION_PORT: mailAddresses.default([]),
  BOUNCE_PORT: listenAddress,
  BOUNCE_RELAYS: networks,
  BOUNCE_MAILDIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
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
  SENDER_DOMAINS: oneOf(['open', 'owned', 'proven'], 'owned'),
  DNS_SERVERS: nameServers,
  METRICS_PORT: listenAddress,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters without spaces')
    .optional(),
  LOG_LEVEL: oneOf(logLevels, 'info'),
  WORKERS: wholeNumber(1, 64, workersDefault),
})

/** The settings and those of OpenTelemetry, with what they must say together. */
export const environment = settings
  .extend(traceVariables)
  .refine(
    ({ METRICS_PORT: { host, port }, METRICS_TOKEN: token }) =>
      port === 0 || token !== undefined || isLoopbackHost(host),
    { path: ['METRICS_TOKEN'], error: 'must be set if METRICS_PORT is not on an address of this machine' },
  )
  .refine((value) => value.DATABASE_DIRECT_URL === undefined || value.DATABASE_URL !== undefined, {
    path: ['DATABASE_URL'],
    error: 'must be set if DATABASE_DIRECT_URL is: to the address of the pooler',
  })
