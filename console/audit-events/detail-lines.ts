import { count } from '../design/figures.ts'
import { detailWords as words } from '../words/audit/details.ts'

function nameOf(attribute: string): string {
  return words.names[attribute] ?? attribute.replaceAll(/[._]/g, ' ')
}

/** A value as people read it: an identifier stays as it is, so that it can be searched for. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return words.states[value] ?? value
  if (Array.isArray(value)) return value.length === 0 ? words.none : value.map(shown).join(words.between)
  return Object.entries(value)
    .map(([name, one]) => `${nameOf(name)} ${shown(one)}`)
    .join(words.between)
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
  return lines.length <= linesMax ? lines : [...lines.slice(0, linesMax), words.more(lines.length - linesMax)]
}

/** Of one event on the page. */
export const linesMax = 20

function linesOf(name: string, value: unknown): string[] {
  if (isChange(value)) return [movedLine(words.head(nameOf(name)), value.from, value.to)]
  if (name === 'changes' && isObject(value)) {
    return Object.entries(value).flatMap(([attribute, change]) => linesOf(attribute, change))
  }
  if (name === 'changes' && Array.isArray(value)) {
    return value.flatMap((one) => (isChange(one) ? [personLine(one)] : [shown(one)]))
  }
  if (name === 'changed' && Array.isArray(value)) {
    return [words.changed(value.map((one) => nameOf(String(one))).join(words.between))]
  }
  return [
    `${words.head(nameOf(name))}${typeof value === 'number' && !name.endsWith('_id') ? count(value) : shown(value)}`,
  ]
}

function personLine({ from, to, ...whom }: { from: unknown; to: unknown }): string {
  return movedLine(words.head(shown(whom)), from, to)
}

/** A part that is not known, such as what a status was before, is left out. */
function movedLine(head: string, from: unknown, to: unknown): string {
  if (from === undefined) return `${head}→ ${shown(to)}`
  return to === undefined ? `${head}${shown(from)} →` : `${head}${shown(from)} → ${shown(to)}`
}
