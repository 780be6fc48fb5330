import {
  classifications,
  subscriberStatuses,
  type Classification,
  type SubscriberStatus,
} from '../../contract/imports/states.ts'
import { classOf, type OverwriteRules } from '../../contract/imports/classes.ts'
import type { Existing } from '../../store/imports/merge.ts'
import {
  type Counters,
  type LogLines,
  type RangeCounts,
  badExamplesMax,
  type BadValues,
  type FoundBadValues,
} from '../../store/imports/ranges.ts'
import type { ParsedRange, UnfitRow } from './range.ts'

/** A position is a row's place in `range.rows`, from 0: numbers instead of an object for each row. */
export type ClassifiedRange = {
  range: ParsedRange
  existing: Existing
  rules: OverwriteRules
  /** By position: the place in `classifications`. */
  kinds: Uint8Array
}

/** Rows that come first in the file get the free places. */
export function classifyRows(
  range: ParsedRange,
  existing: Existing,
  rules: OverwriteRules,
  freePlaces: number,
): ClassifiedRange {
  const classified = { range, existing, rules, kinds: new Uint8Array(range.rows.length) }
  let places = freePlaces
  const order = Number.isFinite(places) ? inFileOrder(range) : null
  for (let at = 0; at < range.rows.length; at += 1) {
    const position = order === null ? at : (order[at] as number)
    const kind = classifyRow(classified, position, places)
    classified.kinds[position] = codes[kind]
    if (Number.isFinite(places)) places -= activeDelta(classified, position)
  }
  return classified
}

function classifyRow(
  { range: { packed, rows }, existing, rules }: ClassifiedRange,
  position: number,
  freePlaces: number,
): Classification {
  const row = rows[position] as number
  const leftOutAs = packed.leftOutAs(row)
  if (leftOutAs !== null) return `skipped_${leftOutAs}`
  const becomesActive = packed.statusOf(row) === 'active'
  return classOf({ status: existing.statusOf(position), becomesActive }, rules, freePlaces)
}

/** Positions in the order of the file. */
function inFileOrder({ packed, rows }: ParsedRange): Uint32Array {
  const positions = new Uint32Array(packed.count)
  for (const [position, row] of rows.entries()) positions[row] = position
  return positions
}

/** Positions of the rows that have this class. */
export function positionsOf({ kinds }: ClassifiedRange, kind: Classification): Uint32Array {
  return placesOf(kinds, codes[kind])
}

function placesOf(kinds: Uint8Array, code: number): Uint32Array {
  const places = new Uint32Array(kinds.length)
  let found = 0
  for (let place = 0; place < kinds.length; place += 1) if (kinds[place] === code) places[found++] = place
  return places.subarray(0, found)
}

export function keysAt({ packed, rows }: ParsedRange, positions: Uint32Array): string[] {
  const keys: string[] = []
  for (const position of positions) keys.push(packed.keyOf(rows[position] as number))
  return keys
}

function statusInFile({ range: { packed, rows } }: ClassifiedRange, position: number): SubscriberStatus {
  return packed.statusOf(rows[position] as number)
}

export function statusAfter(classified: ClassifiedRange, position: number): SubscriberStatus | null {
  const { kinds, rules, existing } = classified
  const kind = kinds[position]
  const isWritten = kind === codes.added || (kind === codes.updated && rules.overwriteWhat.status)
  return isWritten ? statusInFile(classified, position) : existing.statusOf(position)
}

function activeDelta(classified: ClassifiedRange, position: number): number {
  const isOverLimit = classified.kinds[position] === codes.skipped_over_limit
  const after = statusAfter(classified, position) === 'active' && !isOverLimit ? 1 : 0
  return after - (classified.existing.statusOf(position) === 'active' ? 1 : 0)
}

