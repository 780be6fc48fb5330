import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { connect } from '../../src/database/driver/connection.ts'
import { readAddress, socketUrl, withDatabase } from '../../src/database/address.ts'
import { migrate } from '../../src/database/migrate.ts'
import { findCondition } from '../../src/database/condition.ts'
import { readConfig } from '../../src/server/config.ts'
import { aDataDirectory, root, start } from '../harness/core/embedded.ts'
import { copiesOf, stagesOfDockerfile, wordsOf } from './dockerfile.ts'

const run = promisify(execFile)

type Service = {
  image?: string
  profiles?: string[]
  command?: string
  env_file?: { path: string; required: boolean }[]
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
}

async function servicesOfCompose(): Promise<Record<string, Service>> {
  const text = await readFile(path.join(root, 'deploy/compose.yaml'), 'utf8')
  return (parse(text) as { services: Record<string, Service> }).services
}

test('the image runs what another one has built, not as root, and says whether it is well', async () => {
  const [build, runs, ...more] = await stagesOfDockerfile()
  if (build === undefined || runs === undefined) throw new Error('There are not two stages.')
  expect(more).toEqual([])
  expect(build.from).toMatch(/ AS build$/)
  expect(wordsOf(runs, 'RUN')).toEqual([])
  expect(wordsOf(runs, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
  expect(wordsOf(runs, 'HEALTHCHECK')).toEqual([expect.stringContaining('/healthz')])
  const made = ['node_modules', 'dist', 'data']
  for (const { isFromBuild, sources } of [...copiesOf(build), ...copiesOf(runs)]) {
    for (const source of sources) {
      const name = isFromBuild ? path.relative('/build', source) : source
      expect(made.includes(name) || existsSync(path.join(root, name)), source).toBe(true)
    }
  }
  const ignored = (await readFile(path.join(root, '.dockerignore'), 'utf8')).split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['node_modules', 'dist', 'data', '**/.env']))
})

