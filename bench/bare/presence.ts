import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../src/database/driver/connection.ts'
import { findAlive, presenceClass } from '../../src/store/server/worker-sessions.ts'
import { median } from '../measure.ts'
import { serverCpuMs, walBytes, withPostgres, type Postgres } from './postgres.ts'

/**
 * `npx tsx bench/bare/presence.ts [seconds a round, default 20] [rounds, default 2]`: how soon another process knows that a worker
 * is dead, and what that costs (docs/decisions/003-import-engine.md): by the lock of a session, as Quiver does it, and by a row with
 * a heartbeat. In each round ten processes of each kind live for some seconds and are then killed. At last one of each
 * kind is busy for 3 s, and frozen. About two and a half minutes, nearly all of it waiting. Linux only.
 */

const beatMs = 1_000
/** A busy event loop may skip three beats, and the next one needs a commit: less would take the living for dead. */
const deadAfterMs = 5_000
const lookMs = 250
const busyMs = 3_000
const frozenMs = 10_000
const processes = 10

type Kind = 'lock' | 'row'
type Worker = { number: number; child: ChildProcess }

/** A worker of the bench. It ends with its parent. */
async function live(kind: Kind, number: number, url: string): Promise<void> {
  const sql = connect(url, { max: 1, applicationName: `bench ${kind}` })
  const beat = async () => {
    await sql`update presence set seen_at = clock_timestamp() where number = ${number}`
  }
  if (kind === 'lock') await sql.listen('bench', () => {}, { advisoryLock: [presenceClass, number] })
  else {
    await sql`insert into presence (number, seen_at) values (${number}, now())`
    setInterval(() => void beat(), beatMs)
  }
  process.on('disconnect', () => process.exit(0))
  process.on('message', () => {
    const endMs = performance.now() + busyMs
    while (performance.now() < endMs);
  })
  process.send?.('ready')
}

let born = 0

async function start(kind: Kind, url: string): Promise<Worker> {
  const number = (born += 1)
  const child = fork(import.meta.filename, [kind, String(number), url])
  await once(child, 'message')
  return { number, child }
}

async function startAll(kind: Kind, url: string): Promise<Worker[]> {
  const all: Worker[] = []
  for (let n = 0; n < processes; n += 1) all.push(await start(kind, url))
  return all
}

/** By the database's clock. */
async function ageMs({ sql }: Postgres, { number }: Worker): Promise<number> {
  const [row] = await sql<[{ ms: number }]>`
    select (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as ms from presence where number = ${number}`
  return row.ms
}

async function untilRowIsOld(postgres: Postgres, worker: Worker, signal: NodeJS.Signals): Promise<number> {
  // Another process looks at some time, and the worker dies at some time after its last beat.
  await pause(Math.random() * beatMs)
  const startMs = performance.now()
  worker.child.kill(signal)
  await pause(Math.random() * lookMs)
  while ((await ageMs(postgres, worker)) < deadAfterMs) await pause(lookMs)
  return performance.now() - startMs
}

