import { trimmed } from '../values/spelling/invisible.ts'
import { invalid } from '../api/errors.ts'
import { checkFieldJson, type FieldRules, type FieldValue } from '../lists/field-values.ts'
import type { SubscriberStatus } from './states.ts'
import type { StatusColumn } from './status-columns.ts'
import { suggestion } from '../values/spelling/nearest.ts'
import type { DateFormat } from '../times/instants.ts'
import type { DecimalSeparator } from '../lists/decimal.ts'
import { formatInstant } from '../times/zones.ts'

/** Fixed when the file is split, so that every worker that resumes the import treats all rows alike. */
export type Plan = {
  columns: Column[]
  /** Index from 0 of the column that identifies subscribers: the address, or the primary key custom field. */
  keyColumn: number
  keyField: FieldRules | null
  dateFormat: DateFormat
  zone: string
  /** These two are missing in plans of earlier versions. */
  statusColumns?: StatusColumn[]
  /** Cells have the apostrophes of an export with guard_formulas. */
  isGuarded?: boolean
  separator?: ',' | '\t' | ';' | '|'
  /** `YYYY-MM-DD` in the zone, for years of two digits; missing in plans of earlier versions. */
  today?: string
  /** These three are missing where the import does not say it. */
  decimalSeparator?: DecimalSeparator
  stripsCurrency?: boolean
  onBadValue?: 'leave_empty'
  defaults: { status: SubscriberStatus; confirmed: boolean | null; format: 'html' | 'text' | 'both' | null }
  /** By custom field id: the default for a blank cell or a missing column. */
  defaultFields: Record<string, FieldValue>
}

export const builtInColumns = [
  'email',
  'status',
  'confirmed',
  'email_format',
  'subscribe_time',
  'subscribe_ip',
  'remove_time',
  'remove_ip',
  'confirm_time',
] as const

/** Exported and imported only where it is named. A custom field of this name goes first. */
export const pausedUntil = 'paused_until'

/**
 * The latest consent of a person, exported only where it is named. An import skips it: a file is no proof. A custom field
 * of this name goes first.
 */
export const consentColumns = [
  'consent_form',
  'consent_version',
  'consent_given_at',
  'consent_given_ip',
  'consent_confirmed_at',
  'consent_confirmed_ip',
] as const

export function isConsentColumn(name: string): boolean {
  const wanted = name.trim().toLowerCase()
  return consentColumns.some((column) => column === wanted)
}

type BuiltIn = (typeof builtInColumns)[number] | typeof pausedUntil

export type Column = { kind: BuiltIn } | { kind: 'skip' } | { kind: 'field'; rules: FieldRules }

export type ListRules = {
  has_format: boolean
  has_confirmed: boolean
  primary_key_custom_field_id: number | null
  fields: FieldRules[]
}

export type PlanInput = {
  column_mapping: string[]
  default_custom_fields: Record<string, unknown>
  subscriber_defaults: {
    status: SubscriberStatus
    confirmed?: boolean | undefined
    format?: string | undefined
  }
  file_format: {
    date_format: string
    guard_formulas?: boolean | undefined
    status_columns?: StatusColumn[] | undefined
    decimal_separator?: DecimalSeparator | undefined
    strip_currency_signs?: boolean | undefined
  }
  on_bad_value?: BadValueRule
}

/** Of a cell that its field cannot take. */
export const badValueRules = ['fail_row', 'leave_empty'] as const
export type BadValueRule = (typeof badValueRules)[number]

