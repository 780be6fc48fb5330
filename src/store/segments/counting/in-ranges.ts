import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import { unlessSlow } from '../../../database/driver/statement/time-limit.ts'
import type { Target } from '../known.ts'

/** How long whoever asks waits for an exact count; after that it is estimated. */
export type Bound = {
  timeMs: number
  /** A list of at most so many subscribers is counted by one statement first, which is the fastest way. */
  atOnceMax: number
  /** The ids of the first range: a power of two, at least 1,024. */
  rangeIds: number
  /** What an attempt has at least, so that the last ones are not in vain. Absent: a second. */
  attemptMs?: number
}

/** Subscribers whom one statement counts in a millisecond by a custom field: 6,000 on two quiet cores, half of it beside other work. */
const countedEachMs = 4_000

const usualAttemptMs = 1_000

export function boundOf(timeMs: number): Bound {
  return { timeMs, atOnceMax: timeMs * countedEachMs, rangeIds: 2 ** 22 }
}

/** The part of the time that one statement for the whole list has. */
const atOnceShare = 0.7

/** An estimate takes it even if one statement took all of the time. */
const restMinMs = 500

/**
 * What one statement for the whole list answers. If the list is too large for it, or it takes too long: what `about` answers
 * within the rest of the time.
 */
export async function atOnceOr<Result>(
  sql: Transaction,
  { subscribers, bound }: { subscribers: number; bound: Bound },
  atOnce: () => Promise<Result>,
  about: (rest: Bound) => Promise<Result>,
): Promise<Result> {
  const startMs = performance.now()
  if (subscribers <= bound.atOnceMax) {
    const limitMs = Math.max(Math.ceil(bound.timeMs * atOnceShare), usualAttemptMs)
    const result = await unlessSlow(sql, limitMs, atOnce)
    if (result !== null) return result
  }
  const leftMs = bound.timeMs - (performance.now() - startMs)
  return about({ ...bound, timeMs: Math.max(leftMs, restMinMs) })
}

/** Segments keep bits for so many ids together. */
const rangeIdsMin = 1_024
/** A range that takes too long is divided by it, because each attempt costs half of the time that is left. */
const divisor = 16

/**
 * Reads a list by ranges of ids until `look` has enough, everything was read, or the time is over, by up to a second.
 * @param look in a savepoint; what it keeps must follow its last statement
 * @returns `end`: the last id that was read, at least `after`; null: everything after `after` was read. `ranges`: how many
 * were read.
 */
export async function inRanges(
  sql: Transaction,
  target: Target,
  { after, bound }: { after: number; bound: Bound },
  look: Look,
): Promise<{ end: number | null; ranges: number }> {
  const { attemptMs = usualAttemptMs } = bound
  const endMs = performance.now() + bound.timeMs
  let size = bound.rangeIds
  let ranges = 0
  let end = after
  do {
    const startMs = performance.now()
    const limitMs = Math.max(Math.ceil((endMs - startMs) / 2), attemptMs)
    const read = await unlessSlow(sql, limitMs, () => readNext(sql, target, { after: end, size }, look))
    if (read === 'nothing left') return { end: null, ranges }
    if (read === null) {
      if (size === rangeIdsMin) break
      size = Math.max(rangeIdsMin, size / divisor)
      continue
    }
    ranges += 1
    end = read.last
    if (read.isEnough) break
    if (performance.now() - startMs < limitMs / 8) size *= 2
  } while (performance.now() < endMs)
  // The last range may just have been read.
  const isOver =
    ranges > 0 && (await unlessSlow(sql, attemptMs, async () => (await findNext(sql, target, end)) === null))
  return { end: isOver === true ? null : end, ranges }
}

type Look = (part: Target) => Promise<{ isEnough: boolean }>

/** Of a list whose ids are far apart, what is between them costs nothing. */
async function readNext(
  sql: Sql,
  target: Target,
  { after, size }: { after: number; size: number },
  look: Look,
): Promise<{ last: number; isEnough: boolean } | 'nothing left'> {
  const next = await findNext(sql, target, after)
  if (next === null) return 'nothing left'
  const from = Math.floor(next / rangeIdsMin) * rangeIdsMin
  const { isEnough } = await look({ ...target, ids: { from, to: from + size } })
  return { last: from + size - 1, isEnough }
}

async function findNext(sql: Sql, { organizationId, listId }: Target, after: number): Promise<number | null> {
  const [row] = await sql<{ id: number | null }[]>`
    select min(id) as id from subscribers
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id > ${after}`
  return row?.id ?? null
}
