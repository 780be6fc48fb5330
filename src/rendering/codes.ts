import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { formatInstant } from '../contract/times/zones.ts'
import type { FieldDefinition } from '../contract/lists/field-definition.ts'
import type { FieldValue } from '../contract/lists/field-values.ts'
import type { CustomValues } from '../contract/subscribers/values.ts'

export type MergeField = { id: number } & Pick<
  FieldDefinition,
  'name' | 'field_type' | 'interpolation_html_encode' | 'interpolation_url_encode'
>

export type MergeValues = {
  subscriber: {
    id: number
    email: string
    subscribeTime: Date | null
    subscribeIp: string | null
    customFields: CustomValues
  }
  list: { id: number; name: string }
  /** null for messages of autoresponders. */
  campaign: { id: number; name: string } | null
  delivery: { fromEmail: string; fromName: string; senderEmail: string; replyTo: string }
  links: { unsubscribe: string; unsubscribeToken: string; webVersion: string; preferences: string }
  /** Of the triggering call: `content_replacement_fields` for `%%api:key%%`, and `data`, which has lists and records as well. */
  replacements: Readonly<Record<string, unknown>>
  now: Date
  zone: string
  /** By the number of a block with a condition: whether it is left out. Absent: all are shown. */
  hidden?: readonly boolean[] | undefined
}

export type Code = {
  read: (values: MergeValues) => string
  htmlEncode: boolean
  urlEncode: boolean
  isUrl: boolean
  /** Following it unsubscribes the reader. */
  unsubscribes?: true
  /** Stands where the value is blank, as the author wrote it: `%%First name|friend%%`. */
  otherwise?: string
  /** It begins or ends a block with a condition, and writes nothing. */
  mark?: { place: number; opens: boolean }
}

export type CodeTable = (name: string) => Code | undefined

/** Specification, section 2.7. */
const readers: Record<string, Code['read']> = {
  subscriber_id: ({ subscriber }) => String(subscriber.id),
  subscribers_email_address: ({ subscriber }) => withAsciiDomain(subscriber.email),
  emailaddress_md5: ({ subscriber }) =>
    createHash('md5').update(withAsciiDomain(subscriber.email).toLowerCase()).digest('hex'),
  mailing_list_id: ({ list }) => String(list.id),
  mailing_list_name: ({ list }) => list.name,
  unsubscribe_token: ({ links }) => links.unsubscribeToken,
  data_campaign_id: ({ campaign }) => (campaign === null ? '' : String(campaign.id)),
  data_campaign_name: ({ campaign }) => campaign?.name ?? '',
  data_current_year: ({ now, zone }) => dateIn(now, zone).slice(0, 4),
  data_percent: () => '%',
  data_from_email: ({ delivery }) => delivery.fromEmail,
  data_from_name: ({ delivery }) => delivery.fromName,
  data_sender_email: ({ delivery }) => delivery.senderEmail,
  data_reply_to_email: ({ delivery }) => delivery.replyTo,
  data_subscribe_date_long: ({ subscriber: { subscribeTime: time }, zone }) =>
    time === null ? '' : longDate.format(new Date(dateIn(time, zone))),
  data_subscribe_date_database: ({ subscriber: { subscribeTime: time }, zone }) =>
    time === null ? '' : dateIn(time, zone),
  data_subscribe_ip: ({ subscriber }) => subscriber.subscribeIp ?? '',
}
const urlReaders: Record<string, Code['read']> = {
  unsubscribe_link: ({ links }) => links.unsubscribe,
  link_to_web_version: ({ links }) => links.webVersion,
  preferences_link: ({ links }) => links.preferences,
}

/** Names are case-insensitive; white space equals an underscore. Built-in codes take precedence over fields. */
export function codeTable(fields: readonly MergeField[]): CodeTable {
  const codes = new Map<string, Code>()
  for (const field of fields) codes.set(codeKey(field.name), fieldCode(field))
  for (const [name, read] of Object.entries(readers)) codes.set(name, { ...encoded, ...effectOf(name), read })
  for (const [name, read] of Object.entries(urlReaders))
    codes.set(name, { ...encoded, ...effectOf(name), isUrl: true, read })
  const find = (name: string) => {
    const key = codeKey(name)
    return key.startsWith('api:') ? replacementCode(key.slice('api:'.length)) : codes.get(key)
  }
  return (name) => {
    const bar = name.indexOf('|')
    // A name of a field may have the bar itself.
    if (bar === -1) return find(name)
    const whole = codes.get(codeKey(name))
    if (whole !== undefined) return whole
    const code = find(name.slice(0, bar))
    if (code === undefined) return undefined
    // A key of a call may have a bar as well.
    const long = find(name)
    const read =
      long === undefined ? code.read : (values: MergeValues) => long.read(values) || code.read(values)
    return { ...code, read, otherwise: name.slice(bar + 1) }
  }
}

function effectOf(name: string): Pick<Code, 'unsubscribes'> {
  return name.startsWith('unsubscribe_') ? { unsubscribes: true } : {}
}

export function codeNames(fields: readonly Pick<MergeField, 'name'>[]): string[] {
  const own = fields.map(({ name }) => name.trim().replaceAll(/\s/g, '_'))
  return [...own, ...Object.keys(readers), ...Object.keys(urlReaders)]
}

const encoded = { htmlEncode: true, urlEncode: true, isUrl: false }

export function codeKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().replaceAll(/\s/g, '_')
}

function replacementCode(key: string): Code | undefined {
  if (!/[\p{L}\p{N}]/u.test(key)) return undefined
  return { ...encoded, read: ({ replacements }) => byKey(replacements).get(key) ?? '' }
}

const keyed = new WeakMap<MergeValues['replacements'], ReadonlyMap<string, string>>()

function byKey(replacements: MergeValues['replacements']): ReadonlyMap<string, string> {
  const known = keyed.get(replacements)
  if (known !== undefined) return known
  const read = new Map(Object.entries(replacements).map(([name, value]) => [codeKey(name), plain(value)]))
  keyed.set(replacements, read)
  return read
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Only text fields can switch encoding off. */
function fieldCode(field: MergeField): Code {
  const isText = field.field_type === 'text'
  const key = String(field.id)
  return {
    htmlEncode: !isText || field.interpolation_html_encode,
    urlEncode: !isText || field.interpolation_url_encode,
    isUrl: false,
    read: ({ subscriber: { customFields } }) =>
      Object.hasOwn(customFields, key) ? written(customFields[key]) : '',
  }
}

function written(value: FieldValue | undefined): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  // domainToASCII lower-cases ASCII domains, and returns '' for invalid ones.
  return /^[\0-\x7f]*$/.test(domain) ? email : email.slice(0, at) + (domainToASCII(domain) || domain)
}

export function dateIn(time: Date, zone: string): string {
  return formatInstant(time.getTime(), zone).slice(0, '1994-03-11'.length)
}

/** `March 11, 1994`. UTC, because `dateIn` has applied the time zone already. */
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