/** Another process waits for the lock. */
async function untilLockIsFree({ sql, url }: Postgres, { number, child }: Worker): Promise<number> {
  const other = connect(url, { max: 1, applicationName: 'bench other' })
  const got = other`select pg_advisory_lock(${presenceClass}, ${number})`.then(() => performance.now())
  const isWaiting = async () => {
    const rows =
      await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${number} and not granted`
    return rows.length > 0
  }
  while (!(await isWaiting())) await pause(10)
  const startMs = performance.now()
  child.kill('SIGKILL')
  const tookMs = (await got) - startMs
  await other.end()
  return tookMs
}

type Cost = { updates: number; wal: number; cpuMs: number }

async function costOf({ sql, pid }: Postgres, seconds: number): Promise<Cost> {
  const measure = async (): Promise<Cost> => {
    const [row] = await sql<[{ updates: number }]>`
      select n_tup_upd as updates from pg_stat_user_tables where relname = 'presence'`
    return { updates: row.updates, wal: await walBytes(sql), cpuMs: await serverCpuMs(pid) }
  }
  await pause(2_000)
  const before = await measure()
  await pause(seconds * 1000)
  const after = await measure()
  const aMinute = (key: keyof Cost) => ((after[key] - before[key]) * 60) / seconds
  return { updates: aMinute('updates'), wal: aMinute('wal'), cpuMs: aMinute('cpuMs') }
}

function report(kind: Kind, knownMs: number[], costs: Cost[]): void {
  const of = (pick: (cost: Cost) => number) => costs.map((cost) => pick(cost).toFixed(0)).join(', ')
  console.log(
    `${kind}: dead after ${median(knownMs).toFixed(0)} ms at the median, ${Math.max(...knownMs).toFixed(0)} ms at most ` +
      `(${knownMs.length} times); ${processes} processes, a minute: ${of(({ updates }) => updates)} updates, ` +
      `${of(({ wal }) => wal / 1024)} KB of WAL, ${of(({ cpuMs }) => cpuMs)} ms of PostgreSQL`,
  )
}

async function busyAndFrozen(postgres: Postgres): Promise<void> {
  const both = [await start('lock', postgres.url), await start('row', postgres.url)] as const
  try {
    await showBusy(postgres, both[1])
    await showFrozen(postgres, ...both)
  } finally {
    // A frozen process would not notice that its parent has ended.
    for (const { child } of both) child.kill('SIGKILL')
  }
}

async function showBusy(postgres: Postgres, beating: Worker): Promise<void> {
  await pause(2 * beatMs)
  // Right before a beat, which is the worst moment.
  while ((await ageMs(postgres, beating)) > 0.1 * beatMs) await pause(10)
  await pause(0.8 * beatMs)
  beating.child.send('busy')
  let oldestMs = 0
  for (const endMs = performance.now() + busyMs + 2 * beatMs; performance.now() < endMs; await pause(20))
    oldestMs = Math.max(oldestMs, await ageMs(postgres, beating))
  console.log(`row: ${oldestMs.toFixed(0)} ms old at most while its process was busy for ${busyMs} ms`)
}

async function showFrozen(postgres: Postgres, locked: Worker, beating: Worker): Promise<void> {
  locked.child.kill('SIGSTOP')
  const knownMs = await untilRowIsOld(postgres, beating, 'SIGSTOP')
  console.log(`row: frozen, dead after ${knownMs.toFixed(0)} ms`)
  await pause(frozenMs - knownMs)
  const isAlive = (await findAlive(postgres.sql)).includes(locked.number)
  console.log(`lock: frozen, ${isAlive ? 'alive' : 'dead'} after ${frozenMs} ms`)
}

async function main(seconds: number, rounds: number): Promise<void> {
  await withPostgres(async (postgres) => {
    await postgres.sql`create table presence (number integer primary key, seen_at timestamptz not null)`
    const costs: Record<Kind, Cost[]> = { lock: [], row: [] }
    const knownMs: Record<Kind, number[]> = { lock: [], row: [] }
    for (let round = 0; round < rounds; round += 1) {
      const locked = await startAll('lock', postgres.url)
      costs.lock.push(await costOf(postgres, seconds))
      for (const worker of locked) knownMs.lock.push(await untilLockIsFree(postgres, worker))
      const beating = await startAll('row', postgres.url)
      costs.row.push(await costOf(postgres, seconds))
      const known = beating.map((worker) => untilRowIsOld(postgres, worker, 'SIGKILL'))
      knownMs.row.push(...(await Promise.all(known)))
    }
    for (const kind of ['lock', 'row'] as const) report(kind, knownMs[kind], costs[kind])
    await busyAndFrozen(postgres)
  })
}

const [first, second, third] = process.argv.slice(2)
if (first === 'lock' || first === 'row') await live(first, Number(second), third ?? '')
else await main(Number(first ?? 20), Number(second ?? 2))
