import { parseBegins, parseDateTime } from '../times/instants.ts'

/** Hours east of UTC. Other abbreviations are ambiguous. */
const abbreviations: Partial<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}

const spoken = /^(\d{4}-\d\d-\d\d)[ T](\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([ap]m))?(?:\s([a-z]{3}))?$/i

/** In epoch milliseconds: everything that `parseBegins` reads, and `2015-01-22 11:10AM CST`; null for anything else. */
export function parseCampaignTime(text: string, place: { zone: string; nowMs: number }): number | null {
  const [, date, hours, minutes, seconds = '00', half, abbreviation] = spoken.exec(text.trim()) ?? []
  if (date === undefined || hours === undefined || (half ?? abbreviation) === undefined) {
    return parseBegins(text, place)
  }
  const hour = hourOf(Number(hours), half?.toLowerCase())
  const east = abbreviation === undefined ? undefined : abbreviations[abbreviation.toUpperCase()]
  if (hour === null || (abbreviation !== undefined && east === undefined)) return null
  const time = `${date} ${String(hour).padStart(2, '0')}:${minutes}`
  const zone = east === undefined ? place.zone : 'UTC'
  const minute = parseDateTime(time, { dateFormat: 'mdy', zone })
  if (minute === null || Number(seconds) > 59) return null
  return minute + Number(seconds) * 1000 - (east ?? 0) * 3_600_000
}

/** `half`: am, pm or absent. */
function hourOf(hours: number, half: string | undefined): number | null {
  if (half === undefined) return hours
  if (hours < 1 || hours > 12) return null
  return (hours % 12) + (half === 'pm' ? 12 : 0)
}
