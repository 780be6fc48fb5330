import { storedEmail } from '../../contract/subscribers/values.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { pausedUntil, type Plan } from '../../contract/imports/plan.ts'
import type { NewColumn } from '../../store/imports/merge.ts'
import type { Row } from '../../contract/imports/row-reader.ts'

/** A text that is kept of each row; '' means null. */
/** Of people who are on the list: see `Row.keptFields`. */
export const keptFields = 'kept_fields'

export type TextColumn = {
  name: NewColumn | typeof pausedUntil | typeof keptFields
  textOf: (row: Row) => string
}

/** Besides the key. Leaves columns that the plan never fills to the table's defaults. */
export function textColumns(plan: Plan): TextColumn[] {
  const mapped = new Set(plan.columns.map(({ kind }) => kind))
  const optional: [boolean, TextColumn][] = [
    [mapped.has('subscribe_time'), { name: 'subscribe_time', textOf: (row) => timeText(row.subscribeTime) }],
    [mapped.has('subscribe_ip'), { name: 'subscribe_ip', textOf: (row) => row.subscribeIp ?? '' }],
    [mapped.has('remove_time'), { name: 'remove_time', textOf: (row) => timeText(row.removeTime) }],
    [mapped.has('remove_ip'), { name: 'remove_ip', textOf: (row) => row.removeIp ?? '' }],
    [mapped.has('confirm_time'), { name: 'confirm_time', textOf: (row) => timeText(row.confirmTime) }],
    [mapped.has(pausedUntil), { name: pausedUntil, textOf: (row) => timeText(row.pausedUntil) }],
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
    [
      plan.onBadValue === 'leave_empty' && mapped.has('field'),
      { name: keptFields, textOf: (row) => row.keptFields },
    ],
  ]
  return [
    { name: 'email', textOf: (row) => (row.address === row.key ? '' : emailText(plan, row)) },
    { name: 'status', textOf: (row) => row.status },
    ...optional.flatMap(([isFilled, column]) => (isFilled ? [column] : [])),
  ]
}

function emailText(plan: Plan, { address, key }: Row): string {
  const email = plan.keyField === null ? { address, key } : parseEmail(address)
  return (email === null ? null : storedEmail(email, key)) ?? ''
}

function timeText(ms: number | null): string {
  return ms === null ? '' : new Date(ms).toISOString()
}