/** @throws AppError `validation_failed` with all problems: unknown or repeated name, no address, invalid default. */
export function makePlan(list: ListRules, input: PlanInput, zone: string): Plan {
  const problems: string[] = []
  const columns = input.column_mapping.map((name) => columnOf(list, name, problems))
  findRepeats(input.column_mapping, problems)
  const keyField = list.fields.find((field) => field.id === list.primary_key_custom_field_id) ?? null
  const keyColumn = columns.findIndex((column) =>
    keyField === null ? column.kind === 'email' : column.kind === 'field' && column.rules.id === keyField.id,
  )
  if (!columns.some((column) => column.kind === 'email')) problems.push('column_mapping must name email')
  if (keyField !== null && keyColumn < 0) {
    problems.push(`column_mapping must name ${keyField.name}, the primary key of the mailing list`)
  }
  const statusColumns = input.file_format.status_columns ?? []
  for (const { column } of statusColumns.filter(({ column }) => column > columns.length)) {
    problems.push(
      `file_format.status_columns names column ${column}, but column_mapping has ${columns.length}`,
    )
  }
  const defaultFields = readDefaults(list, input.default_custom_fields, problems)
  if (problems.length > 0) throw invalid(problems.join(', '))
  return {
    columns,
    keyColumn,
    keyField,
    dateFormat: input.file_format.date_format === 'dmy' ? 'dmy' : 'mdy',
    zone,
    today: formatInstant(Date.now(), zone).slice(0, 10),
    ...rulesOfCells(input),
    statusColumns,
    isGuarded: input.file_format.guard_formulas === true,
    defaults: {
      status: input.subscriber_defaults.status,
      confirmed: list.has_confirmed ? (input.subscriber_defaults.confirmed ?? null) : null,
      format: list.has_format ? formatOf(input.subscriber_defaults.format ?? '') : null,
    },
    defaultFields,
  }
}

function rulesOfCells({ file_format: format, on_bad_value: rule }: PlanInput) {
  const { decimal_separator: decimalSeparator, strip_currency_signs: stripsCurrency } = format
  return {
    ...(decimalSeparator === undefined ? {} : { decimalSeparator }),
    ...(stripsCurrency === true ? { stripsCurrency } : {}),
    ...(rule === 'leave_empty' ? { onBadValue: rule } : {}),
  }
}

export function formatOf(text: string): 'html' | 'text' | 'both' | null {
  const word = text.toLowerCase()
  if (word === 'plaintext' || word === 'text') return 'text'
  return word === 'html' || word === 'both' ? word : null
}

function columnOf(list: ListRules, name: string, problems: string[]): Column {
  const wanted = trimmed(name).toLowerCase()
  if (wanted === '') return { kind: 'skip' }
  const builtIn = builtInColumns.find((candidate) => candidate === wanted)
  if (builtIn === 'confirmed' && !list.has_confirmed) return { kind: 'skip' }
  if (builtIn === 'email_format' && !list.has_format) return { kind: 'skip' }
  if (builtIn !== undefined) return { kind: builtIn }
  const rules = list.fields.find((field) => field.name.toLowerCase() === wanted)
  if (rules !== undefined) return { kind: 'field', rules }
  if (wanted === pausedUntil) return { kind: pausedUntil }
  if (isConsentColumn(wanted)) return { kind: 'skip' }
  problems.push(
    `column_mapping names ${name}, which is neither a subscriber field nor a custom field of the list` +
      suggestion(name, [...builtInColumns, pausedUntil, ...list.fields.map((field) => field.name)]),
  )
  return { kind: 'skip' }
}

function findRepeats(names: readonly string[], problems: string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    const wanted = trimmed(name).toLowerCase()
    if (wanted !== '' && seen.has(wanted)) problems.push(`column_mapping names ${name} twice`)
    seen.add(wanted)
  }
}

function readDefaults(list: ListRules, defaults: Record<string, unknown>, problems: string[]) {
  const values: Record<string, FieldValue> = {}
  const given = new Set<FieldRules>()
  for (const [name, input] of Object.entries(defaults)) {
    const rules = list.fields.find((field) => field.name.toLowerCase() === name.trim().toLowerCase())
    if (rules === undefined) {
      const hint = suggestion(name, list.fields.map((field) => field.name)) // oxfmt-ignore
      problems.push(`default_custom_fields names ${name}, which is not a custom field of the list${hint}`)
      continue
    }
    const checked = checkFieldJson(rules, input)
    if (given.has(rules)) problems.push(`default_custom_fields names ${name} twice`)
    given.add(rules)
    if ('problem' in checked) problems.push(`default_custom_fields.${name} ${checked.problem}`)
    else if (checked.value !== null) values[rules.id] = checked.value
  }
  return values
}
