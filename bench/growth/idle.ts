import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Sql } from '../../src/database/driver/connection.ts'
import { startEmbedded } from '../../src/database/embedded/start.ts'
import { cpuSeconds } from '../measure.ts'
import { startProcess, startQuiver } from '../server.ts'

/**
 * What a server and workers that have nothing to do cost: statements a second, and processor time a minute.
 *
 *     npm run bench:idle                                                     # a server alone
 *     npm run bench:idle -- --workers 10 --organizations 1000 --statements
 *
 * `--organizations`: each with a list, five autoresponders, a webhook and a finished campaign. `--statements`: by their text.
 */
const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '0' },
    organizations: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '60' },
    statements: { type: 'boolean', default: false },
  },
})
const [workers, organizations, seconds] = [values.workers, values.organizations, values.seconds].map(
  Number,
) as [number, number, number]
const settleMs = 20_000

async function fill(sql: Sql): Promise<void> {
  await sql`insert into organizations (name) select 'Idle ' || n from generate_series(1, ${organizations}::integer) n`
  await sql`
    insert into mailing_lists (organization_id, name) select id, 'News' from organizations where name like 'Idle %'`
  await sql`
    insert into autoresponders (organization_id, mailing_list_id, name, trigger, trigger_run_on_api)
    select organization_id, id, 'Hello ' || n, 'subscription', true from mailing_lists cross join generate_series(1, 5) n`
  await sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    select organization_id, 'All', 'https://example.com/', '\\x00', '{}' from mailing_lists`
  await sql`
    insert into campaigns (organization_id, mailing_list_id, name, has_dispatch, state, begins_at, started_at, finished_at)
    select organization_id, id, 'Old', true, 'finished', now() - interval '1 day', now() - interval '1 day', now()
    from mailing_lists`
  await sql`vacuum analyze`
}

type Sums = { statements: number; commits: number; server: number; workers: number; database: number }

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
  // The user of the embedded PostgreSQL has to pass.
  await chmod(folder, 0o755)
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const { ownerUrl, pid } = await startPostgres(folder, stops)
    const settings = (name: string) => ({
      DATABASE_URL: ownerUrl,
      DATA_DIR: join(folder, name),
      UPLOAD_DIR: join(folder, 'uploads'),
      STORAGE_URL: 'database:',
      SECRET_KEY: '0123456789abcdef'.repeat(4),
      SERVER_IDENTITY: 'bench',
      SYSTEM_API_KEY: '0123456789abcdef0123456789abcdef01234567',
      BOUNCE_PORT: '0',
      LOG_LEVEL: 'warn',
    })
    const server = await startQuiver(settings('server'))
    stops.push(server.stop)
    const sql = connect(ownerUrl, { max: 1, applicationName: 'bench', statementTimeoutMs: 0 })
    stops.push(() => sql.end())
    await sql`create extension pg_stat_statements`
    if (organizations > 0) await fill(sql)
    const pids: number[] = []
    for (let index = 0; index < workers; index += 1) {
      const command = ['dist/cli/main.js', 'worker']
      const worker = await startProcess(command, settings(`worker${index}`), /(workers are running)/)
      stops.push(worker.stop)
      pids.push(worker.pid)
    }
    const measure = () => sumsOf(sql, { database: pid, server: server.pid, workers: pids })
    await pause(settleMs)
    await sql`select pg_stat_statements_reset()`
    const before = await measure()
    await pause(seconds * 1000)
    const after = await measure()
    report(before, after)
    if (values.statements) await showStatements(sql)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** With room for the connections of many workers, and counting statements. */
async function startPostgres(folder: string, stops: (() => Promise<void>)[]) {
  const dataDir = join(folder, 'postgresql')
  const settings = {
    max_connections: '600',
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track_utility': 'off',
  }
  const { ownerUrl, stop } = await startEmbedded({ dataDir, log: () => {}, settings })
  stops.push(stop)
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return { ownerUrl, pid: Number(pid) }
}

type Pids = { database: number; server: number; workers: number[] }

async function sumsOf(sql: Sql, pids: Pids): Promise<Sums> {
  const [row] = await sql<[Pick<Sums, 'statements' | 'commits'>]>`
    select (select coalesce(sum(calls), 0)::bigint from pg_stat_statements) as statements, xact_commit as commits
    from pg_stat_database where datname = current_database()`
  const postgres = await cpuSeconds(pids.database)
  const { server } = await cpuSeconds(pids.server)
  let sum = 0
  for (const pid of pids.workers) sum += (await cpuSeconds(pid)).server
  return { ...row, server, workers: sum, database: postgres.server + postgres.database }
}

function report(before: Sums, after: Sums): void {
  const by = (key: keyof Sums, of: number, digits: number) =>
    (((after[key] - before[key]) * of) / seconds).toFixed(digits)
  console.log(
    `${workers} workers beside a server, ${organizations} organizations: ${by('statements', 1, 1)} statements and ` +
      `${by('commits', 1, 1)} commits a second; a minute: PostgreSQL ${by('database', 60, 2)} s, the server ` +
      `${by('server', 60, 2)} s, all workers ${by('workers', 60, 2)} s`,
  )
}

async function showStatements(sql: Sql): Promise<void> {
  const rows = await sql<{ calls: number; ms: number; text: string }[]>`
    select calls, total_exec_time as ms, regexp_replace(left(query, 160), '\\s+', ' ', 'g') as text
    from pg_stat_statements order by total_exec_time desc limit 40`
  for (const { calls, ms, text } of rows)
    console.log(`${(calls / seconds).toFixed(2)}/s ${((ms * 60) / seconds).toFixed(1)} ms/min ${text}`)
}

await main()
