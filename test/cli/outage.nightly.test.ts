import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aQuiverServer } from '../harness/core/command.ts'
import { aDataDirectory, postmasterOf, start } from '../harness/core/embedded.ts'
import { until } from '../harness/core/until.ts'

type Line = { level: number; worker?: string | number; msg: string }

/** Sessions that they have once their loops ask for work, besides those that listen. */
const sessionsMin = { 'quiver worker 0': 2, 'quiver mail': 6, 'quiver jobs': 2 }

async function aServerWithItsDatabase() {
  const databaseDir = await aDataDirectory()
  const database = await start(databaseDir)
  const server = await aQuiverServer({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: await aDataDirectory(),
    LOG_LEVEL: 'info',
  })
  const ready = async () => (await fetch(`${server.url}/readyz`)).status
  await until(async () => {
    const rows = await database.sql<{ name: string; sessions: number }[]>`
      select application_name as name, count(*) as sessions from pg_stat_activity group by 1`
    const has = ([name, min]: [string, number]) =>
      rows.some((row) => row.name === name && row.sessions >= min)
    return Object.entries(sessionsMin).every(has) && (await ready()) === 200
  })
  return { databaseDir, database, server, ready }
}

/** The lines since the start, by thread: what went wrong, and what works again. */
function outageLines(stderr: string): Record<string, string[]> {
  const lines = stderr.split('\n').flatMap((line): Line[] => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const threads: Record<string, string[]> = {}
  for (const { level, worker = 'main', msg } of lines) {
    if (level >= 40 || /again|recorded/.test(msg)) (threads[worker] ??= []).push(msg)
  }
  return threads
}

test('a database that is gone for a while leaves one line of each thread at the beginning and one at the end', async () => {
  const { databaseDir, database, server, ready } = await aServerWithItsDatabase()
  await database.stop()
  await until(async () => (await ready()) === 503)
  // Loops try again after at most ten seconds; probes ask all the while.
  for (let seconds = 0; seconds < 15; seconds += 1) {
    await pause(1_000)
    expect(await ready()).toBe(503)
  }
  await start(databaseDir)
  await until(async () => (await ready()) === 200, { seconds: 30 })
  await pause(12_000)
  server.kill('SIGTERM')
  const { stderr } = await server.ended
  const background = ['background task failed; will retry', 'background tasks work again']
  expect(outageLines(stderr)).toEqual({
    main: ['not ready', 'ready again'],
    mail: background,
    exports: background,
    changes: background,
    0: background,
  })
}, 120_000)

test('a server whose database is frozen is not ready, and is again when it goes on', async () => {
  const { databaseDir, ready } = await aServerWithItsDatabase()
  const all = await familyOf(await postmasterOf(databaseDir))
  expect(all.length).toBeGreaterThan(5)
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  try {
    await until(async () => (await ready()) === 503)
    const begun = performance.now()
    expect(await ready()).toBe(503)
    expect(performance.now() - begun).toBeLessThan(3_000)
  } finally {
    for (const pid of all) process.kill(pid, 'SIGCONT')
  }
  await until(async () => (await ready()) === 200, { seconds: 30 })
}, 120_000)

test('a server whose database is frozen stops without it, and says so', async () => {
  const { databaseDir, server } = await aServerWithItsDatabase()
  const all = await familyOf(await postmasterOf(databaseDir))
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  try {
    // Statements without an answer end after five minutes.
    server.kill('SIGTERM')
    const { code, stderr } = await server.ended
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('The database has not answered for 20 seconds: exiting without it.'),
    })
  } finally {
    for (const pid of all) process.kill(pid, 'SIGCONT')
  }
}, 120_000)

/** The postmaster and its children. */
async function familyOf(postmaster: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  return [postmaster, ...parents.flatMap(({ pid, parent }) => (parent === postmaster ? [pid] : []))]
}