test('the health check asks the port that the server has', async () => {
  const [, runs] = await stagesOfDockerfile()
  const [line = ''] = runs === undefined ? [] : wordsOf(runs, 'HEALTHCHECK')
  const [program = '', ...words] = JSON.parse(line.slice(line.indexOf('['))) as string[]
  const server = createServer((call, reply) => reply.writeHead(call.url === '/healthz' ? 200 : 404).end())
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const check = async (PORT: string) => {
    const child = spawn(program, words, { env: { PATH: process.env.PATH, PORT }, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    return code
  }
  expect(await check(String(port))).toBe(0)
  await new Promise((closed) => server.close(closed))
  expect(await check(String(port))).toBe(1)
})

test('the compose file runs Quiver on a read-only root, publishes on loopback only, and names versions', async () => {
  const services = await servicesOfCompose()
  const { quiver, ...others } = services
  expect(quiver).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
  for (const [name, { image = '', ports = [], volumes = [] }] of Object.entries(services)) {
    for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
    const mounted = volumes
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((from) => from.startsWith('./'))
    for (const from of mounted) expect(existsSync(path.join(root, 'deploy', from)), from).toBe(true)
    if (name !== 'quiver') expect(image, name).toMatch(/:\D*\d/)
  }
  const optional = Object.values(others).filter(({ profiles }) => profiles !== undefined)
  expect(optional.map(({ profiles }) => profiles).flat()).toEqual(
    expect.arrayContaining(['mail', 'watch', 's3']),
  )
  expect(Object.keys(others).filter((name) => others[name]?.profiles === undefined)).toEqual(['postgres'])
})

/** As compose does it: `:-` a default, `:+` instead of a value, `:?` what must be set. */
function filledIn(text: string, given: Record<string, string>): string {
  const innermost = /\$\{(\w+)(?::([-+?])([^${}]*))?\}/g
  const filled = text.replace(innermost, (_all, name: string, mark = '', word = '') => {
    const value = given[name] ?? ''
    if (mark === '+') return value === '' ? '' : word
    if (mark === '?' && value === '') throw new Error(`${name} is not set.`)
    return value === '' && mark === '-' ? word : value
  })
  return filled === text ? text : filledIn(filled, given)
}

/** The environment of the container, with `file` as deploy/.env: entries of the compose file come before those of the file. */
async function environmentWith(file: Record<string, string>): Promise<Record<string, string>> {
  const { quiver } = await servicesOfCompose()
  const entries = Object.entries(quiver?.environment ?? {})
  const fixed = Object.fromEntries(entries.map(([name, text]) => [name, filledIn(text, file)]))
  return quiver?.env_file?.some(({ path }) => path === '.env') === true ? { ...file, ...fixed } : fixed
}

const passwords = { POSTGRES_PASSWORD: 'root', QUIVER_PASSWORD: 'one', QUIVER_OWNER_PASSWORD: 'two' }

test('the server takes what must be set in the compose file, and every other setting from deploy/.env', async () => {
  const least = readConfig(await environmentWith(passwords))
  expect(least).toMatchObject({
    databaseUrl: 'postgres://quiver:one@postgres/quiver',
    databaseOwnerUrl: 'postgres://quiver_owner:two@postgres/quiver',
    metrics: { port: 0 },
    bounceServer: { port: 0 },
    baseUrl: 'http://127.0.0.1:8080',
  })
  const atAnotherPort = readConfig(await environmentWith({ ...passwords, QUIVER_PORT: '9000' }))
  expect(atAnotherPort.baseUrl).toBe('http://127.0.0.1:9000')
  const settings = {
    BASE_URL: 'https://q.example',
    SMTP_URL: 'smtp://mailpit:1025',
    METRICS_TOKEN: 'm'.repeat(20),
    TRUSTED_PROXIES: '172.18.0.1',
    SECRET_KEY: 's'.repeat(32),
    SERVER_IDENTITY: 'production',
    BOUNCE_RELAYS: '10.0.0.1',
    DKIM_DOMAIN: 'q.example',
    SYSTEM_MAIL_FROM: 'post@q.example',
    SENDER_DOMAINS: 'proven',
    DRAIN_SECONDS: '5',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  }
  const more = readConfig(await environmentWith({ ...passwords, ...settings }))
  expect(more).toMatchObject({
    baseUrl: 'https://q.example',
    smtpUrl: 'smtp://mailpit:1025',
    metrics: { port: 9464, token: settings.METRICS_TOKEN },
    trustedProxies: ['172.18.0.1'],
    secretKey: settings.SECRET_KEY,
    serverIdentity: 'production',
    bounceServer: { relays: ['10.0.0.1'] },
    dkimDomain: 'q.example',
    systemMailFrom: 'post@q.example',
    senderDomains: 'proven',
    drainSeconds: 5,
  })
  expect(more.traces).not.toBeNull()
})

test('deploy/.env may be missing, moves nothing that the compose file relies on, and tells Quiver no password of others', async () => {
  const { quiver } = await servicesOfCompose()
  expect(quiver?.env_file).toEqual([{ path: '.env', required: false }])
  const moved = {
    PORT: '9',
    HOST: '127.0.0.1',
    DATA_DIR: '/elsewhere',
    METRICS_PORT: '9',
    GRAFANA_PASSWORD: 'g',
  }
  const urls = { DATABASE_URL: 'postgres://other/db', DATABASE_DIRECT_URL: 'postgres://other/db' }
  const environment = await environmentWith({ ...passwords, ...moved, ...urls })
  expect(readConfig(environment)).toEqual(readConfig(await environmentWith(passwords)))
  const ofOthers = Object.keys(environment).filter(
    (name) => name.endsWith('PASSWORD') && !name.startsWith('QUIVER_'),
  )
  expect(ofOthers.map((name) => [name, environment[name]])).toEqual(ofOthers.map((name) => [name, '']))
  // The image says the same.
  const [, runs] = await stagesOfDockerfile()
  const [ofImage = ''] = runs === undefined ? [] : wordsOf(runs, 'ENV')
  expect(ofImage).toContain(`DATA_DIR=${environment['DATA_DIR']} HOST=${environment['HOST']}`)
})

test('only the second compose file publishes the port for bounces, at which the server then listens', async () => {
  const text = await readFile(path.join(root, 'deploy/compose.bounces.yaml'), 'utf8')
  const { quiver, ...others } = (parse(text) as { services: Record<string, Service> }).services
  expect(others).toEqual({})
  const environment = { ...(await environmentWith(passwords)), ...quiver?.environment }
  const { bounceServer } = readConfig(environment)
  expect(quiver?.ports?.map((port) => filledIn(port, {}))).toEqual([`25:${bounceServer.port}`])
  expect(bounceServer.host).toBe('0.0.0.0')
})

test('PostgreSQL of the compose file allows the connections of 32 import threads', async () => {
  const { postgres } = await servicesOfCompose()
  const [, connections] = /max_connections=(\d+)/.exec(postgres?.command ?? '') ?? []
  // docs/operating.md: 55 and 7 for each thread; beside them a command or two, and what is kept for superusers.
  expect(Number(connections)).toBeGreaterThanOrEqual(55 + 7 * 32 + 20)
})

test('the archive of the files that the documents make of /data has what a restored server needs, and no identity', async () => {
  const document = await readFile(path.join(root, 'docs/operating.md'), 'utf8')
  const [, command = ''] = /exec -T quiver sh -c '([^']+)'/.exec(document) ?? []
  expect(command).toContain('cd /data')
  const data = await mkdtemp(path.join(tmpdir(), 'quiver-data-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  for (const file of ['secret_key', 'directory_id', 'server_identity'])
    await writeFile(path.join(data, file), file)
  const packed = async () => {
    const { stdout } = await run('sh', ['-c', `(${command.replace('/data', data)}) | tar -t`])
    return stdout.trim().split('\n').toSorted()
  }
  expect(await packed()).toEqual(['directory_id', 'secret_key', 'spool/', 'uploads/'])
  await rm(path.join(data, 'secret_key'))
  expect(await packed()).toEqual(['directory_id', 'spool/', 'uploads/'])
})

test('the roles of the compose file let a server migrate as the owner, work without its rights, and be dumped', async () => {
  const { ownerUrl } = await start(await aDataDirectory())
  const { path: socket = '' } = readAddress(ownerUrl)
  const urlOf = (user: string, database: string) => socketUrl(path.dirname(socket), user, database)
  const sql = aConnection(withDatabase(ownerUrl, 'postgres'))
  // As the server of a new container is.
  await sql.unsafe('drop database quiver with (force)')
  await sql.unsafe('drop role quiver, quiver_app')
  const script = await readFile(path.join(root, 'deploy/roles.sh'), 'utf8')
  const [, statements = ''] = /<<'SQL'\n([^]*)\nSQL\n/.exec(script) ?? []
  const given: Record<string, string> = { owner_password: 'its owner', password: 'its login' }
  const filled = statements.replaceAll(/:'(\w+)'/g, (_all, name: string) => `'${given[name] ?? ''}'`)
  for (const statement of filled.split(';\n')) await sql.unsafe(statement)

  await migrate(urlOf('quiver_owner', 'quiver'))
  expect(await findCondition(aConnection(urlOf('quiver', 'quiver')))).toMatchObject({
    is_superuser: false,
    bypasses_policies: false,
    owns_tables: false,
    role_is_unsafe: false,
    open_tables: [],
    pending_migrations: [],
  })

  await aConnection(withDatabase(ownerUrl, 'quiver')).unsafe(
    `insert into organizations (name) values ('Brand A')`,
  )
  const backup = aConnection(urlOf('quiver_backup', 'quiver'))
  expect(await backup.unsafe('select name from organizations')).toMatchObject([{ name: 'Brand A' }])
  await expect(backup.unsafe('delete from organizations')).rejects.toThrow('permission denied')
})

function aConnection(url: string) {
  const sql = connect(url, { max: 1, applicationName: 'test' })
  onTestFinished(() => sql.end())
  return sql
}
