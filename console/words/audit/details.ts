import { count } from '../../design/figures.ts'

/** Attributes whose name in the API says little to people. Others are shown with spaces in place of underscores. */
const names: Record<string, string> = {
  active: 'switched on',
  api_key_id: 'key',
  app_id: 'app',
  autoresponder_id: 'autoresponder',
  balance: 'credits afterwards',
  bounces: 'bounced messages',
  campaign_id: 'campaign',
  chosen: 'chosen people',
  classification: 'log',
  custom_field_id: 'field',
  custom_field_ids: 'fields in their new order',
  expires_at: 'ends',
  last_status: 'last code',
  mailing_list_id: 'list',
  overlap_seconds: 'the old value works on for (seconds)',
  remote_address: 'from the address',
  resent: 'messages',
  replayed: 'events',
  segment_id: 'segment',
  sessions_ended: 'sessions ended',
  subscriber_id: 'person',
  subscriber_ids: 'people',
  to_mailing_list_id: 'to the list',
  time_zone_name: 'time zone',
  user_id: 'user',
}

const states: Record<string, string> = {
  scim: 'SCIM',
  scomp: 'complained',
  organization_admin: 'administrator',
  system_admin: 'system administrator',
  standard: 'standard user',
  set_status: 'set the status',
  set_field: 'set a field',
}

function nameOf(attribute: string): string {
  return names[attribute] ?? attribute.replaceAll(/[._]/g, ' ')
}

/** A value as people read it: an identifier stays as it is, so that it can be searched for. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return states[value] ?? value
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shown).join(', ')
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
    : [...lines.slice(0, linesMax), `and ${count(lines.length - linesMax)} more`]
}

/** Of one event on the page. */
export const linesMax = 20

function linesOf(name: string, value: unknown): string[] {
  if (isChange(value)) return [movedLine(`${nameOf(name)}: `, value.from, value.to)]
  if (name === 'changes' && isObject(value)) {
    return Object.entries(value).flatMap(([attribute, change]) => linesOf(attribute, change))
  }
  if (name === 'changes' && Array.isArray(value)) {
    return value.flatMap((one) => (isChange(one) ? [personLine(one)] : [shown(one)]))
  }
  if (name === 'changed' && Array.isArray(value)) {
    return [`Changed: ${value.map((one) => nameOf(String(one))).join(', ')}`]
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
