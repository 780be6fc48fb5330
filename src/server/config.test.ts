import { expect, test } from 'vitest'
import { createTxtLookup } from '../outbound/txt-records.ts'
import { BadConfiguration, configuredUrls, readConfig } from './config.ts'

function problemOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof BadConfiguration) return error.message
    throw error
  }
  return ''
}

test('without settings messages stay here, and no more than ten connections go to one server', () => {
  expect(readConfig({})).toMatchObject({ smtpUrl: undefined, smtpConnections: 10 })
  expect(readConfig({ SMTP_URL: '' })).toMatchObject({ smtpUrl: undefined })
  const SMTP_URL = 'smtps://me%40example.com:p%40ss@mail.example.com:465?tls=insecure'
  expect(readConfig({ SMTP_URL, SMTP_CONNECTIONS: '3' })).toMatchObject({
    smtpUrl: SMTP_URL,
    smtpConnections: 3,
  })
})

test.each([
  ['mail.example.com', 'must look like smtp://user:password@host:port or smtps://…'],
  ['http://mail.example.com', 'must look like smtp://user:password@host:port or smtps://…'],
  ['smtp://', 'must look like smtp://user:password@host:port or smtps://…'],
  ['smtp://me:sesame@mail.example.com:99999', 'must look like smtp://user:password@host:port or smtps://…'],
  ['smtp://me:sesame@mail.example.com:0', 'must look like smtp://user:password@host:port or smtps://…'],
  ['smtp://me:sesame@127.1', 'has no valid host name or IP address'],
  ['smtp://me:sesame@169.254.169.254', 'must name a mail server, not an address of a cloud service'],
  ['smtp://me:sesame@[fd00:ec2::254]:25', 'must name a mail server, not an address of a cloud service'],
  ['smtp://sesame@mail.example.com', 'must have both a user and a password, percent-encoded, or neither'],
  [
    'smtp://me:sesame%zz@mail.example.com',
    'must have both a user and a password, percent-encoded, or neither',
  ],
  [
    'smtp://me:sesame@mail.example.com?pool=1',
    'can have no other option than tls=offered|required|insecure|off',
  ],
])('SMTP_URL %s is refused without a word of its password', (url, problem) => {
  expect(problemOf({ SMTP_URL: url })).toBe(`Bad configuration:\n  SMTP_URL ${problem}`)
})

test.each([
  [{ DNS_SERVERS: '127.1' }, 'DNS_SERVERS must be IP addresses, with :port'],
  [{ DNS_SERVERS: 'dns.example' }, 'DNS_SERVERS must be IP addresses'],
  [{ DNS_SERVERS: '10.0.0.1:99999' }, 'DNS_SERVERS must be IP addresses'],
  [{ SENDER_DOMAINS: 'all' }, 'SENDER_DOMAINS must be one of open, owned, proven'],
  [{ EHLO_NAME: 'localhost' }, 'EHLO_NAME must be a domain name'],
  [{ DKIM_DOMAIN: 'a b.example' }, 'DKIM_DOMAIN must be a domain name'],
])('%j is refused', (env, problem) => {
  expect(problemOf(env)).toContain(problem)
})

test('a storage that speaks S3 has a bucket, a prefix, an endpoint or a region, and credentials that its client finds', () => {
  const STORAGE_URL = 's3://Files/a/b/?endpoint=http://127.0.0.1:9000'
  expect(readConfig({ STORAGE_URL }).storage).toEqual({
    bucket: 'Files',
    prefix: 'a/b',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    pathStyle: true,
  })
  const onAws = { bucket: 'files', prefix: '', region: 'eu-1', pathStyle: false }
  expect(readConfig({ STORAGE_URL: 's3://files?region=eu-1' }).storage).toEqual(onAws)
  expect(readConfig({}).storage).toBe('disk')
})

