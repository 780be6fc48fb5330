import { parseEmail } from '../contract/email.ts'
import type { SubscriberStatus } from '../contract/import-states.ts'
import { storedEmail } from '../contract/subscriber-values.ts'
import type { Changes, Existing } from '../store/import-merge.ts'
import type { Plan } from '../contract/import-plan.ts'
import type { Row } from './row.ts'

/** Rows as the bulk statements of the store want them. */

export type CopyColumn = { name: string; textOf: (row: Row) => string }

/** The columns that a plan can fill; what it never fills is left to the table's default. */
export function copyColumns(plan: Plan): CopyColumn[] {
  const mapped = new Set(plan.columns.map(({ kind }) => kind))
  const optional: [boolean, CopyColumn][] = [
    [
      mapped.has('subscribe_time'),
      { name: 'subscribe_time', textOf: (row) => timeText(row.subscribeTime, 'now') },
    ],
    [mapped.has('subscribe_ip'), { name: 'subscribe_ip', textOf: (row) => row.subscribeIp ?? sqlNull }],
    [mapped.has('remove_time'), { name: 'remove_time', textOf: (row) => timeText(row.removeTime, sqlNull) }],
    [mapped.has('remove_ip'), { name: 'remove_ip', textOf: (row) => row.removeIp ?? sqlNull }],
    [
      mapped.has('confirm_time'),
      { name: 'confirm_time', textOf: (row) => timeText(row.confirmTime, sqlNull) },
    ],
    [
      mapped.has('confirmed') || plan.defaults.confirmed !== null,
      { name: 'confirmed', textOf: (row) => (row.confirmed === null ? sqlNull : row.confirmed ? 't' : 'f') },
    ],
    [
      mapped.has('email_format') || plan.defaults.format !== null,
      { name: 'email_format', textOf: (row) => row.format ?? sqlNull },
    ],
    [
      mapped.has('field') || Object.keys(plan.defaultFields).length > 0,
      { name: 'custom_fields', textOf: (row) => (row.mayHaveEscapes ? escapeCopy(row.fields) : row.fields) },
    ],
  ]
  // No valid address has a character that COPY reads in a way of its own; a primary key field may.
  const keyText = plan.keyField === null ? (row: Row) => row.key : (row: Row) => escapeCopy(row.key)
  return [
    { name: 'key', textOf: keyText },
    { name: 'email', textOf: (row) => (row.address === row.key ? sqlNull : emailText(plan, row)) },
    { name: 'status', textOf: (row) => row.status },
    ...optional.flatMap(([isFilled, column]) => (isFilled ? [column] : [])),
  ]
}

const sqlNull = '\\N'

function emailText(plan: Plan, { address, key }: Row): string {
  const email = plan.keyField === null ? { address, key } : parseEmail(address)
  return (email === null ? null : storedEmail(email, key)) ?? sqlNull
}

function timeText(ms: number | null, blank: string): string {
  return ms === null ? blank : new Date(ms).toISOString()
}

const special = /[\\\t\n\r]/

function escapeCopy(text: string): string {
  if (!special.test(text)) return text
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

/** One line of COPY's text format. `owner`: the organization's and the list's id, joined by a tab. */
export function copyLine(owner: string, columns: readonly CopyColumn[], row: Row): string {
  let line = owner
  for (const column of columns) line += `\t${column.textOf(row)}`
  return `${line}\n`
}

type Overwritten = {
  overwriteWhat: { custom_fields: boolean; confirmed: boolean; format: boolean; status: boolean }
  fieldIds: string[]
}

/** What an import overwrites of subscribers who exist, as columns; what it leaves alone is null. */
export function changesOf(
  updated: readonly { row: Row; existing: Existing | undefined }[],
  { overwriteWhat: what, fieldIds }: Overwritten,
): Changes {
  const column = <Value>(isOverwritten: boolean, of: (row: Row) => Value) =>
    isOverwritten ? updated.map(({ row }) => of(row)) : null
  return {
    places: updated.map(({ existing }) => existing?.place ?? ''),
    keys: updated.map(({ row }) => row.key),
    seen: updated.map(({ existing }): SubscriberStatus => existing?.status ?? 'active'),
    fieldIds,
    fields: column(what.custom_fields && fieldIds.length > 0, (row) => row.fields),
    statuses: column(what.status, (row) => row.status),
    confirmed: column(what.confirmed, (row) => (row.confirmed === null ? '' : String(row.confirmed))),
    formats: column(what.format, (row) => row.format ?? ''),
  }
}
