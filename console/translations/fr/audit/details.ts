import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audit/details.ts'

/** Attributes whose name in the API says little to people. Others are shown with spaces in place of underscores. */
const names: Record<string, string> = {
  active: 'activé',
  api_key_id: 'clé',
  app_id: 'application',
  autoresponder_id: 'autorépondeur',
  balance: 'crédits ensuite',
  bounces: 'messages en rebond',
  campaign_id: 'campagne',
  chosen: 'contacts choisis',
  classification: 'journal',
  custom_field_id: 'champ',
  custom_field_ids: 'champs dans leur nouvel ordre',
  expires_at: 'fin',
  last_status: 'dernier code',
  mailing_list_id: 'liste',
  overlap_seconds: 'validité de l’ancienne valeur (secondes)',
  remote_address: 'depuis l’adresse',
  resent: 'messages',
  replayed: 'événements',
  segment_id: 'segment',
  sessions_ended: 'sessions terminées',
  subscriber_id: 'contact',
  subscriber_ids: 'contacts',
  to_mailing_list_id: 'vers la liste',
  time_zone_name: 'fuseau horaire',
  user_id: 'utilisateur',
}

const states: Record<string, string> = {
  scomp: 'plainte',
  organization_admin: 'administrateur',
  system_admin: 'administrateur système',
  standard: 'utilisateur standard',
  set_status: 'définir le statut',
  set_field: 'définir un champ',
}

function nameOf(attribute: string): string {
  return names[attribute] ?? attribute.replaceAll(/[._]/g, ' ')
}

/** A value as people read it: an identifier stays as it is, so that it can be searched for. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'aucun'
  if (typeof value === 'boolean') return value ? 'oui' : 'non'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return states[value] ?? value
  if (Array.isArray(value)) return value.length === 0 ? 'aucun' : value.map(shown).join(', ')
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
    : [...lines.slice(0, linesMax), `et ${count(lines.length - linesMax)} de plus`]
}

/** Of one event on the page. */
export const linesMax: typeof en.linesMax = 20

function linesOf(name: string, value: unknown): string[] {
  if (isChange(value)) return [movedLine(`${nameOf(name)} : `, value.from, value.to)]
  if (name === 'changes' && isObject(value)) {
    return Object.entries(value).flatMap(([attribute, change]) => linesOf(attribute, change))
  }
  if (name === 'changes' && Array.isArray(value)) {
    return value.flatMap((one) => (isChange(one) ? [personLine(one)] : [shown(one)]))
  }
  if (name === 'changed' && Array.isArray(value)) {
    return [`Modifié : ${value.map((one) => nameOf(String(one))).join(', ')}`]
  }
  return [
    `${nameOf(name)} : ${typeof value === 'number' && !name.endsWith('_id') ? count(value) : shown(value)}`,
  ]
}

function personLine({ from, to, ...whom }: { from: unknown; to: unknown }): string {
  return movedLine(`${shown(whom)} : `, from, to)
}

/** A part that is not known, such as what a status was before, is left out. */
function movedLine(head: string, from: unknown, to: unknown): string {
  if (from === undefined) return `${head}→ ${shown(to)}`
  return to === undefined ? `${head}${shown(from)} →` : `${head}${shown(from)} → ${shown(to)}`
}