test.each([
  ['s3:files', 'must be database:, or s3://…'],
  ['s3://', 'must begin with s3:// and the name of a bucket'],
  ['s3://files', 'must have a region, such as ?region=eu-central-1, or an endpoint'],
  ['s3://id:sesame@files?region=eu-1', 'must not have credentials'],
  ['s3://files?region=eu-1&acl=public', 'has acl; it can have endpoint, region and path_style'],
  ['s3://files/a b?region=eu-1', 'must have a prefix of letters'],
  ['s3://files?endpoint=localhost:9000', 'must have an endpoint such as https://s3.example.com'],
  ['s3://files?endpoint=https://id:sesame@s3.example.com', 'must not have credentials'],
  [
    's3://files?endpoint=https://s3.example.com:99999',
    'must have an endpoint such as https://s3.example.com',
  ],
  ['s3://files/%zz?region=eu-1', 'must have a prefix of letters'],
  ['s3://files/a#b?region=eu-1', 'must have a prefix of letters'],
  [
    's3://localhost:9000/files?region=eu-1',
    'must begin with s3:// and the name of a bucket; the name of a server',
  ],
  ['s3://files?region=eu-1&region=eu-2', 'must have region only once'],
  ['s3://files?region=eu%201', 'must have a region'],
  ['s3://files?region=eu-1&path_style=yes', 'must have path_style=true or path_style=false'],
])('STORAGE_URL %s is refused', (url, problem) => {
  const message = problemOf({ STORAGE_URL: url })
  expect(message).toContain(`STORAGE_URL ${problem}`)
  expect(message).not.toContain('sesame')
})

test('messages may be folded after a year, which limits of sending rules look back', () => {
  expect(readConfig({}).deliveriesDays).toBe(0)
  expect(readConfig({ DELIVERIES_DAYS: '366' }).deliveriesDays).toBe(366)
  expect(problemOf({ DELIVERIES_DAYS: '365' })).toContain('DELIVERIES_DAYS must be 0, or at least 366')
})

test('name servers have addresses of both kinds, with ports or without', () => {
  const servers = ['10.0.0.1', '10.0.0.1:5353', '::1', '[::1]', '[::1]:53']
  expect(readConfig({ DNS_SERVERS: servers.join(', ') }).dnsServers).toEqual(servers)
  expect(() => createTxtLookup(servers)).not.toThrow()
  expect(readConfig({}).senderDomains).toBe('owned')
})

test('mail of the server itself comes from its own host, where that has a name', () => {
  const from = (env: Record<string, string>) => readConfig(env).systemMailFrom
  expect(from({ BASE_URL: 'https://mail.example.com:8443/quiver' })).toBe('quiver@mail.example.com')
  for (const env of [{}, { HOST: '::' }, { BASE_URL: 'http://localhost:8080' }]) {
    expect(from(env)).toBe('quiver@localhost.localdomain')
  }
  expect(from({ SYSTEM_MAIL_FROM: ' post@example.com ' })).toBe('post@example.com')
  expect(problemOf({ SYSTEM_MAIL_FROM: 'Post <post@example.com>' })).toContain('must be an e-mail address')
  expect(problemOf({ SMTP_CONNECTIONS: '0' })).toContain('SMTP_CONNECTIONS must be a whole number')
})

test('with a direct address, the other one is the pooler, and commands work without it', () => {
  const DATABASE_URL = 'postgres://quiver@pooler:6432/quiver'
  const DATABASE_DIRECT_URL = 'postgres://quiver@db/quiver'
  const urls = (env: Record<string, string>) => configuredUrls(readConfig(env))
  expect(urls({ DATABASE_URL })).toEqual({ url: DATABASE_URL, ownerUrl: DATABASE_URL })
  expect(urls({ DATABASE_URL, DATABASE_DIRECT_URL })).toEqual({
    url: DATABASE_DIRECT_URL,
    ownerUrl: DATABASE_DIRECT_URL,
    poolerUrl: DATABASE_URL,
  })
  expect(problemOf({ DATABASE_DIRECT_URL })).toContain('DATABASE_URL must be set if DATABASE_DIRECT_URL is')
})

