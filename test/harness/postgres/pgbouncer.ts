import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readAddress, type PooledUrl } from '../../../src/database/address.ts'
import { until } from '../core/until.ts'
import { aFreePort } from '../core/socket.ts'

/** A package of Debian, or the program of `TEST_PGBOUNCER`. */
const program = process.env.TEST_PGBOUNCER ?? 'pgbouncer'
const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
export const hasPgBouncer = status === 0
if (!hasPgBouncer) console.warn('There is no pgbouncer: the tests with the real one are skipped.')

/** From 1.21 on it can prepare statements on each of its connections. */
const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []
export const keepsStatements = Number(major) > 1 || Number(minor) >= 21

/** As operating.md recommends it. */
export const recommended = `pool_mode = transaction
default_pool_size = 20
${keepsStatements ? 'max_prepared_statements = 200' : ''}`

export type PgBouncer = {
  /** For what goes through it. */
  url: string
  /** For Quiver, whose transactions may lead through a proxy in front of it. */
  behind: (url?: string) => PooledUrl
  stop: () => Promise<void>
}

/** A PgBouncer in front of this database; it is stopped at the end of the test. */
export async function aPgBouncer(databaseUrl: string, settings = recommended): Promise<PgBouncer> {
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
  const child = spawn(program, [...asUser, join(directory, 'pgbouncer.ini')], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(stop)
  await until(() => accepts(port), { seconds: 20 })
  const url = `postgres://someone@127.0.0.1:${port}/x`
  return { url, behind: (pooler = url) => ({ pooler, direct: databaseUrl, keepsStatements }), stop }
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
    for (const socket of [client, backend]) sockets.add(socket.setNoDelay(true).on('error', () => {}))
    client.pipe(backend).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(port, '127.0.0.1', () => resolve(true))
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
  })
}
