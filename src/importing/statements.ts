import { parseEmail } from '../contract/values/email.ts'
import type { SubscriberStatus } from '../contract/imports/states.ts'
import { storedEmail } from '../contract/subscribers/values.ts'
import type { Changes, Existing, NewColumn, NewSubscribers } from '../store/imports/merge.ts'
import type { Plan } from '../contract/imports/plan.ts'
import type { Row } from './row.ts'

/** Rows as the bulk statements of the store want them. */

type Column = { name: NewColumn; textOf: (row: Row) => string }

/** The columns that a plan can fill; what it never fills is left to the table's default. "" stands for null. */
export function newColumns(plan: Plan, added: readonly { row: Row }[]): NewSubscribers {
  const mapped = new Set(plan.columns.map(({ kind }) => kind))
  const optional: [boolean, Column][] = [
    [mapped.has('subscribe_time'), { name: 'subscribe_time', textOf: (row) => timeText(row.subscribeTime) }],
    [mapped.has('subscribe_ip'), { name: 'subscribe_ip', textOf: (row) => row.subscribeIp ?? '' }],
    [mapped.has('remove_time'), { name: 'remove_time', textOf: (row) => timeText(row.removeTime) }],
    [mapped.has('remove_ip'), { name: 'remove_ip', textOf: (row) => row.removeIp ?? '' }],
    [mapped.has('confirm_time'), { name: 'confirm_time', textOf: (row) => timeText(row.confirmTime) }],
    [
      mapped.has('confirmed') || plan.defaults.confirmed !== null,
      { name: 'confirmed', textOf: (row) => (row.confirmed === null ? '' : String(row.confirmed)) },
    ],
    [
      mapped.has('email_format') || plan.defaults.format !== null,
      { name: 'email_format', textOf: (row) => row.format ?? '' },
    ],
    [
      mapped.has('field') || Object.keys(plan.defaultFields).length > 0,
      { name: 'custom_fields', textOf: (row) => row.fields },
    ],
  ]
  const columns: Column[] = [
    { name: 'key', textOf: (row) => row.key },
    { name: 'email', textOf: (row) => (row.address === row.key ? '' : emailText(plan, row)) },
    { name: 'status', textOf: (row) => row.status },
    ...optional.flatMap(([isFilled, column]) => (isFilled ? [column] : [])),
  ]
  return columns.map(({ name, textOf }) => ({ name, values: added.map(({ row }) => textOf(row)) }))
}

function emailText(plan: Plan, { address, key }: Row): string {
  const email = plan.keyField === null ? { address, key } : parseEmail(address)
  return (email === null ? null : storedEmail(email, key)) ?? ''
}

function timeText(ms: number | null): string {
  return ms === null ? '' : new Date(ms).toISOString()
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
