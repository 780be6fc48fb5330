import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scoped } from '../database/driver/connection.ts'
import { hasGivenWay, repeated } from '../database/retry.ts'
import { codeOf, sqlState } from '../database/sqlstate.ts'
import { type ClaimedImport, applyingQueue, reachOfJobs } from '../store/imports/claims.ts'
import { someJobWaits } from '../store/jobs/claim.ts'
import { RangeConflict } from '../store/imports/merge.ts'
import {
  leaveRanges,
  othersHaveRanges,
  RangeDone,
  takeRanges,
  type ImportRange,
} from '../store/imports/ranges.ts'
import { scansKeys } from '../store/subscribers/by-key.ts'
import { findTriggers } from './effects/triggers.ts'
import { applyRange, type ImportRules } from './apply.ts'
import { tryRange } from './dry-run.ts'
import type { ImportEnvironment } from './environment.ts'
import { createLookUps } from './keys/look-ups.ts'
import { readAhead, type Ahead } from './rows/ahead.ts'
import { createRangeParser, type ParsedRange, type RangeParser } from './rows/range.ts'
import type { Plan } from '../contract/imports/plan.ts'
import { compileRowReader, type RowReader } from '../contract/imports/row-reader.ts'
import { hasRowRoom } from '../work/jobs/row-room.ts'
import { formatOf } from '../files/csv/format.ts'
import { traced } from '../work/traces/traced.ts'
import { checkStillUnchanged, type FileToApply } from './source/open.ts'

/** Afterwards the import is retried later. */
export const conflictsMax = 20

type Shared = {
  database: Scoped
  claim: ClaimedImport
  handle: FileToApply
  rules: ImportRules
  ahead: Ahead<ParsedRange>
}

/**
 * Several ranges run at once: repeats were marked by the split, so no two ranges change the same subscriber. With a
 * quota they run one by one, because the first rows of the file get the remaining places.
 * @param options.leads false: another worker has claimed the import, and finishes it
 * @returns false if ranges are left because of a stop or other waiting imports.
 */
export async function importRanges(
  env: ImportEnvironment,
  claim: ClaimedImport,
  handle: FileToApply,
  { signal, stop, leads }: { signal: AbortSignal; stop: AbortSignal; leads: boolean },
): Promise<boolean> {
  const plan = claim.plan as Plan
  const database = env.database.within(claim.organization_id)
  const reader = compileRowReader(plan)
  const ruled = await rulesOf(database, claim, plan, reader)
  const lanes = ruled.hasQuota ? 1 : env.pace.lanes
  const ended = new AbortController()
  // Who helps claims other work as soon as there is some, as if it had been idle.
  const sliceSeconds = leads ? env.pace.sliceSeconds : 0
  const isOver = createTurn(env, sliceSeconds, stop, AbortSignal.any([signal, ended.signal]))
  const broken = AbortSignal.any([signal, ended.signal, stop])
  const rules = { ...ruled, lookUps: createLookUps() }
  const queue = createQueue({ database, claim, lanes, leads }, broken)
  const parse = createRangeParser(handle, formatOf(claim), reader)
  const ahead = readAhead(async () => {
    const range = await queue.next()
    return range === null ? null : readRange(claim, handle, parse, range)
  })
  const shared: Shared = { database, claim, handle, rules, ahead }
  const results = await Promise.allSettled(
    Array.from({ length: lanes }, async () => {
      try {
        return await runLane(shared, isOver)
      } catch (error) {
        ended.abort()
        throw error
      }
    }),
  )
  ended.abort()
  await ahead.end()
  const isLeft = results.some((result) => result.status === 'rejected' || !result.value)
  if (isLeft && !leads) await queue.leave()
  for (const result of results) if (result.status === 'rejected') throw result.reason
  signal.throwIfAborted()
  return results.every((result) => result.status === 'fulfilled' && result.value)
}

type Turn = (applied: number) => Promise<boolean>

