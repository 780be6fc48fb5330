import type { InspectedColumn } from '../../contract/imports/inspection.ts'
import type { ListRules } from '../../contract/imports/plan.ts'
import type { StatusColumn } from '../../contract/imports/status-columns.ts'
import { attributes } from './titles.ts'

/** The meanings that an earlier import of the same columns had. */
export type KnownMeanings = { importId: number; mapping: readonly string[]; rules: readonly StatusColumn[] }

/** What the earlier import did with a column comes before a guess, as long as the list still has the field. */
export function withKnownMeanings(
  columns: readonly InspectedColumn[],
  { importId, mapping }: KnownMeanings,
  list: ListRules,
): InspectedColumn[] {
  return columns.map((column) => {
    const name = mapping[column.number - 1]?.trim()
    if (name === undefined) return column
    const common = { certainty: 'certain' as const, new_custom_field: null }
    if (name === '') {
      const reason = `Import ${importId} left this column out.`
      return { ...column, ...common, meaning: 'not_imported', field: '', reason }
    }
    const isSame = (other: string) => other.toLowerCase() === name.toLowerCase()
    const reason = `Import ${importId} had this meaning.`
    const field = list.fields.find((one) => isSame(one.name))
    const attribute = attributes.find((one) => isSame(one) && (one !== 'paused_until' || field === undefined))
    if (attribute !== undefined)
      return { ...column, ...common, meaning: 'subscriber_field', field: attribute, reason }
    if (field === undefined) return column
    return { ...column, ...common, meaning: 'custom_field', field: field.name, reason }
  })
}

/** The rules of the earlier import about columns that do not look like opt-outs: a person had named them. */
export function knownRules(
  columns: readonly InspectedColumn[],
  known: KnownMeanings | undefined,
): StatusColumn[] {
  const asked = new Set(columns.flatMap(({ number, opt_out }) => (opt_out === null ? [] : [number])))
  return (known?.rules ?? []).filter(({ column }) => column <= columns.length && !asked.has(column))
}
