import { pausedUntil } from '../../contract/imports/plan.ts'
import { subscriberStatuses } from '../../contract/imports/states.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { NewColumn } from '../../store/imports/merge.ts'
import { unitSeparator } from '../../store/subscribers/by-key.ts'
import type { TextColumn } from './columns.ts'
import type { Row } from '../../contract/imports/row-reader.ts'
import type { RemovedStatus } from '../../contract/imports/status-columns.ts'
import { createTexts } from './texts.ts'
import type { Texts } from './texts.ts'

const keyColumn = 0
const addressColumn = 1

/** Reads its texts when it is asked for them. */
export class PackedRow {
  readonly #rows: PackedRows
  /** Among the rows, which are in the order of the file. */
  readonly index: number

  constructor(rows: PackedRows, index: number) {
    this.#rows = rows
    this.index = index
  }

  get key(): string {
    return this.#rows.texts.text(keyColumn, this.index)
  }

  get address(): string {
    return this.#rows.texts.text(this.#rows.addressColumnOf(this.index), this.index)
  }

  get status(): SubscriberStatus {
    return this.#rows.statusOf(this.index)
  }

  /** Why the row is not imported; null if it is. */
  get leftOutAs(): RemovedStatus | null {
    return this.#rows.leftOutAs(this.index)
  }

  /** Position in the range, from 0. */
  get place(): number {
    return this.#rows.placeOf(this.index)
  }
}

/**
 * The rows of a range, in bytes outside of the collector's heap: as objects they lived until the database had answered,
 * and copying them took the collector a fifth of the worker's time and as much beside it.
 */
export class PackedRows {
  readonly texts: Texts
  readonly #columns: readonly TextColumn[]
  readonly #places: Uint32Array
  readonly #statuses: Uint8Array
  #leftOut: Set<number> | null = null

  /** @param bytes of the range, from which the room is estimated. */
  constructor(columns: readonly TextColumn[], rowsMax: number, bytes: number) {
    this.texts = createTexts(columns.length + 2, rowsMax, bytes + 32 * rowsMax)
    this.#columns = columns
    this.#places = new Uint32Array(rowsMax)
    this.#statuses = new Uint8Array(rowsMax)
  }

  add(row: Row, place: number): void {
    const index = this.count
    this.#places[index] = place
    this.#statuses[index] = subscriberStatuses.indexOf(row.status)
    if (row.isLeftOut) (this.#leftOut ??= new Set()).add(index)
    this.texts.add(row.key)
    this.texts.add(row.address === row.key ? '' : row.address)
    for (const { textOf } of this.#columns) this.texts.add(textOf(row))
  }

  get count(): number {
    return this.texts.rows()
  }

  placeOf(index: number): number {
    return this.#places[index] ?? 0
  }

  statusOf(index: number): SubscriberStatus {
    return subscriberStatuses[this.#statuses[index] ?? 0] ?? 'active'
  }

  leftOutAs(index: number): RemovedStatus | null {
    if (this.#leftOut === null || !this.#leftOut.has(index)) return null
    const status = this.statusOf(index)
    return status === 'active' ? null : status
  }

  addressColumnOf(index: number): number {
    return this.texts.isBlank(addressColumn, index) ? keyColumn : addressColumn
  }

  sortedByKey(): PackedRow[] {
    return Array.from(this.texts.sorted(keyColumn), (index) => new PackedRow(this, index))
  }

  /** Of the columns of a subscriber that the file or its defaults fill. */
  get names(): NewColumn[] {
    return ['key', ...this.#columns.flatMap(({ name }) => (name === pausedUntil ? [] : [name]))]
  }

  /** Texts as the statements take them; null if the column is not kept. */
  joined(name: TextColumn['name'], rows: readonly PackedRow[]): string | null {
    if (name === 'key') return this.#joined(keyColumn, rows)
    const index = this.#columns.findIndex((column) => column.name === name)
    return index === -1 ? null : this.#joined(index + 2, rows)
  }

  #joined(column: number, rows: readonly PackedRow[]): string {
    return this.texts.joined(indexesOf(rows), [column], unitSeparator.charCodeAt(0)).slice(0, -1)
  }

  /** A line each. */
  addressLines(rows: readonly PackedRow[]): string {
    return this.texts.joined(indexesOf(rows), [addressColumn, keyColumn], 10)
  }
}

function indexesOf(rows: readonly PackedRow[]): Uint32Array {
  const indexes = new Uint32Array(rows.length)
  for (const [at, { index }] of rows.entries()) indexes[at] = index
  return indexes
}
