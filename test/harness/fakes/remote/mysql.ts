import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection, type Connection } from 'mysql2/promise'
import { onTestFinished } from 'vitest'
import { aProxy } from '../../core/proxy.ts'
import { aFreePort } from '../../core/socket.ts'
import { until } from '../../core/until.ts'
import type { Certificate } from '../certificate.ts'
import type { DatabaseTarget } from '../../../../src/outbound/databases/target.ts'

/** Whether MariaDB is installed (Debian: mariadb-server). Without it the tests of MySQL are skipped. */
export const hasMariadb = spawnSync('mariadbd', ['--version']).status === 0

/** `admin`: the same database, as a role with all rights. */
export type MysqlServer = { root: Connection; target: DatabaseTarget; admin: DatabaseTarget; pid: number }

/**
 * A MariaDB with a database `shop` and a role that may only read it.
 * @param certificate null: it offers no TLS
 * @param ends registers its end: by default that of the test
 */
export async function aMysqlServer(
  certificate: Certificate | null = null,
  ends: (end: () => Promise<void>) => void = onTestFinished,
): Promise<MysqlServer> {
  const directory = await mkdtemp(join(tmpdir(), 'quiver-mariadb-'))
  const port = await aFreePort()
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  const made = spawnSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      `--datadir=${directory}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...user,
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr}`)
  const options = [
    `--datadir=${directory}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${directory}/s`,
  ]
  const small = [
    '--innodb-buffer-pool-size=16M',
    '--innodb-log-file-size=8M',
    '--innodb-flush-log-at-trx-commit=0',
  ]
  const tls = certificate === null ? [] : await tlsOptions(directory, certificate)
  const server = spawn(
    'mariadbd',
    ['--no-defaults', ...options, ...small, ...tls, '--skip-name-resolve', ...user],
    {
      stdio: 'ignore',
    },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  ends(async () => {
    server.kill('SIGKILL')
    await ended
    await rm(directory, { recursive: true, force: true })
  })
  let root: Connection | undefined
  await until(
    async () => {
      const options = { socketPath: `${directory}/s`, user: 'root', multipleStatements: true }
      root ??= await createConnection(options).catch(() => undefined)
      return root !== undefined
    },
    { seconds: 60 },
  )
  if (root === undefined) throw new Error('MariaDB did not start.')
  root.on('error', () => {})
  await root.query('create database shop character set utf8mb4')
  await root.query('use shop')
  await root.query(`create user reader@'127.0.0.1' identified by 'open sesame'`)
  await root.query(`grant select on shop.* to reader@'127.0.0.1'`)
  await root.query(`create user admin@'127.0.0.1' identified by 'open sesame'`)
  await root.query(`grant all on *.* to admin@'127.0.0.1' with grant option`)
  const target: DatabaseTarget = {
    type: 'mysql',
    host: '127.0.0.1',
    port,
    username: 'reader',
    password: 'open sesame',
    databaseName: 'shop',
    tls: 'off',
    tlsCa: null,
  }
  return { root, target, admin: { ...target, username: 'admin' }, pid: server.pid ?? 0 }
}

/** A table `numbers` with a column `n`: 1, 2, 3, … Both MariaDB and MySQL can do this. */
export async function makeNumbers(root: Connection, count: number): Promise<void> {
  const places = Array.from({ length: String(count).length }, (_, place) => `d${place}`)
  const digits = Array.from({ length: 10 }, (_, digit) => `select ${digit} as n`).join(' union all ')
  const value = places.map((name, place) => `${name}.n * ${10 ** place}`).join(' + ')
  await root.query(`
    create table numbers as with digits as (${digits})
    select ${value} as n from ${places.map((name) => `digits ${name}`).join(', ')}
    having n between 1 and ${count}`)
}

/** A way to MariaDB on which the limit of statements has its name of MySQL, and the other way round. @returns its port */
export async function aWayWithOtherNames(port: number): Promise<number> {
  const names: Record<string, string> = {
    max_statement_time: 'max_execution_time',
    max_execution_time: 'max_statement_time',
  }
  const proxy = await aProxy(`postgres://x:y@127.0.0.1:${port}/z`, (client, server) => {
    client.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      server.write(
        text.replaceAll(/max_(?:statement|execution)_time/g, (name) => names[name] ?? name),
        'latin1',
      )
    })
    server.on('data', (bytes) => client.write(bytes))
  })
  return Number(new URL(proxy.url).port)
}

async function tlsOptions(directory: string, { key, cert }: Certificate): Promise<string[]> {
  await writeFile(`${directory}/key.pem`, key, { mode: 0o600 })
  await writeFile(`${directory}/cert.pem`, cert)
  return [`--ssl-key=${directory}/key.pem`, `--ssl-cert=${directory}/cert.pem`]
}
