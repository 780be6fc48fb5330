import type { InspectedColumn } from '../../contract/imports/inspection.ts'
import type { ListRules } from '../../contract/imports/plan.ts'
import { parseDate } from '../../contract/times/instants.ts'
import { fullYear, latestDay, todayInUtc } from '../../contract/times/short-years.ts'

/** Which years the two digits of a column's dates become. */
export function shortYearWarnings(
  columns: readonly InspectedColumn[],
  rows: readonly (readonly string[])[],
  list: ListRules,
): string[] {
  const today = todayInUtc()
  return columns.flatMap((column) => {
    const title = titleOf(column, list)
    if (title === null) return []
    const latest = latestDay(title, today)
    const short = rows.map((row) => row[column.number - 1] ?? '').find((cell) => isShort(cell, latest))
    if (short === undefined) return []
    const last = fullYear({ year: Number(latest.slice(2, 4)), month: 1, day: 1 }, latest)
    return [
      `Column ${column.number} "${column.header.trim()}": years of two digits, as in ${short.trim()}, are taken for ${last - 99} to ${last}.`,
    ]
  })
}

/** Only a date that needs the years is not read without them. */
function isShort(cell: string, latest: string): boolean {
  return ['mdy' as const, 'dmy' as const].some(
    (order) => parseDate(cell, order) === null && parseDate(cell, order, latest) !== null,
  )
}

/** null: the column is not read as dates. */
function titleOf({ field, new_custom_field: created }: InspectedColumn, list: ListRules): string | null {
  if (created !== null) return created.field_type === 'date' ? created.name : null
  const known = list.fields.find(({ name }) => name === field)
  if (known !== undefined) return known.field_type === 'date' ? known.name : null
  return field.endsWith('_time') || field === 'paused_until' ? '' : null
}