/** What the rows change in the list's counts. */
export function statusDelta(classified: ClassifiedRange): Partial<Record<SubscriberStatus, number>> {
  const { kinds, existing } = classified
  const delta: Partial<Record<SubscriberStatus, number>> = {}
  for (let position = 0; position < kinds.length; position += 1) {
    if (!isChanged(classified, position)) continue
    const before = existing.statusOf(position)
    const after = statusAfter(classified, position)
    if (before !== null) delta[before] = (delta[before] ?? 0) - 1
    if (after !== null) delta[after] = (delta[after] ?? 0) + 1
  }
  return delta
}

function isChanged({ kinds }: ClassifiedRange, position: number): boolean {
  return kinds[position] === codes.added || kinds[position] === codes.updated
}

/** Positions of rows whose subscribers newly get this status. */
export function removedRows(classified: ClassifiedRange, status: SubscriberStatus): Uint32Array {
  const { kinds, existing } = classified
  const positions = new Uint32Array(kinds.length)
  let found = 0
  for (let position = 0; position < kinds.length; position += 1) {
    if (!isChanged(classified, position) || statusAfter(classified, position) !== status) continue
    if (existing.statusOf(position) !== status) positions[found++] = position
  }
  return positions.subarray(0, found)
}

export type Tally = { counts: RangeCounts; logs: LogLines; classes: Uint8Array }

/** `classes`: for each record, by its place, that of its class in `classifications`. */
export function tally({ range, kinds }: ClassifiedRange): Tally {
  const { packed, rows, failed, repeated } = range
  const classes = new Uint8Array(range.range.records)
  /** By row, as the log has the order of the file. */
  const kindOf = new Uint8Array(packed.count)
  const added = new Uint32Array(subscriberStatuses.length)
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows[position] as number
    const kind = kinds[position] as number
    kindOf[row] = kind
    if (kind === codes.added) added[packed.statusCodeOf(row)]! += 1
    classes[packed.placeOf(row)] = kind
  }
  for (const { place } of failed) classes[place] = codes.failed
  for (const place of repeated.places) classes[place] = codes.skipped_duplicate
  const counters: Counters = { failed: failed.length }
  const logs: LogLines = {}
  if (failed.length > 0) logs.failed = `[${failed.map(({ cells }) => cells).join(',')}]`
  if (repeated.places.length > 0) {
    counters.skipped_duplicate = repeated.places.length
    logs.skipped_duplicate = repeated.addresses.joined(
      Uint32Array.from(repeated.places.keys()),
      [0],
      lineFeed,
    )
  }
  for (const [code, kind] of classifications.entries()) {
    const those = placesOf(kindOf, code)
    if (those.length === 0) continue
    counters[kind] = those.length
    logs[kind] = packed.addressLines(those)
  }
  const unfit = range.unfit.filter(({ place }) => hasEffect(classes[place]))
  const emptied = unfit.flatMap(({ cells }) => cells ?? [])
  if (emptied.length > 0) logs.left_empty = `[${emptied.join(',')}]`
  const addedAs: RangeCounts['addedAs'] = {}
  for (const [code, status] of subscriberStatuses.entries())
    if (added[code] !== 0) addedAs[status] = added[code] as number
  return { counts: { counters, addedAs, bad: badValuesOf(unfit, range.canBeEmpty) }, logs, classes }
}

/** A row that was skipped lost nothing by its cells. */
function hasEffect(code: number | undefined): boolean {
  return code === codes.failed || code === codes.added || code === codes.updated
}

function badValuesOf(unfit: readonly UnfitRow[], canBeEmpty: readonly boolean[]): FoundBadValues {
  const columns: BadValues = {}
  let rows = 0
  for (const row of unfit) {
    if (row.canBeImported) rows += 1
    for (const [index, column] of row.columns.entries()) {
      const found = (columns[column] ??= { count: 0, canBeEmpty: canBeEmpty[column] === true, examples: [] })
      found.count += 1
      const example = row.examples[index] ?? ''
      const isNew =
        example !== '' && found.examples.length < badExamplesMax && !found.examples.includes(example)
      if (isNew) found.examples.push(example)
    }
  }
  return { columns, rows }
}

const lineFeed = 10

const codes = Object.fromEntries(classifications.map((name, code) => [name, code])) as Record<
  Classification,
  number
>
