import { setTimeout as pause } from 'node:timers/promises'
import { holdUpkeepLock, noteDuties, takeUpkeepLock } from '../store/server/upkeep.ts'
import { faultLogOf } from '../work/fault-log.ts'
import { isDatabaseAway } from '../database/retry.ts'
import { keepLease } from '../work/lease.ts'
import type { Duty, UpkeepEnvironment } from './duty.ts'

const roundSecondsUsual = 5

/** The lock is held by a transaction, which the server ends after 20 s without a statement. */
const holdMs = 5_000

/** For metrics: a write every few seconds would tell nobody more. */
const noteMs = 60_000

/** Limits long duties, such as deleting a million subscribers, so that urgent ones are not delayed. */
const sliceSecondsMax = 20

export type Upkeep = {
  duties: readonly Duty[]
  /** Whether the server may be a restored copy. */
  isHeld: () => Promise<boolean>
  /** A longer duty continues in the next round. Default: 20. */
  sliceSeconds?: number
  /** Between two rounds. Default: 5. */
  roundSeconds?: number
}

/** What this process knows of its rounds. */
type Rounds = { dueMs: Map<Duty, number>; done: Set<string>; notedMs: number }

/** Only one process at a time runs duties. */
export async function runUpkeep(env: UpkeepEnvironment, upkeep: Upkeep, stop: AbortSignal): Promise<void> {
  const rounds: Rounds = { dueMs: new Map(), done: new Set(), notedMs: -Infinity }
  const faultLog = faultLogOf(env.log)
  let hasFailed = false
  while (!stop.aborted) {
    try {
      await doDue(env, upkeep, rounds, stop)
      if (hasFailed) faultLog.recovered()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      faultLog.note(error)
    }
    await pause((upkeep.roundSeconds ?? roundSecondsUsual) * 1000, undefined, { signal: stop }).catch(
      () => {},
    )
  }
}

async function doDue(
  env: UpkeepEnvironment,
  { duties, isHeld, sliceSeconds = sliceSecondsMax }: Upkeep,
  rounds: Rounds,
  stop: AbortSignal,
): Promise<void> {
  const { dueMs, done } = rounds
  const due = duties.filter((duty) => (dueMs.get(duty) ?? 0) <= performance.now())
  if (due.length === 0) return
  await env.database.everywhere().begin(async (sql) => {
    // Also without the lock, because the process that holds it runs the same duties.
    for (const duty of due) dueMs.set(duty, performance.now() + duty.everySeconds * 1000)
    if (!(await takeUpkeepLock(sql))) return
    const held = await isHeld()
    const kept = keepLease({ everyMs: holdMs, renew: () => holdUpkeepLock(sql), stop, log: env.log })
    try {
      for (const duty of due) {
        if (stop.aborted || (held && !duty.whileHeld)) continue
        const slice = AbortSignal.timeout(sliceSeconds * 1000)
        const isDone = await doOne(env, duty, AbortSignal.any([stop, slice]))
        if (slice.aborted) dueMs.delete(duty)
        else if (isDone && !stop.aborted) done.add(duty.name)
      }
      if (performance.now() - rounds.notedMs < noteMs) return
      await noteDuties(sql, duties, [...done])
      rounds.notedMs = performance.now()
      done.clear()
    } catch (error) {
      // Of an outage one line is enough, and nothing was done in it.
      for (const duty of due) dueMs.delete(duty)
      throw error
    } finally {
      await kept.end()
    }
  })
}

async function doOne(env: UpkeepEnvironment, duty: Duty, stop: AbortSignal): Promise<boolean> {
  try {
    await duty.run(env, stop)
    return true
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    env.log.error({ err: error, duty: duty.name }, 'upkeep duty failed; will run again when next due')
    return false
  }
}
