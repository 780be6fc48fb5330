import { format } from 'oxfmt'
import { settings } from '../src/server/settings/variables.ts'

type Name = keyof typeof settings.shape

/** `=`: the same value on every machine. `fallback`: what the default follows from. */
type Told = { text: string; fallback?: string; isSame?: true }

const same = (text: string, fallback?: string): Told => ({
  text,
  isSame: true,
  ...(fallback && { fallback }),
})
const own = (text: string, fallback?: string): Told => ({ text, ...(fallback && { fallback }) })

const groups: Record<string, Partial<Record<Name, Told>>> = {
  'Addresses and files': {
    HOST: own('address on which the API listens'),
    PORT: own('port on which the API listens; 0 chooses a free one'),
    BASE_URL: same('public address; links in mails begin with it', 'from `HOST` and `PORT`'),
    TRUSTED_PROXIES: own('proxies whose `X-Forwarded-For` counts ([Behind a proxy](proxy.md))'),
    DATA_DIR: own('embedded database, uploads, spooled files, server secret'),
    UPLOAD_DIR: same(
      'files for `upload_directory` imports, in one folder per organization id',
      '`DATA_DIR/uploads`',
    ),
    STORAGE_URL: same(
      'where files of imports, exports and uploads are ([S3](operating.md#files-in-an-s3-storage))',
      '`DATA_DIR`',
    ),
  },
  Database: {
    DATABASE_URL: same('PostgreSQL 15 or later of your own', 'the embedded one in `DATA_DIR`'),
    DATABASE_DIRECT_URL: same(
      'PostgreSQL itself, if `DATABASE_URL` leads to [PgBouncer](operating.md#pgbouncer)',
    ),
    DATABASE_OWNER_URL: same('login that owns the tables, for migrations', '`DATABASE_URL`'),
  },
  'Secrets and identity': {
    SECRET_KEY: same(
      '[server secret](operating.md#the-server-secret)',
      'a file in `DATA_DIR`, made at the first start',
    ),
    SYSTEM_API_KEY: same(
      'first key; its credential is `base64("1:" + key)`',
      'a random one, printed at the first start',
    ),
    SERVER_IDENTITY: same(
      'name of this installation: on several machines, or if `DATA_DIR` is not persistent',
    ),
    REVEAL_API_KEYS: same('`once`: only the answer that creates a key shows it'),
  },
  Sending: {
    SMTP_URL: same(
      '[mail server](operating.md#sending) that Quiver sends through',
      'none: messages stay in a mailbox in the database',
    ),
    SMTP_CONNECTIONS: own('connections to each mail server at the same time'),
    EHLO_NAME: own('name by which Quiver introduces itself to mail servers', 'name of the host'),
    DKIM_DOMAIN: same('domain whose keys of the System Organization also sign what organizations send'),
    SUBMISSION_PORT: own(
      'where programs [submit messages by SMTP](messages.md#by-smtp); with `tls://` in front, TLS begins with the first byte; 0: off',
      'off',
    ),
    SYSTEM_MAIL_FROM: same('sender of invitations and notices', 'from `BASE_URL`'),
    SENDER_DOMAINS: same('which domains an organization may send as'),
    DNS_SERVERS: own('name servers for the records of sender domains', 'those of the system'),
    DELIVERIES_DAYS: same(
      'days after the end of a campaign from which its accepted messages are [folded](operating.md#messages-of-old-campaigns); 0: never',
    ),
  },
  'Mail that comes back': {
    BOUNCE_PORT: own('where bounces and complaints arrive by SMTP; 0: off'),
    BOUNCE_RELAYS: own('mail servers that hand on bounces: they have connections of their own'),
    BOUNCE_MAILDIR: own('maildir in which bounces and complaints arrive'),
  },
  'Reaching private addresses': {
    IMPORT_URL_ALLOW: same('for url imports and copied pictures'),
    WEBHOOK_ALLOW: same('for webhooks, and providers that people log in with'),
    REMOTE_DATABASE_ALLOW: same('for the databases of remote lists'),
  },
  Limits: {
    RATE_LIMIT_PER_MINUTE: same(
      'calls of a key or user, in each process; three times as many of an organization; 0: no limit',
    ),
    PUBLIC_HITS_PER_MINUTE: same(
      'counted hits on one link of a message, in each process. A client can send a sixth of it as web forms, its network ten times as many. 0: no limit',
    ),
    STORAGE_MB_PER_ORGANIZATION: same(
      'uploads of an organization together, and as much again for its exports',
    ),
    REMOTE_ROWS_MAX: same('rows that the query of a remote list may have'),
  },
  Contract: {
    ERROR_STATUS: same('`always_200` answers business errors with 200, for clients that need it'),
    ORGANIZATIONAL_AUTO_SUBSCRIBER_MANAGEMENT: same('`on`: organizations have `auto_subscriber_management`'),
  },
  'Machine and log': {
    WORKERS: own('import threads, each of which works on two imports', 'cores / 2'),
    DRAIN_SECONDS: own(
      'seconds from SIGTERM until the port closes ([Rolling restart](operating.md#rolling-restart))',
    ),
    METRICS_PORT: own('port, or `address:port`, of `/metrics` for Prometheus; 0: off'),
    METRICS_TOKEN: own('bearer token of `/metrics`, needed on another address than loopback'),
    LOG_LEVEL: own('least level of what is logged'),
  },
}

const introduction = `# Settings

Written by \`npm run openapi\` from the code. Quiver reads these environment variables at the start and reports all mistakes together; an
empty one counts as absent. **=** marks what must be the same on [every machine](operating.md#several-machines).`

const others = `## Of other programs

Traces: \`OTEL_EXPORTER_OTLP_ENDPOINT\` (a collector that takes OTLP over HTTP, such as \`http://127.0.0.1:4318\`; without it there are
none), \`OTEL_EXPORTER_OTLP_HEADERS\` and \`OTEL_TRACES_SAMPLER_ARG\` mean what they mean to OpenTelemetry.`

/** @throws Error if a setting is missing, or is told twice. */
export async function settingsPage(): Promise<string> {
  const told = Object.values(groups).flatMap((group) => Object.keys(group))
  const names = Object.keys(settings.shape)
  const missing = names.filter((name) => told.filter((one) => one === name).length !== 1)
  if (missing.length > 0) throw new Error(`Say once in scripts/settings-page.ts: ${missing.join(', ')}`)
  const parts = Object.entries(groups).flatMap(([title, group]) => [
    '',
    `## ${title}`,
    '',
    '| Setting | = | Default | Values | Meaning |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(group).map(([name, about]) => row(name as Name, about)),
  ])
  const text = [introduction, ...parts, '', others].join('\n')
  return (await format('settings.md', text, { printWidth: 110 })).code
}

function row(name: Name, { text, fallback, isSame }: Told): string {
  return `| \`${name}\` | ${isSame ? '=' : ''} | ${fallback ?? defaultOf(name)} | ${valuesOf(name)} | ${text} |`
}

function defaultOf(name: Name): string {
  const { data } = settings.shape[name].safeParse(undefined)
  if (data === undefined || (Array.isArray(data) && data.length === 0)) return '–'
  return typeof data === 'object' ? 'off' : `\`${data}\``
}

/** As the error message says it. */
function valuesOf(name: Name): string {
  const { error } = settings.shape[name].safeParse('\0')
  const sentence = error?.issues[0]?.message.replace(/^must (?:be |look like )?/, '') ?? '–'
  return sentence.replace(/^a whole number between (\d+) and (\d+)$/, '$1 to $2')
}
