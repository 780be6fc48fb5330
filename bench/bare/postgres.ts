import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuMs } from '../measure.ts'
import { connect, type Database } from '../../src/database/driver/connection.ts'
import { startEmbedded } from '../../src/database/embedded/start.ts'
import { migrate } from '../../src/database/migrate.ts'

export type Postgres = {
  url: string
  /** Of the server's first process. */
  pid: number
  /** One connection, so that its backend's processor time is that of the statements. */
  sql: Database
  backend: number
}

/** An embedded PostgreSQL with Quiver's tables, for as long as `measure` takes; autovacuum would come at any time. */
export async function withPostgres(measure: (postgres: Postgres) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
  // The user of the embedded PostgreSQL has to pass.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  try {
    const { ownerUrl: url, stop } = await startEmbedded({
      dataDir,
      log: () => {},
      settings: { autovacuum: 'off' },
    })
    try {
      await migrate(url)
      const sql = connect(url, { max: 1, applicationName: 'bench', statementTimeoutMs: 0 })
      const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
      const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
      await measure({ url, pid: Number(pid), sql, backend: row.pid }).finally(() => sql.end())
    } finally {
      await stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function walBytes(sql: Database): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as bytes`
  return row.bytes
}

/** Processor time of the whole server; a process that has ended is not counted. */
export async function serverCpuMs(pid: number): Promise<number> {
  let sum = cpuMs(pid)
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) sum += cpuMs(Number(name))
  }
  return sum
}
