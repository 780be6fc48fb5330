import type { EmailAddress } from '../values/email.ts'
import { isAscii } from '../values/spelling/domain-names.ts'
import { invalid } from '../api/errors.ts'
import { checkFieldJson, type FieldRules, type FieldValue } from '../lists/field-values.ts'
import type { SubscriberStatus } from '../imports/states.ts'
import type { EmailFormat, SubscriberInput } from './endpoints.ts'
import { parseDateTime } from '../times/instants.ts'
import { latestDay, todayInUtc } from '../times/short-years.ts'
import { isNoDate } from '../times/world-layouts.ts'

export type SubscriberRules = {
  has_format: boolean
  has_confirmed: boolean
  primary_key_custom_field_id: number | null
  fields: readonly FieldRules[]
  zone: string
}

/** By custom field id; blank values are absent. */
export type CustomValues = Record<string, FieldValue>

/** `email` is null if the address equals the key. */
export type SubscriberValues = {
  key: string
  email: string | null
  status: SubscriberStatus
  /** null: now for a new subscriber, unknown for an existing one. */
  subscribe_time: Date | null
  subscribe_ip: string | null
  remove_time: Date | null
  remove_ip: string | null
  confirm_time: Date | null
  confirmed: boolean | null
  email_format: EmailFormat | null
  custom_fields: CustomValues
}

/** In UTF-16 code units: an index entry is limited to 2,700 bytes. */
const keyLengthMax = 256
// Imports join keys by a control character.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f]/
export const keyProblem = `must have at most ${keyLengthMax} characters, no control characters, to tell subscribers apart`

/** Active, and nothing else is known. */
export const blankSubscriber: Omit<SubscriberValues, 'key' | 'email'> = {
  status: 'active',
  subscribe_time: null,
  subscribe_ip: null,
  remove_time: null,
  remove_ip: null,
  confirm_time: null,
  confirmed: null,
  email_format: null,
  custom_fields: {},
}

/** Checks all required fields of the list. @throws AppError `validation_failed`. */
export function newSubscriber(
  input: SubscriberInput & { email: EmailAddress },
  rules: SubscriberRules,
): SubscriberValues {
  return merged(blankSubscriber, input, { ...rules, email: input.email, demanded: rules.fields })
}

/**
 * Omitted values stay and are not checked.
 * @param address the current address.
 * @throws AppError `validation_failed`.
 */
export function changedSubscriber(
  current: Omit<SubscriberValues, 'email'>,
  address: EmailAddress,
  input: SubscriberInput,
  rules: SubscriberRules,
): SubscriberValues {
  return merged(current, input, { ...rules, email: input.email ?? address, demanded: [] })
}

/** `demanded` fields are checked even if no value is given. */
type MergeRules = SubscriberRules & { email: EmailAddress; demanded: readonly FieldRules[] }

function merged(
  current: Omit<SubscriberValues, 'key' | 'email'>,
  input: SubscriberInput,
  rules: MergeRules,
): SubscriberValues {
  const { email } = rules
  const problems: string[] = []
  const times = readTimes(current, input, rules.zone, problems)
  const customFields = readCustomFields(current.custom_fields, input, rules, problems)
  if (problems.length > 0) throw invalid(problems.join(', '))
  const key = readKey(email, customFields, rules)
  return {
    key,
    email: storedEmail(email, key),
    status: input.status ?? current.status,
    ...times,
    subscribe_ip: input.subscribe_ip === undefined ? current.subscribe_ip : input.subscribe_ip,
    remove_ip: input.remove_ip === undefined ? current.remove_ip : input.remove_ip,
    confirmed: (rules.has_confirmed ? input.confirmed : null) ?? current.confirmed,
    email_format: (rules.has_format ? input.email_format : null) ?? current.email_format,
    custom_fields: customFields,
  }
}

const timeNames = ['subscribe_time', 'remove_time', 'confirm_time'] as const
type Times = Pick<SubscriberValues, (typeof timeNames)[number]>

function readTimes(current: Times, input: SubscriberInput, zone: string, problems: string[]): Times {
  const times = {
    subscribe_time: current.subscribe_time,
    remove_time: current.remove_time,
    confirm_time: current.confirm_time,
  }
  for (const name of timeNames) {
    const text = input[name]
    if (text === undefined) continue
    if (text === null || text.trim() === '' || isNoDate(text)) {
      times[name] = null
      continue
    }
    const ms = parseDateTime(text, { dateFormat: 'mdy', zone, latest: latestDay('', todayInUtc()) })
    if (ms === null) problems.push(`${name} must be a date and time such as 2026-12-31 09:00`)
    else times[name] = new Date(ms)
  }
  return times
}

function readCustomFields(
  current: CustomValues,
  input: SubscriberInput,
  { fields, demanded }: MergeRules,
  problems: string[],
): CustomValues {
  const given = findGiven(fields, input.custom_fields ?? {}, problems)
  for (const field of demanded) if (!given.has(field)) given.set(field, null)
  const values = { ...current }
  for (const [field, value] of given) {
    const checked = checkFieldJson(field, value)
    if ('problem' in checked) problems.push(`${field.name} ${checked.problem}`)
    else if (checked.value === null) delete values[field.id]
    else values[field.id] = checked.value
  }
  return values
}

/** Names ignore case; a name takes precedence over an id. */
function findGiven(
  fields: readonly FieldRules[],
  input: object,
  problems: string[],
): Map<FieldRules, unknown> {
  const byName = new Map(fields.map((field) => [field.name.toLowerCase(), field]))
  const byId = new Map(fields.map((field) => [String(field.id), field]))
  const given = new Map<FieldRules, unknown>()
  for (const [name, value] of Object.entries(input)) {
    const field = byName.get(name.trim().toLowerCase()) ?? byId.get(name.trim())
    if (field === undefined) continue
    if (given.has(field)) problems.push(`${field.name} is given more than once`)
    given.set(field, value)
  }
  return given
}

function readKey(email: EmailAddress, values: CustomValues, rules: SubscriberRules): string {
  const id = rules.primary_key_custom_field_id
  if (id === null) return email.key
  const key = keyOfValue(values[id])
  if (key !== null) return key
  const name = rules.fields.find((field) => field.id === id)?.name ?? 'primary key'
  throw invalid(values[id] === undefined ? `${name} cannot be blank` : `${name} ${keyProblem}`)
}

/** For lists whose key is a custom field. null if the value cannot be a key. */
export function keyOfValue(value: FieldValue | undefined): string | null {
  const key = String(value ?? '')
    .trim()
    .toLowerCase()
  return key === '' || key.length > keyLengthMax || control.test(key) ? null : key
}

/**
 * null if the key is the same text. A non-ASCII domain is stored in lower case and composed, because the database's lower(),
 * which finds addresses on lists with other keys, handles only ASCII.
 */
export function storedEmail({ address: given }: EmailAddress, key: string): string | null {
  const at = given.indexOf('@')
  const address = isAscii(given) ? given : given.slice(0, at) + given.slice(at).toLowerCase().normalize('NFC')
  return address === key ? null : address
}
