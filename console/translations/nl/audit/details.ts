import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audit/details.ts'

/** Attributes whose name in the API says little to people. Others are shown with spaces in place of underscores. */
const names: Record<string, string> = {
  active: 'ingeschakeld',
  api_key_id: 'sleutel',
  app_id: 'app',
  autoresponder_id: 'autoresponder',
  balance: 'credits daarna',
  bounces: 'gebouncete berichten',
  campaign_id: 'campagne',
  chosen: 'gekozen contacten',
  classification: 'log',
  custom_field_id: 'veld',
  custom_field_ids: 'velden in de nieuwe volgorde',
  expires_at: 'eindigt',
  last_status: 'laatste code',
  mailing_list_id: 'lijst',
  overlap_seconds: 'de oude waarde werkt nog (seconden)',
  remote_address: 'vanaf het adres',
  resent: 'berichten',
  replayed: 'gebeurtenissen',
  segment_id: 'segment',
  sessions_ended: 'beëindigde sessies',
  subscriber_id: 'contact',
  subscriber_ids: 'contacten',
  to_mailing_list_id: 'naar de lijst',
  time_zone_name: 'tijdzone',
  user_id: 'gebruiker',
}

const states: Record<string, string> = {
  scomp: 'klacht',
  organization_admin: 'beheerder',
  system_admin: 'systeembeheerder',
  standard: 'standaardgebruiker',
  set_status: 'de status instellen',
  set_field: 'een veld instellen',
}

function nameOf(attribute: string): string {
  return names[attribute] ?? attribute.replaceAll(/[._]/g, ' ')
}

/** A value as people read it: an identifier stays as it is, so that it can be searched for. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'geen'
  if (typeof value === 'boolean') return value ? 'ja' : 'nee'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return states[value] ?? value
  if (Array.isArray(value)) return value.length === 0 ? 'geen' : value.map(shown).join(', ')
  return Object.entries(value)
    .map(([name, one]) => `${nameOf(name)} ${shown(one)}`)
    .join(', ')
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * What an event says besides its kind, a line for each part: `role: standard user → administrator`. An import can change
 * thousands of people: the page has the first, the API all.
 */
export function detailLines(details: Readonly<Record<string, unknown>>): string[] {
  const { from, to, ...others } = details
  const moved = from === undefined && to === undefined ? [] : [movedLine('', from, to)]
  const lines = [...moved, ...Object.entries(others).flatMap(([name, value]) => linesOf(name, value))]
  return lines.length <= linesMax
    ? lines
    : [...lines.slice(0, linesMax), `en nog ${count(lines.length - linesMax)}`]
}

/** Of one event on the page. */
export const linesMax: typeof en.linesMax = 20

function linesOf(name: string, value: unknown): string[] {
  if (isChange(value)) return [movedLine(`${nameOf(name)}: `, value.from, value.to)]
  if (name === 'changes' && isObject(value)) {
    return Object.entries(value).flatMap(([attribute, change]) => linesOf(attribute, change))
  }
  if (name === 'changes' && Array.isArray(value)) {
    return value.flatMap((one) => (isChange(one) ? [personLine(one)] : [shown(one)]))
  }
  if (name === 'changed' && Array.isArray(value)) {
    return [`Gewijzigd: ${value.map((one) => nameOf(String(one))).join(', ')}`]
  }
  return [
    `${nameOf(name)}: ${typeof value === 'number' && !name.endsWith('_id') ? count(value) : shown(value)}`,
  ]
}

function personLine({ from, to, ...whom }: { from: unknown; to: unknown }): string {
  return movedLine(`${shown(whom)}: `, from, to)
}

/** A part that is not known, such as what a status was before, is left out. */
function movedLine(head: string, from: unknown, to: unknown): string {
  if (from === undefined) return `${head}→ ${shown(to)}`
  return to === undefined ? `${head}${shown(from)} →` : `${head}${shown(from)} → ${shown(to)}`
}
