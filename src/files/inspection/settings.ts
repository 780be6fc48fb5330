import type { Inspection } from '../../contract/imports/inspection.ts'
import {
  compileStatus,
  type RemovedStatus,
  type StatusColumn,
} from '../../contract/imports/status-columns.ts'

type Found = Omit<Inspection, 'subscriber_import' | 'decisions'>
type Given = {
  data: readonly string[][]
  /** What the name of the file says about everyone in it. */
  hinted: RemovedStatus | null
  createsFields: boolean
  /** Rules about columns that do not look like opt-outs. */
  rules: readonly StatusColumn[]
}

/** The settings of an import as far as the file decides them, and what is left to a person. */
export function decideSettings(
  found: Found,
  given: Given,
): Pick<Inspection, 'decisions' | 'subscriber_import'> {
  const { format, columns } = found
  const rules = orderRules([...columns.flatMap(({ opt_out }) => opt_out?.rules ?? []), ...given.rules])
  const created = given.createsFields ? fieldsToCreate(found) : new Map<number, NewField>()
  const isHinted = given.hinted !== null && !isSettled(found, rules, given.data)
  return {
    decisions: decisionsOf(found, isHinted ? given.hinted : null),
    subscriber_import: {
      column_mapping: columns.map(({ number, field }) => created.get(number)?.name ?? field),
      ...(created.size === 0 ? {} : { create_custom_fields: [...created.values()] }),
      ...(isHinted && given.hinted !== null ? { subscriber_defaults: { status: given.hinted } } : {}),
      file_format: {
        csv_has_headers: format.csv_has_headers.value,
        ...(format.skip_lines.value === 0 ? {} : { skip_lines: format.skip_lines.value }),
        character_set: format.character_set.value,
        csv_field_separator: format.csv_field_separator.value,
        csv_field_enclosure: format.csv_field_enclosure.value,
        date_format: format.date_format.value,
        ...(format.decimal_separator ? { decimal_separator: format.decimal_separator.value } : {}),
        ...(format.strip_currency_signs ? { strip_currency_signs: format.strip_currency_signs.value } : {}),
        ...(rules.length === 0 ? {} : { status_columns: rules }),
      },
    },
  }
}

/** The first rule that applies decides: what a person did or requested comes before a missing permission. */
function orderRules(rules: readonly StatusColumn[]): StatusColumn[] {
  const rank = { scomp: 0, unsubscribed: 1, bounced: 2, deactivated: 3 }
  return rules.toSorted((a, b) => rank[a.status] - rank[b.status])
}

/** As many as an import may create. */
export const newFieldsMax = 500

type NewField = NonNullable<Inspection['columns'][number]['new_custom_field']>

/** By column; names that differ only in case get a number. */
function fieldsToCreate({ columns }: Found): Map<number, NewField> {
  const taken = new Set(columns.map(({ field }) => field.toLowerCase()))
  const created = new Map<number, NewField>()
  for (const { number, new_custom_field: field } of columns) {
    if (field === null || created.size >= newFieldsMax) continue
    let { name } = field
    for (let count = 2; taken.has(name.toLowerCase()); count += 1)
      name = `${field.name.slice(0, 44)} ${count}`
    taken.add(name.toLowerCase())
    created.set(number, { ...field, name })
  }
  return created
}

/** Whether the columns say of every row that was read that it is not active, as the name of the file does. */
function isSettled({ columns }: Found, rules: readonly StatusColumn[], data: readonly string[][]): boolean {
  const statusIndex = columns.findIndex(({ field }) => field === 'status')
  if (statusIndex >= 0) return true
  const statusOf = compileStatus(rules, statusIndex)
  return (
    data.length > 0 && data.every((row) => statusOf(row, { status: 'active', removeTime: null }) !== null)
  )
}

function decisionsOf({ columns, filename }: Found, hinted: RemovedStatus | null): Inspection['decisions'] {
  const decisions: Inspection['decisions'] = []
  if (!columns.some(({ field }) => field === 'email')) {
    decisions.push({
      kind: 'email',
      column: null,
      question: 'Which column has the email addresses? None looks like it.',
    })
  }
  for (const { number, opt_out } of columns) {
    if (opt_out === null || opt_out.is_decided) continue
    const statuses = [...new Set(opt_out.rules.map(({ status }) => status))].join(' or ')
    const question = `${opt_out.reason} Do these rows get the status ${statuses}, or may the people be written to?`
    decisions.push({ kind: 'opt_out', column: number, question })
  }
  if (hinted !== null) {
    const question = `The name ${filename} says that the people in the file are ${hinted}. Do all rows get this status, or may they be written to?`
    decisions.push({ kind: 'file_name', column: null, question })
  }
  return decisions
}
