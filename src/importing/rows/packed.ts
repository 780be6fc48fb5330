import { pausedUntil } from '../../contract/imports/plan.ts'
import { subscriberStatuses, type SubscriberStatus } from '../../contract/imports/states.ts'
import type { NewColumn } from '../../store/imports/merge.ts'
import { unitSeparator } from '../../store/subscribers/by-key.ts'
import { keptFields, type TextColumn } from './columns.ts'
import type { Row } from '../../contract/imports/row-reader.ts'
import type { RemovedStatus } from '../../contract/imports/status-columns.ts'
import { Texts } from './texts.ts'

const keyColumn = 0
const addressColumn = 1
const active = subscriberStatuses.indexOf('active')

/**
 * The rows of a range, in the order of the file and in bytes outside of the collector's heap: as objects they lived until
 * the database had answered, and copying them took the collector a fifth of the worker's time and as much beside it.
 */
export class PackedRows {
  readonly texts: Texts
  readonly #columns: readonly TextColumn[]
  readonly #places: Uint32Array
  readonly #statuses: Uint8Array
  #leftOut: Set<number> | null = null

  /** @param bytes of the range, from which the room is estimated. */
  constructor(columns: readonly TextColumn[], rowsMax: number, bytes: number) {
    this.texts = new Texts(columns.length + 2, rowsMax, bytes + 32 * rowsMax)
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

  /** Position in the range, from 0. */
  placeOf(index: number): number {
    return this.#places[index] ?? 0
  }

  statusOf(index: number): SubscriberStatus {
    return subscriberStatuses[this.statusCodeOf(index)] ?? 'active'
  }

  /** Its place in `subscriberStatuses`. */
  statusCodeOf(index: number): number {
    return this.#statuses[index] ?? 0
  }

  /** Why the row is not imported; null if it is. */
  leftOutAs(index: number): RemovedStatus | null {
    if (this.#leftOut === null || !this.#leftOut.has(index)) return null
    const status = this.statusOf(index)
    return status === 'active' ? null : status
  }

  keyOf(index: number): string {
    return this.texts.text(keyColumn, index)
  }

  /** Indexes of all rows. */
  sortedByKey(): Uint32Array {
    return this.texts.sorted(keyColumn)
  }

  /** Of the columns of a subscriber that the file or its defaults fill, and that are not all as the table's defaults. */
  namesFor(rows: Uint32Array): NewColumn[] {
    const filled = this.#columns.filter(({ name }, column) =>
      name === 'status' ? !this.#areActive(rows) : !this.texts.areBlank(column + 2, rows),
    )
    return [
      'key',
      ...filled.flatMap(({ name }) => (name === pausedUntil || name === keptFields ? [] : [name])),
    ]
  }

  #areActive(rows: Uint32Array): boolean {
    let index = 0
    while (index < rows.length && this.#statuses[rows[index] as number] === active) index += 1
    return index === rows.length
  }

  /** Null also if all are blank. */
  joinedUnlessBlank(name: TextColumn['name'], rows: Uint32Array): string | null {
    const index = this.#columns.findIndex((column) => column.name === name)
    return index === -1 || this.texts.areBlank(index + 2, rows) ? null : this.#joined(index + 2, rows)
  }

  /** Texts as the statements take them; null if the column is not kept. */
  joined(name: TextColumn['name'], rows: Uint32Array): string | null {
    if (name === 'key') return this.#joined(keyColumn, rows)
    const index = this.#columns.findIndex((column) => column.name === name)
    return index === -1 ? null : this.#joined(index + 2, rows)
  }

  #joined(column: number, rows: Uint32Array): string {
    return this.texts.joined(rows, [column], unitSeparator.charCodeAt(0)).slice(0, -1)
  }

  /** A line each. */
  addressLines(rows: Uint32Array): string {
    return this.texts.joined(rows, [addressColumn, keyColumn], 10)
  }
}
