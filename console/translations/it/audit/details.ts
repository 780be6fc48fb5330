import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audit/details.ts'

/** Attributes whose name in the API says little to people. Others are shown with spaces in place of underscores. */
const names: Record<string, string> = {
  active: 'attivato',
  api_key_id: 'chiave',
  app_id: 'app',
  autoresponder_id: 'autorisponditore',
  balance: 'crediti dopo',
  bounces: 'messaggi con bounce',
  campaign_id: 'campagna',
  chosen: 'contatti scelti',
  classification: 'registro',
  custom_field_id: 'campo',
  custom_field_ids: 'campi nel nuovo ordine',
  expires_at: 'fine',
  last_status: 'ultimo codice',
  mailing_list_id: 'lista',
  overlap_seconds: 'validità del vecchio valore (secondi)',
  remote_address: 'dall’indirizzo',
  resent: 'messaggi',
  replayed: 'eventi',
  segment_id: 'segmento',
  sessions_ended: 'sessioni terminate',
  subscriber_id: 'contatto',
  subscriber_ids: 'contatti',
  to_mailing_list_id: 'alla lista',
  time_zone_name: 'fuso orario',
  user_id: 'utente',
}

const states: Record<string, string> = {
  scomp: 'segnalazione',
  organization_admin: 'amministratore',
  system_admin: 'amministratore di sistema',
  standard: 'utente standard',
  set_status: 'imposta lo stato',
  set_field: 'imposta un campo',
}

function nameOf(attribute: string): string {
  return names[attribute] ?? attribute.replaceAll(/[._]/g, ' ')
}

/** A value as people read it: an identifier stays as it is, so that it can be searched for. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nessuno'
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return states[value] ?? value
  if (Array.isArray(value)) return value.length === 0 ? 'nessuno' : value.map(shown).join(', ')
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
    : [...lines.slice(0, linesMax), `e altri ${count(lines.length - linesMax)}`]
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
    return [`Modificato: ${value.map((one) => nameOf(String(one))).join(', ')}`]
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
