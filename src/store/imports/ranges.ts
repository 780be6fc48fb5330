import { classifications, type Classification, type SubscriberStatus } from '../../contract/imports/states.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost } from '../../database/lease.ts'
import { advance, held, type JobClaim } from '../jobs/lease.ts'
import { printsOfLog } from '../conditions/prints.ts'
import { isUntaken } from './claims.ts'

type Claim = JobClaim

/** Whole records; `repeats` has one bit per record (least significant first), or is null. */
export type ImportRange = {
  number: number
  byte_start: number
  byte_end: number
  first_record: number
  records: number
  repeats: Uint8Array | null
}

/** Also deletes the ranges of an interrupted splitting. */
export async function replaceRanges(sql: Sql, claim: Claim, ranges: readonly ImportRange[]): Promise<void> {
  await sql`delete from import_ranges where organization_id = ${claim.organization_id} and import_id = ${claim.id}`
  const batchRows = 1000
  for (let from = 0; from < ranges.length; from += batchRows) {
    const rows = ranges.slice(from, from + batchRows).map((range) => ({
      ...range,
      organization_id: claim.organization_id,
      import_id: claim.id,
    }))
    await sql`insert into import_ranges ${sql(rows)}`
  }
}

// Workers of one import take ranges so that they do not read the same ones. It is no lock: `done` decides which of two
// workers has applied a range, so a range may be taken twice.

/** For a batch of ranges. The leader waits so long at the end for what a dead worker has taken. */
const takenSeconds = 60

/** In the order of the file. @param worker a number of its own. */
export async function takeRanges(
  sql: Sql,
  claim: Claim,
  worker: number,
  count: number,
): Promise<ImportRange[]> {
  const rows = await sql<ImportRange[]>`
    update import_ranges
    set taken_by = ${worker}, taken_epoch = ${claim.epoch}, taken_until = now() + ${takenSeconds} * interval '1 second'
    where organization_id = ${claim.organization_id} and import_id = ${claim.id} and number = any(array(
      select r.number from import_ranges r
      where r.organization_id = ${claim.organization_id} and r.import_id = ${claim.id}
        and ${isUntaken(sql, sql`${claim.epoch}`)}
        -- A lane that waits for locks longer than that still applies its range.
        and r.taken_by is distinct from ${worker}
      order by r.number limit ${count} for no key update skip locked))
      and exists (select from jobs where ${held(sql, claim)} and state = 'importing')
    returning number, byte_start, byte_end, first_record, records, repeats`
  return rows.toSorted((one, other) => one.number - other.number)
}

/** Whether ranges are left that other workers have taken. @throws LeaseLost. */
export async function othersHaveRanges(sql: Sql, claim: Claim, worker: number): Promise<boolean> {
  const [row] = await sql<{ others: boolean }[]>`
    select exists (
      select 1 from import_ranges r
      where r.organization_id = ${claim.organization_id} and r.import_id = ${claim.id} and not r.done
        and r.taken_by is distinct from ${worker}) as others
    from jobs
    where ${held(sql, claim)} and state = 'importing'`
  if (row === undefined) throw new LeaseLost(`import ${claim.id}`)
  return row.others
}

/** Those that it has not applied. */
export async function leaveRanges(sql: Sql, claim: Claim, worker: number): Promise<void> {
  await sql`
    update import_ranges set taken_until = null
    where organization_id = ${claim.organization_id} and import_id = ${claim.id} and not done
      and taken_by = ${worker} and taken_epoch = ${claim.epoch}`
}

export type Counters = Partial<Record<Classification, number>>
export type LogLines = Partial<Record<Classification | 'left_empty', string>>

/** Another worker of the import was faster. */
export class RangeDone extends Error {
  constructor(number: number) {
    super(`range ${number} is done`)
    this.name = 'RangeDone'
  }
}

