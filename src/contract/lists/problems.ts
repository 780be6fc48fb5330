import { checkFieldJson, type FieldRules, type FieldValue } from './field-values.ts'
import type { MailingListChanges, MailingListInput } from './input.ts'

/** By custom field id. */
export type PreviewValues = Record<string, FieldValue>

export type CurrentList = {
  custom_headers_enabled: boolean
  custom_headers: string
  primary_key_custom_field_id: number | null
  preview_custom_field_data: PreviewValues
  is_remote_list: boolean
}

/** @param mayBeRemote only the System Organization has remote lists. */
export function newListProblems(input: MailingListInput, mayBeRemote: boolean): string[] {
  const isRemote = input.is_remote_list === true
  const isConnected = isGiven(input.database_connection_id) || isGiven(input.database_connection_name)
  return [
    ...headerProblems(input.custom_headers_enabled ?? false, input.custom_headers ?? ''),
    ...(isRemote && !mayBeRemote ? ['is_remote_list is possible on the System Organization only'] : []),
    ...(isRemote && !isConnected ? ['database_connection_id cannot be blank for a remote list'] : []),
    ...connectionProblems(isRemote, input),
  ]
}

export function changedListProblems(list: CurrentList, changes: MailingListChanges): string[] {
  const isRemote = list.is_remote_list
  return [
    ...headerProblems(
      changes.custom_headers_enabled ?? list.custom_headers_enabled,
      changes.custom_headers ?? list.custom_headers,
    ),
    ...((changes.is_remote_list ?? isRemote) === isRemote ? [] : ['is_remote_list cannot be changed']),
    ...connectionProblems(isRemote, changes),
  ]
}

function headerProblems(isEnabled: boolean, headers: string): string[] {
  return isEnabled && headers === ''
    ? ['custom_headers cannot be blank while custom_headers_enabled is true']
    : []
}

function connectionProblems(isRemote: boolean, input: Omit<MailingListInput, 'name'>): string[] {
  const hasId = isGiven(input.database_connection_id)
  const hasName = isGiven(input.database_connection_name)
  if (hasId && hasName) return ['database_connection_id and database_connection_name cannot both be given']
  const given = hasId ? 'database_connection_id' : 'database_connection_name'
  return !isRemote && (hasId || hasName) ? [`${given} is possible on remote lists only`] : []
}

function isGiven(reference: number | string | null | undefined): boolean {
  return reference != null && String(reference).trim() !== ''
}

/** The primary key cannot change once it identifies subscribers. */
export function primaryKeyProblems(
  list: CurrentList,
  changes: MailingListChanges,
  rules: FieldRules[],
  isInUse: boolean,
): string[] {
  const id = changes.primary_key_custom_field_id
  if (id === undefined || id === list.primary_key_custom_field_id) return []
  if (isInUse) {
    return [
      'primary_key_custom_field_id cannot be changed while the list has subscribers, unfinished imports or web forms',
    ]
  }
  const field = rules.find((rule) => rule.id === id)
  const isKey = field?.required === true && ['text', 'number'].includes(field.field_type)
  return id === null || isKey
    ? []
    : ['primary_key_custom_field_id must be a required text or number field of the list']
}

/** Merged into the stored values by name; null and blank remove a value, even of a required field. */
export function mergePreview(
  current: PreviewValues,
  changes: MailingListChanges,
  rules: FieldRules[],
): { values: PreviewValues; problems: string[] } {
  const values = new Map(Object.entries(current))
  const byName = new Map(rules.map((rule) => [rule.name.toLowerCase(), rule]))
  const problems: string[] = []
  for (const [name, input] of Object.entries(changes.preview_custom_field_data ?? {})) {
    const rule = byName.get(name.trim().toLowerCase())
    if (rule === undefined) {
      problems.push(`preview_custom_field_data.${name} is not a custom field of the list`)
      continue
    }
    const checked = checkFieldJson({ ...rule, required: false }, input)
    if ('problem' in checked) problems.push(`preview_custom_field_data.${name} ${checked.problem}`)
    else if (checked.value === null) values.delete(String(rule.id))
    else values.set(String(rule.id), checked.value)
  }
  return { values: Object.fromEntries(values), problems }
}
