import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as dial, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../test/harness/core/database.ts'
import { until } from '../../test/harness/core/until.ts'
import { readAddress } from './address.ts'
import { findPoolerFault } from './kept-sessions.ts'

// A package of Debian.
const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0
if (!isInstalled) console.warn('There is no pgbouncer: that the start refuses the real one is skipped.')

const startParameters =
  'extra_float_digits,statement_timeout,idle_in_transaction_session_timeout,max_parallel_workers_per_gather,role,timezone,quiver.auto_subscriber_management,quiver.sender_domains,quiver.scope'

/** @returns the url of a PgBouncer in front of this database. */
async function aPgBouncer(databaseUrl: string, settings: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quiver-pgbouncer-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await chmod(directory, 0o755)
  const port = await aFreePort()
  const { user, database } = namesIn(databaseUrl)
  const databasePort = await aRelay(databaseUrl)
  const config = `[databases]
x = host=127.0.0.1 port=${databasePort} dbname=${database} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
${settings}
`
  await writeFile(join(directory, 'pgbouncer.ini'), config)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...asUser, join(directory, 'pgbouncer.ini')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await until(() => accepts(port), { seconds: 10 })
  return `postgres://someone@127.0.0.1:${port}/x`
}

function namesIn(url: string) {
  const parsed = new URL(url.replace(':///', '://localhost/'))
  const user = decodeURIComponent(parsed.username) || (parsed.searchParams.get('user') ?? 'postgres')
  return { user, database: parsed.pathname.slice(1) }
}

/** PgBouncer does not run as root, and another user cannot enter the directory of the socket. @returns its port. */
async function aRelay(url: string): Promise<number> {
  const { path, host, port } = readAddress(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const backend = path === undefined ? dial(port?.[0] ?? 5432, host?.[0] ?? '127.0.0.1') : dial(path)
    for (const socket of [client, backend]) sockets.add(socket.on('error', () => {}))
    client.pipe(backend).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function aFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(port, '127.0.0.1', () => resolve(true))
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
  })
}

const ignoring = `ignore_startup_parameters = ${startParameters}`

test.skipIf(!isInstalled).each([
  ['session mode that ignores what it does not know', `pool_mode = session\n${ignoring}`],
  ['transaction mode that ignores what it does not know', `pool_mode = transaction\n${ignoring}`],
  ['session mode as it comes', 'pool_mode = session'],
  ['transaction mode as it comes', 'pool_mode = transaction'],
])('PgBouncer in %s is refused, with what to set', async (_mode, settings) => {
  const { url } = await aDatabase()
  const sentence = await findPoolerFault(await aPgBouncer(url, settings))
  expect(sentence).toMatch(/give the address of PostgreSQL in DATABASE_URL/)
})
