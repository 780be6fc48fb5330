import { invalid } from '../api/errors.ts'
import { builtInColumns, consentColumns, pausedUntil, type ListRules } from '../imports/plan.ts'
import type { FieldRules } from '../lists/field-values.ts'
import { suggestion } from '../values/spelling/nearest.ts'

/** As it is stored. `field_id`: of a custom field, which may have another name by now. */
export type ChosenColumn = { name: string; field_id?: number }

/** Exported only where they are named. A custom field with the same name has precedence. */
const namedColumns = [pausedUntil, ...consentColumns] as const

export const exportAttributes = [...builtInColumns, ...namedColumns] as const

export type ExportColumn =
  | { kind: 'attribute'; name: (typeof exportAttributes)[number] }
  | { kind: 'field'; name: string; rules: FieldRules }

/** What the list does not use is left out. A field that is named like an attribute cannot be imported. */
export function allColumns(list: ListRules): ExportColumn[] {
  const fields = list.fields.filter(({ name }) => attributeOf(name) === undefined)
  return [
    ...builtInColumns
      .filter((name) => isUsed(list, name))
      .map((name) => ({ kind: 'attribute', name }) as const),
    ...fields.map((rules) => ({ kind: 'field', name: rules.name, rules }) as const),
  ]
}

/** @throws AppError `validation_failed` with all problems: unknown or repeated names. */
export function chooseColumns(list: ListRules, names: readonly string[]): ChosenColumn[] {
  const problems: string[] = []
  const chosen: ChosenColumn[] = []
  for (const name of names) {
    const column = find(list, name)
    if (column === null) {
      const known = [...exportAttributes, ...list.fields.map((field) => field.name)]
      problems.push(
        `columns names ${name}, which is neither a subscriber field nor a custom field of the list` +
          suggestion(name, known),
      )
    } else if (chosen.some((other) => other.name === column.name)) {
      problems.push(`columns names ${name} twice`)
    } else chosen.push(column)
  }
  if (problems.length > 0) throw invalid(problems.join(', '))
  return chosen
}

/** With the fields as they are now. @throws AppError `validation_failed` if a field was deleted. */
export function resolveColumns(list: ListRules, chosen: readonly ChosenColumn[]): ExportColumn[] {
  return chosen.map(({ name, field_id: fieldId }) => {
    const attribute = attributeOf(name) ?? namedColumnOf(name)
    if (fieldId === undefined && attribute !== undefined) return { kind: 'attribute', name: attribute }
    const rules = list.fields.find((field) => field.id === fieldId)
    if (rules !== undefined) return { kind: 'field', name: rules.name, rules }
    throw invalid(`The custom field ${name} was deleted. Create the export again without this column.`)
  })
}

/** As it is stored, with the names that the file has. */
export function chosenOf(columns: readonly ExportColumn[]): ChosenColumn[] {
  return columns.map((column) =>
    column.kind === 'field' ? { name: column.name, field_id: column.rules.id } : { name: column.name },
  )
}

function find(list: ListRules, name: string): ChosenColumn | null {
  const attribute = attributeOf(name)
  if (attribute !== undefined) return { name: attribute }
  const wanted = name.trim().toLowerCase()
  const rules = list.fields.find((field) => field.name.toLowerCase() === wanted)
  if (rules !== undefined) return { name: rules.name, field_id: rules.id }
  const named = namedColumnOf(wanted)
  return named === undefined ? null : { name: named }
}

function attributeOf(name: string) {
  const wanted = name.trim().toLowerCase()
  return builtInColumns.find((candidate) => candidate === wanted)
}

function namedColumnOf(name: string) {
  return namedColumns.find((candidate) => candidate === name)
}

function isUsed(list: ListRules, name: (typeof builtInColumns)[number]): boolean {
  if (name === 'confirmed') return list.has_confirmed
  return name !== 'email_format' || list.has_format
}