async function runLane({ database, claim, handle, rules, ahead }: Shared, isOver: Turn): Promise<boolean> {
  const change = claim.dry_run ? tryRange : applyRange
  for (let applied = 0; !(await isOver(applied)); applied += 1) {
    const parsed = await ahead.next()
    if (parsed === null) return true
    // It may have been read before another range was applied.
    await checkStillUnchanged(claim, handle)
    const { number, records } = parsed.range
    const of = { organization: claim.organization_id, import: claim.id, range: number, rows: records }
    await traced('import range', of, () =>
      repeated(() => change(database, claim, rules, parsed), {
        after: isConflict,
        triesMax: conflictsMax + 1,
      }).catch(passDone),
    )
  }
  return false
}

function passDone(error: unknown): void {
  if (!(error instanceof RangeDone)) throw error
}

async function readRange(
  claim: ClaimedImport,
  handle: FileToApply,
  parse: RangeParser,
  range: ImportRange,
): Promise<ParsedRange> {
  try {
    return await parse(range)
  } finally {
    await checkStillUnchanged(claim, handle)
  }
}

export function isConflict(error: unknown): boolean {
  return error instanceof RangeConflict || hasGivenWay(error) || codeOf(error) === sqlState.uniqueViolation
}

/** Rows leave the rest of the disk to everybody else, as files do. @returns what there is no room for; null: there is. */
export async function findShortage({
  sources,
  rowDisks,
}: ImportEnvironment): Promise<'files' | 'rows' | null> {
  if ((await sources.spool.roomBytes()) < 0) return 'files'
  return (await hasRowRoom(rowDisks ?? [])) ? null : 'rows'
}

/** Applies at least one range before it yields; otherwise imports could yield to each other forever. */
export function createTurn(
  env: ImportEnvironment,
  sliceSeconds: number,
  stop: AbortSignal,
  broken: AbortSignal,
): Turn {
  const startedMs = performance.now()
  return async (applied) => {
    if (stop.aborted || broken.aborted || (await findShortage(env)) !== null) return true
    if (applied === 0) return false
    const isSliceOver = performance.now() - startedMs > sliceSeconds * 1000
    return isSliceOver && (await someWorkWaits(env))
  }
}

export function someWorkWaits({ database, reach }: ImportEnvironment): Promise<boolean> {
  return someJobWaits(database.everywhere(), applyingQueue, reachOfJobs(reach))
}

type Queue = { next: () => Promise<ImportRange | null>; leave: () => Promise<void> }

/** At the end the leader waits for what the other workers have taken, because one of them may be dead. */
function createQueue(
  {
    database,
    claim,
    lanes,
    leads,
  }: { database: Scoped; claim: ClaimedImport; lanes: number; leads: boolean },
  signal: AbortSignal,
): Queue {
  const worker = randomInt(2 ** 31)
  const batch = lanes * 4
  let ready: ImportRange[] = []
  let isExhausted = false
  let refill: Promise<void> | null = null
  const load = async () => {
    ready = await takeRanges(database, claim, worker, batch)
    if (ready.length > 0 || signal.aborted) {
      isExhausted = ready.length === 0
      return
    }
    isExhausted = !leads || !(await othersHaveRanges(database, claim, worker))
    if (!isExhausted) await pause(othersMs, undefined, { signal }).catch(() => {})
  }
  return {
    next: async () => {
      while (ready.length === 0 && !isExhausted) {
        refill ??= load().finally(() => (refill = null))
        await refill
      }
      return ready.shift() ?? null
    },
    leave: () => leaveRanges(database, claim, worker),
  }
}

const othersMs = 200

async function rulesOf(
  database: Scoped,
  claim: ClaimedImport,
  plan: Plan,
  { fieldIds }: RowReader,
): Promise<Omit<ImportRules, 'lookUps'>> {
  const [{ added, updated }, hasScans] = await Promise.all([
    findTriggers(database, claim),
    scansKeys(database),
  ])
  return {
    overwrite: claim.overwrite,
    whenStatus: claim.overwrite_when_status,
    overwriteWhat: claim.overwrite_what,
    plan,
    fieldIds,
    hasQuota: claim.has_quota,
    scansKeys: hasScans,
    onAdded: added,
    onUpdated: updated,
  }
}
