import { classifications } from '../../contract/imports/states.ts'
import type { Classification, SubscriberStatus } from '../../contract/imports/states.ts'
import type { Existing } from '../../store/imports/merge.ts'
import type { Counters, LogLines } from '../../store/imports/ranges.ts'
import type { ParsedRange } from './range.ts'
import type { PackedRow } from './packed.ts'

export type OverwriteRules = {
  overwrite: boolean
  whenStatus: Record<SubscriberStatus, boolean>
  overwriteWhat: { custom_fields: boolean; confirmed: boolean; format: boolean; status: boolean }
}

export type ClassifiedRow = {
  row: PackedRow
  existing: Existing | undefined
  kind: Classification
}

/** Rows that come first in the file get the free places. @param existing by the position of the row in `range.rows`. */
export function classifyRows(
  range: ParsedRange,
  existing: Map<number, Existing>,
  rules: OverwriteRules,
  freePlaces: number,
): ClassifiedRow[] {
  const classified = range.rows.map((row, index) => ({
    row,
    existing: existing.get(index),
    kind: 'added' as Classification,
  }))
  let places = freePlaces
  for (const one of Number.isFinite(places) ? inFileOrder(range, classified) : classified) {
    one.kind = classifyRow(one.row, one.existing?.status, rules, places)
    places -= activeDelta(one, rules)
  }
  return classified
}

/** The order of the checks is explained in docs/decisions/004-choices-about-rows.md. */
function classifyRow(
  row: PackedRow,
  existing: SubscriberStatus | undefined,
  rules: OverwriteRules,
  freePlaces: number,
): Classification {
  const { leftOutAs } = row
  if (leftOutAs !== null) return `skipped_${leftOutAs}`
  if (existing === undefined) {
    return row.status === 'active' && freePlaces < 1 ? 'skipped_over_limit' : 'added'
  }
  if (!rules.overwrite) return 'skipped_overwrite'
  if (!rules.whenStatus[existing]) return `skipped_${existing}`
  const wouldActivate = rules.overwriteWhat.status && row.status === 'active' && existing !== 'active'
  return wouldActivate && freePlaces < 1 ? 'skipped_over_limit' : 'updated'
}

/** The rows of a range in the order of the file, without those that are not among `classified`. */
function inFileOrder(range: ParsedRange, classified: readonly ClassifiedRow[]): ClassifiedRow[] {
  const inOrder = Array.from<ClassifiedRow | undefined>({ length: range.packed.count })
  for (const one of classified) inOrder[one.row.index] = one
  return inOrder.filter((one) => one !== undefined)
}

export function statusAfter(
  { row, existing, kind }: ClassifiedRow,
  rules: OverwriteRules,
): SubscriberStatus | undefined {
  if (kind === 'added') return row.status
  return kind === 'updated' && rules.overwriteWhat.status ? row.status : existing?.status
}

function activeDelta(one: ClassifiedRow, rules: OverwriteRules): number {
  const after = statusAfter(one, rules) === 'active' && one.kind !== 'skipped_over_limit' ? 1 : 0
  return after - (one.existing?.status === 'active' ? 1 : 0)
}

export function statusDelta(
  added: readonly ClassifiedRow[],
  updated: readonly ClassifiedRow[],
  rules: OverwriteRules,
): Partial<Record<SubscriberStatus, number>> {
  const delta: Partial<Record<SubscriberStatus, number>> = {}
  const move = (status: SubscriberStatus | undefined, by: number) => {
    if (status !== undefined) delta[status] = (delta[status] ?? 0) + by
  }
  for (const one of added) move(one.row.status, 1)
  for (const one of rules.overwriteWhat.status ? updated : []) {
    move(one.existing?.status, -1)
    move(one.row.status, 1)
  }
  return delta
}

/** Rows whose subscribers newly get this status. */
export function removedRows(
  changed: readonly ClassifiedRow[],
  status: SubscriberStatus,
  rules: OverwriteRules,
): ClassifiedRow[] {
  return changed.filter((one) => one.existing?.status !== status && statusAfter(one, rules) === status)
}

export type Tally = { counters: Counters; logs: LogLines; classes: Uint8Array }

/** `classes`: for each record, by its place, that of its class in `classifications`. */
export function tally(range: ParsedRange, classified: readonly ClassifiedRow[]): Tally {
  const rows: Partial<Record<Classification, PackedRow[]>> = {}
  const classes = new Uint8Array(range.range.records)
  for (const { kind, row } of inFileOrder(range, classified)) {
    ;(rows[kind] ??= []).push(row)
    classes[row.place] = codes[kind]
  }
  for (const { place } of range.failed) classes[place] = codes.failed
  for (const { place } of range.repeated) classes[place] = codes.skipped_duplicate
  const counters: Counters = { failed: range.failed.length }
  const logs: LogLines = {}
  if (range.failed.length > 0) logs.failed = JSON.stringify(range.failed.map(({ cells }) => cells))
  if (range.repeated.length > 0) {
    counters.skipped_duplicate = range.repeated.length
    logs.skipped_duplicate = range.repeated.map(({ address }) => `${address}\n`).join('')
  }
  for (const kind of classifications) {
    const those = rows[kind]
    if (those === undefined) continue
    counters[kind] = those.length
    logs[kind] = range.packed.addressLines(those)
  }
  return { counters, logs, classes }
}

const codes = Object.fromEntries(classifications.map((name, code) => [name, code])) as Record<
  Classification,
  number
>