test('metrics are open without a token on this machine only', () => {
  const METRICS_PORT = '9464'
  expect(readConfig({ METRICS_PORT }).metrics).toEqual({ host: '127.0.0.1', port: 9464, token: undefined })
  expect(readConfig({}).metrics.port).toBe(0)
  const away = { METRICS_PORT: '10.0.0.5:9464' }
  expect(problemOf(away)).toContain('METRICS_TOKEN must be set if METRICS_PORT is not')
  expect(problemOf({ ...away, METRICS_TOKEN: 'short' })).toContain('at least 16 characters')
  const METRICS_TOKEN = 'f'.repeat(16)
  expect(readConfig({ ...away, METRICS_TOKEN }).metrics).toEqual({
    host: '10.0.0.5',
    port: 9464,
    token: METRICS_TOKEN,
  })
})

test('a port that listens is on this machine, unless an address stands before it', () => {
  const listening = (BOUNCE_PORT: string) => readConfig({ BOUNCE_PORT }).bounceServer
  expect(listening('2525')).toMatchObject({ host: '127.0.0.1', port: 2525 })
  expect(listening('0.0.0.0:2525')).toMatchObject({ host: '0.0.0.0', port: 2525 })
  expect(listening('[::]:2525')).toMatchObject({ host: '::', port: 2525 })
  for (const wrong of ['x', '65536', ':25', '1.2.3.4:', '::1:25']) {
    expect(problemOf({ BOUNCE_PORT: wrong })).toContain('BOUNCE_PORT must be a port, or address:port')
  }
})

test('messages are submitted at several ports, each with TLS from the first byte or without', () => {
  const submission = (SUBMISSION_PORT: string) => readConfig({ SUBMISSION_PORT }).submission
  expect([submission(''), submission('0')]).toEqual([[], []])
  expect(submission('587, tls://0.0.0.0:465,tls://[::]:465')).toEqual([
    { host: '127.0.0.1', port: 587, tls: false },
    { host: '0.0.0.0', port: 465, tls: true },
    { host: '::', port: 465, tls: true },
  ])
  for (const wrong of ['ssl://465', '587;465', 'tls://', '70000', '587,']) {
    expect(problemOf({ SUBMISSION_PORT: wrong })).toContain('SUBMISSION_PORT must be a port or address:port')
  }
})

test('a setting that was removed, or is misspelled, is told; what belongs to others is not', () => {
  const ignored = (env: Record<string, string>) => readConfig(env).ignored
  expect(
    ignored({ REMOTE_ROW_KB: '64', SMTP_URI: 'x', METRICS_HOST: '0.0.0.0', BODY_MEMORY_MB: '' }),
  ).toEqual([
    'REMOTE_ROW_KB has no effect: it is now fixed (docs/settings.md). Remove it.',
    'SMTP_URI has no effect: there is no such setting. Did you mean SMTP_URL?',
    'METRICS_HOST has no effect: it is a part of METRICS_PORT now, such as METRICS_PORT=0.0.0.0:9464 (docs/settings.md). Remove it.',
  ])
  for (const near of ['LOGLEVEL', 'LOG_LEVELS', 'LOG_LEEVL', 'LOG_LEVIL']) {
    expect(ignored({ [near]: 'info' })).toEqual([expect.stringContaining('Did you mean LOG_LEVEL?')])
  }
  const others = {
    PATH: '/bin',
    HOME: '/',
    HOSTNAME: 'x',
    AWS_REGION: 'eu-1',
    OTEL_SERVICE_NAME: 'q',
    LOG_LEVEL: 'info',
    USER: 'q',
    DATABASE_NAME: 'x',
  }
  expect(ignored(others)).toEqual([])
})
