import rails from 'rails-timezone'
import { twoDigits } from './calendar.ts'
import { offsetMinutesAt, resolveZone } from './zones.ts'

export type NamedZone = {
  /** As `resolveZone` returns it. */
  zone: string
  /** The Rails name; null if the zone was given by its IANA name. */
  label: string | null
}

/** Ignored, because the name determines the offset. */
const labelPrefix = /^\((?:GMT|UTC)[+-]\d{2}:\d{2}\) /i

/** By lower-case name. The package uses a plain object, in which `constructor` is a key. */
const railsLabels = new Map(rails.list().map((label) => [label.toLowerCase(), label]))

/** Asks the runtime: to ask for all 151 took a twentieth of the start of each process. */
function railsZone(label: string): NamedZone | null {
  const zone = resolveZone(rails.from(label))
  return zone === null ? null : { zone, label }
}

/** Reads `(GMT-06:00) Central Time (US & Canada)`, the bare Rails name, or an IANA name, ignoring case. */
export function parseZoneName(text: string): NamedZone | null {
  const name = text.trim().replace(labelPrefix, '')
  const label = railsLabels.get(name.toLowerCase())
  const known = label === undefined ? null : railsZone(label)
  if (known !== null) return known
  const zone = resolveZone(name)
  return zone === null ? null : { zone, label: null }
}

/** The label if Rails has a name for the zone, otherwise the IANA name. */
export function formatZoneName({ zone, label }: NamedZone, nowMs: number): string {
  const name = label ?? railsNameOf(zone)
  if (name === null) return zone
  const minutes = standardOffsetSeconds(zone, nowMs) / 60
  const size = Math.abs(minutes)
  const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
  return `(GMT${offset}) ${name}`
}

/** Built lazily, because it queries the runtime 151 times. */
let labelsByZone: Map<string, string[]> | undefined

/** If several Rails names share a zone, the city's own name wins: Mexico City, not Guadalajara. */
function railsNameOf(zone: string): string | null {
  labelsByZone ??= groupLabels()
  const labels = labelsByZone.get(canonicalName(zone)) ?? []
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ')
  return labels.find((label) => label === city) ?? labels[0] ?? null
}

function groupLabels(): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const label of railsLabels.values()) {
    const known = railsZone(label)
    if (known === null) continue
    const name = canonicalName(known.zone)
    groups.set(name, [...(groups.get(name) ?? []), label])
  }
  return groups
}

const canonicalNames = new Map<string, string>()

function canonicalName(zone: string): string {
  const known = canonicalNames.get(zone)
  if (known !== undefined) return known
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  canonicalNames.set(zone, name)
  return name
}

/** Seconds to add to UTC in standard time: the lesser offset of January and July, in either hemisphere. */
export function standardOffsetSeconds(zone: string, nowMs: number): number {
  const year = new Date(nowMs).getUTCFullYear()
  const offsets = [0, 6].map((month) => offsetMinutesAt(zone, Date.UTC(year, month, 1)))
  return Math.min(...offsets) * 60
}
