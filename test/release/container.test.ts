import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { connect } from '../../src/database/driver/connection.ts'
import { readAddress, socketUrl, withDatabase } from '../../src/database/address.ts'
import { migrate } from '../../src/database/migrate.ts'
import { findCondition } from '../../src/database/condition.ts'
import { readConfig } from '../../src/server/config.ts'
import { aDataDirectory, root, start } from '../harness/core/embedded.ts'
import { copiesOf, stagesOfDockerfile, wordsOf } from './dockerfile.ts'

type Service = {
  image?: string
  profiles?: string[]
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
  return text.replace(/\$\{(\w+)(?::([-+?])([^}]*))?\}/g, (_all, name: string, mark = '', word = '') => {
    const value = given[name] ?? ''
    if (mark === '+') return value === '' ? '' : word
    if (mark === '?' && value === '') throw new Error(`${name} is not set.`)
    return value === '' && mark === '-' ? word : value
  })
}

test.each([
  ['what must be set', {}],
  [
    'all of it',
    { SMTP_URL: 'smtp://mailpit:1025', METRICS_TOKEN: 'm'.repeat(20), BASE_URL: 'https://q.example' },
  ],
])('the server takes the settings of the compose file with %s', async (_what, more) => {
  const { quiver } = await servicesOfCompose()
  const given = { QUIVER_PASSWORD: 'one', QUIVER_OWNER_PASSWORD: 'two', ...more }
  const environment = Object.entries(quiver?.environment ?? {})
  const config = readConfig(
    Object.fromEntries(environment.map(([name, text]) => [name, filledIn(text, given)])),
  )
  expect(JSON.stringify(config)).toContain('postgres://quiver_owner:two@postgres/quiver')
})

test('the roles of the compose file let a server migrate as the owner and work without its rights', async () => {
  const { ownerUrl } = await start(await aDataDirectory())
  const { path: socket = '' } = readAddress(ownerUrl)
  const urlOf = (user: string, database: string) => socketUrl(path.dirname(socket), user, database)
  const sql = aConnection(withDatabase(ownerUrl, 'postgres'))
  // As the server of a new container is.
  await sql.unsafe('drop database quiver with (force)')
  await sql.unsafe('drop role quiver, quiver_app')
  const script = await readFile(path.join(root, 'deploy/roles.sh'), 'utf8')
  const [, statements = ''] = /<<'SQL'\n([^]*)\nSQL\n/.exec(script) ?? []
  const passwords: Record<string, string> = { owner_password: 'its owner', password: 'its login' }
  const filled = statements.replaceAll(/:'(\w+)'/g, (_all, name: string) => `'${passwords[name] ?? ''}'`)
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
})

function aConnection(url: string) {
  const sql = connect(url, { max: 1, applicationName: 'test' })
  onTestFinished(() => sql.end())
  return sql
}
