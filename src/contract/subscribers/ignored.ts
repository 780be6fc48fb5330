import type { FieldRules } from '../lists/field-values.ts'
import { ambiguityOf } from '../times/instants.ts'
import { suggestion } from '../values/spelling/nearest.ts'
import type { SubscriberInput } from './endpoints.ts'

/** Limits the size of the answer to a hostile body. */
const warningsMax = 20

type List = { has_format: boolean; has_confirmed: boolean; fields: readonly FieldRules[] }

/** One warning per value that the list cannot store, or that could mean another day. */
export function ignoredValues(
  { confirmed, email_format: format, custom_fields: given }: Partial<SubscriberInput>,
  { has_format: hasFormat, has_confirmed: hasConfirmed, fields }: List,
): string[] {
  const known = new Set(fields.flatMap(({ id, name }) => [String(id), name.toLowerCase()]))
  const names = fields.map(({ name }) => name)
  const values: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(given ?? {}))
  return [
    ...(confirmed != null && !hasConfirmed ? ['confirmed was ignored: the list has no such attribute'] : []),
    ...(format != null && !hasFormat ? ['email_format was ignored: the list has no such attribute'] : []),
    ...Object.keys(given ?? {})
      .filter((name) => !known.has(name.trim().toLowerCase()))
      .slice(0, warningsMax)
      .map((name) => {
        const called = JSON.stringify(name.toWellFormed())
        return `custom field ${called} does not exist on this list and was ignored${suggestion(name, names)}`
      }),
    ...fields.flatMap(({ id, name, field_type: type }) =>
      ambiguousDay(type, name, values[name] ?? values[id]),
    ),
  ]
}

function ambiguousDay(type: FieldRules['field_type'], name: string, value: unknown): string[] {
  if ((type !== 'date' && type !== 'day_of_year') || typeof value !== 'string') return []
  return [ambiguityOf(name, value)].filter((sentence) => sentence !== null)
}
