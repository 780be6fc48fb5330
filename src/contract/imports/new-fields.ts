import { AppError, invalid } from '../api/errors.ts'
import { newDefinition, type FieldDefinition, type customFieldInput } from '../lists/field-definition.ts'
import type { FieldRules } from '../lists/field-values.ts'
import type { z } from 'zod'
import type { ListRules, Plan } from './plan.ts'

/** A custom field that an import creates; `id` is null until it has done so. */
export type NewField = FieldDefinition & { id: number | null }

/** @throws AppError `validation_failed`, naming the field. */
export function newFieldsOf(inputs: readonly z.output<typeof customFieldInput>[]): NewField[] {
  const names = new Set<string>()
  return inputs.map((input) => {
    const name = input.name.toLowerCase()
    if (names.has(name)) throw invalid(`create_custom_fields names ${input.name} twice`)
    names.add(name)
    try {
      return { ...newDefinition(input), id: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw invalid(`create_custom_fields: ${error.message} (${input.name})`)
    }
  })
}

/**
 * The list as it will be once the fields exist. Fields that are missing now have ids below 0, in the order of `missing`
 * from -1 on. A field of the same name and type is used as it is.
 * @throws AppError `validation_failed` if a name belongs to a field of another type.
 */
export function withNewFields(
  list: ListRules,
  fields: readonly NewField[],
): { list: ListRules; missing: NewField[] } {
  const missing: NewField[] = []
  for (const field of fields) {
    const existing = existingField(list, field)
    if (existing === undefined) missing.push(field)
    else if (existing.field_type !== field.field_type) {
      throw invalid(
        `create_custom_fields names ${field.name} with the type ${field.field_type}, but the list has a field of this name with the type ${existing.field_type}; choose another name, or leave it out to use the existing field`,
      )
    }
  }
  const added = missing.map((field, index) => rulesOf(field, -1 - index))
  return { list: { ...list, fields: [...list.fields, ...added] }, missing }
}

export function existingField(list: ListRules, { name }: { name: string }): FieldRules | undefined {
  return list.fields.find((field) => field.name.toLowerCase() === name.toLowerCase())
}

function rulesOf(field: NewField, id: number): FieldRules {
  const { name, field_type, required, options } = field
  const { minimum_length, maximum_length, minimum_value, maximum_value } = field
  return {
    id,
    name,
    field_type,
    required,
    minimum_length,
    maximum_length,
    minimum_value,
    maximum_value,
    options,
  }
}

/** @param ids those of the created fields, in the order of `missing`. */
export function withCreatedIds(plan: Plan, ids: readonly number[]): Plan {
  const idOf = (id: number) => (id < 0 ? (ids[-1 - id] ?? id) : id)
  return {
    ...plan,
    columns: plan.columns.map((column) =>
      column.kind === 'field'
        ? { kind: 'field', rules: { ...column.rules, id: idOf(column.rules.id) } }
        : column,
    ),
    defaultFields: Object.fromEntries(
      Object.entries(plan.defaultFields).map(([id, value]) => [String(idOf(Number(id))), value]),
    ),
  }
}
