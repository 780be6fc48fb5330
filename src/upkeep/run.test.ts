import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../test/harness/core/database.ts'
import { logInto } from '../../test/harness/core/server.ts'
import { until } from '../../test/harness/core/until.ts'
import { upkeepEnvironment } from '../../test/harness/records/upkeep.ts'
import { connect } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import type { Duty, UpkeepEnvironment } from './duty.ts'
import { lateDuties } from '../store/server/upkeep.ts'
import { runUpkeep } from './run.ts'

const notHeld = () => Promise.resolve(false)

/** A process with upkeep to do. @returns its environment, and a function that starts it. */
function aProcess(url: string, changes: Partial<UpkeepEnvironment> = {}) {
  const database = connect(url, { max: 3, applicationName: 'test upkeep', role: applicationRole })
  const stopped = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const stop = async () => {
    stopped.abort(new Error('the test is over'))
    await running
    await database.end()
  }
  onTestFinished(stop)
  const start = (duties: readonly Duty[], isHeld = notHeld, sliceSeconds?: number) => {
    const env = { ...upkeepEnvironment(database), ...changes }
    running = runUpkeep(
      env,
      { duties, isHeld, roundSeconds: 0.2, ...(sliceSeconds === undefined ? {} : { sliceSeconds }) },
      stopped.signal,
    )
  }
  return { start, stop }
}

function aDuty(name: string, run: Duty['run'], changes: Partial<Duty> = {}): Duty {
  return { name, everySeconds: 3_600, whileHeld: false, run, ...changes }
}

test('of two processes one does a duty, and the other when the first has gone', async () => {
  const { url } = await aDatabase()
  const [first, second] = [aProcess(url), aProcess(url)]
  const done: string[] = []
  let release = () => {}
  const hanging = new Promise<void>((resolve) => (release = resolve))
  const long = aDuty('long', async () => {
    done.push('first')
    await hanging
  })
  first.start([long])
  await until(() => Promise.resolve(done.length === 1))
  second.start([aDuty('short', () => Promise.resolve(void done.push('second')), { everySeconds: 0.2 })])
  // Three rounds.
  await pause(600)
  expect(done).toEqual(['first'])
  release()
  await first.stop()
  await until(() => Promise.resolve(done.length > 1))
  expect(done.slice(0, 2)).toEqual(['first', 'second'])
})

test('a duty that fails is named in the log, and the others are done', async () => {
  const { url } = await aDatabase()
  const faults: unknown[] = []
  const done: string[] = []
  const failure = new Error('the table is gone')
  aProcess(url, { log: logInto(faults) }).start([
    aDuty('failing', () => Promise.reject(failure)),
    aDuty('next', () => Promise.resolve(void done.push('next'))),
  ])
  await until(() => Promise.resolve(done.length === 1))
  expect(faults).toEqual([
    [{ err: failure, duty: 'failing' }, 'upkeep duty failed; will run again when next due'],
  ])
})

test('a restored copy that is held does only what it may', async () => {
  const { url } = await aDatabase()
  const done: string[] = []
  const note = (name: string, whileHeld: boolean) =>
    aDuty(name, () => Promise.resolve(void done.push(name)), { whileHeld })
  aProcess(url).start([note('sends', false), note('tidies', true)], () => Promise.resolve(true))
  await until(() => Promise.resolve(done.length === 1))
  expect(done).toEqual(['tidies'])
})

test('a duty that takes long gives way to the others, and goes on in the next round', async () => {
  const { url } = await aDatabase()
  const done: string[] = []
  const long = aDuty('long', async (_, stop) => {
    done.push('long')
    await pause(60_000, undefined, { signal: stop }).catch(() => {})
  })
  const other = aDuty('other', () => Promise.resolve(void done.push('other')))
  aProcess(url).start([long, other], notHeld, 0.1)
  await until(() => Promise.resolve(done.length >= 3))
  expect(done.slice(0, 3)).toEqual(['long', 'other', 'long'])
})

test('a database that is away is waited out', async () => {
  const { url } = await aDatabase()
  const faults: unknown[] = []
  const done: string[] = []
  let looks = 0
  const isHeld = () => {
    looks += 1
    return looks === 1 ? Promise.reject(new Error('away')) : Promise.resolve(false)
  }
  aProcess(url, { log: logInto(faults) }).start(
    [aDuty('short', () => Promise.resolve(void done.push('done')), { everySeconds: 0.2 })],
    isHeld,
  )
  await until(() => Promise.resolve(done.length > 0))
  expect(faults).toMatchObject([[{ err: { message: 'away' } }, 'background task failed; will retry']])
})

test('a duty that fails, or does not get to its end, is late from twice its time on; one that is done is not', async () => {
  const { url, sql } = await aDatabase()
  const log = logInto([])
  const { start, stop } = aProcess(url, { log })
  const [failing, unfinished] = [
    aDuty('failing', () => Promise.reject(new Error('no')), { everySeconds: 60 }),
    aDuty('unfinished', (_env, signal) => pause(60_000, undefined, { signal }).catch(() => {}), {
      everySeconds: 60,
    }),
  ]
  await sql`
    insert into upkeep_duties (name, every_seconds, done_at)
    select name, 60, now() - interval '1 hour' from unnest(array['failing', 'unfinished', 'done', 'former']) name`
  start([failing, unfinished, aDuty('done', () => Promise.resolve(), { everySeconds: 60 })], notHeld, 0.05)
  const late = async () => Object.fromEntries((await sql<{ name: string; seconds: number }[]>`${lateDuties(sql)}`).map(({ name, seconds }) => [name, Math.round(seconds / 60)])) // oxfmt-ignore
  await until(async () => (await late())['done'] === 0)
  expect(await late()).toEqual({ failing: 58, unfinished: 58, done: 0 })
  await stop()
})