/** @throws RangeDone: everything in the transaction rolls back. */
export async function finishRange(
  sql: Sql,
  claim: Claim,
  rangeNumber: number,
  { logs, classes }: { logs: LogLines; classes: Uint8Array },
): Promise<void> {
  const entries = Object.entries(logs).map(([name, text]) => ({
    name,
    text,
    prints: printsOfLog(name, text),
  }))
  // The arrays of the driver are texts, which are slow for bytes.
  const prints = Buffer.concat(entries.map((entry) => entry.prints))
  // Pipelined. If the range is done, its log is there, too, which the second statement finds out.
  const [range, logged] = await Promise.allSettled([
    sql`update import_ranges set done = true, classes = ${classes}
      where organization_id = ${claim.organization_id} and import_id = ${claim.id}
        and number = ${rangeNumber} and not done`,
    sql`insert into import_logs (organization_id, import_id, range_number, classification, content, prints)
      select ${claim.organization_id}::integer, ${claim.id}::bigint, ${rangeNumber}::integer, name, content,
        substring(${prints}::bytea from start for length)
      from unnest(${entries.map(({ name }) => name)}::text[], ${entries.map(({ text }) => text)}::text[],
        ${startsOf(entries)}::integer[], ${entries.map((entry) => entry.prints.length)}::integer[])
        u (name, content, start, length)
    returning 1`,
  ])
  if (range.status === 'rejected') throw range.reason
  if (range.value.count !== 1) throw new RangeDone(rangeNumber)
  if (logged.status === 'rejected') throw logged.reason
}

/** From 1. */
function startsOf(entries: readonly { prints: Uint8Array }[]): number[] {
  let next = 1
  return entries.map(({ prints }) => {
    const start = next
    next += prints.length
    return start
  })
}

/**
 * Run it last, see `advance`: the rows are then locked only during the commit, and ranges run in parallel.
 * @throws LeaseLost if the import was paused, cancelled or taken over: the whole range rolls back.
 */
export async function addCounters(
  sql: Transaction,
  claim: Claim,
  { counters, addedAs, bad }: RangeCounts,
): Promise<void> {
  const n = Object.fromEntries(
    classifications.map((name) => [name, counters[name] ?? 0]),
  ) as Required<Counters>
  const records = Object.values(n).reduce((sum, value) => sum + value, 0)
  // Pipelined.
  const [advanced, counted] = await Promise.allSettled([
    advance(sql, claim, records),
    sql`
      update subscriber_imports
      set added = added + ${n.added}, added_unsubscribed = added_unsubscribed + ${addedAs.unsubscribed ?? 0},
        added_scomp = added_scomp + ${addedAs.scomp ?? 0}, added_bounced = added_bounced + ${addedAs.bounced ?? 0},
        added_deactivated = added_deactivated + ${addedAs.deactivated ?? 0}, updated = updated + ${n.updated}, failed = failed + ${n.failed},
        skipped_overwrite = skipped_overwrite + ${n.skipped_overwrite},
        skipped_active = skipped_active + ${n.skipped_active},
        skipped_unsubscribed = skipped_unsubscribed + ${n.skipped_unsubscribed},
        skipped_scomp = skipped_scomp + ${n.skipped_scomp},
        skipped_bounced = skipped_bounced + ${n.skipped_bounced},
        skipped_deactivated = skipped_deactivated + ${n.skipped_deactivated},
        skipped_duplicate = skipped_duplicate + ${n.skipped_duplicate},
        skipped_over_limit = skipped_over_limit + ${n.skipped_over_limit} ${addingBadValues(sql, bad)}
      where organization_id = ${claim.organization_id} and id = ${claim.id}`,
  ])
  if (advanced.status === 'rejected') throw advanced.reason
  if (counted.status === 'rejected') throw counted.reason
}

/** Cells that do not fit, by the number of their column, from 0. */
export type BadValues = Record<string, { count: number; canBeEmpty: boolean; examples: string[] }>

export const badExamplesMax = 3

/** `rows`: those that have no other problem. */
export type FoundBadValues = { columns: BadValues; rows: number }

/** `addedAs`: the added by their status. */
export type RangeCounts = {
  counters: Counters
  addedAs: Partial<Record<SubscriberStatus, number>>
  bad: FoundBadValues
}

/** What an update of `subscriber_imports` adds; nothing for a range without such cells. */
export function addingBadValues(sql: Sql, { columns, rows }: FoundBadValues): Fragment {
  if (Object.keys(columns).length === 0) return sql``
  const found = sql`${JSON.stringify(columns)}::text::jsonb`
  return sql`, bad_value_rows = bad_value_rows + ${rows}, bad_values = bad_values || (
    select jsonb_object_agg(f.key, f.value || jsonb_build_object(
      'count', (f.value ->> 'count')::bigint + coalesce((bad_values -> f.key ->> 'count')::bigint, 0),
      'examples', coalesce(nullif(bad_values -> f.key -> 'examples', '[]'), f.value -> 'examples')))
    from jsonb_each(${found}) f)`
}

/** Examples can be of people, so they go with the logs. */
export function withoutExamples(sql: Sql): Fragment {
  return sql`coalesce((
    select jsonb_object_agg(b.key, b.value || '{"examples": []}') from jsonb_each(bad_values) b), '{}')`
}
