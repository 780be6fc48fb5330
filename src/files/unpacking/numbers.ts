/** How a number of a workbook is shown. */
export type NumberKind = 'plain' | 'date' | 'time' | 'duration' | { digits: number }

/** The formats that have no code in the file. */
export function builtInKind(id: number): NumberKind {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36) return 'date'
  if ((id >= 50 && id <= 54) || id === 57 || id === 58) return 'date'
  if (id === 46) return 'duration'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56) {
    return 'time'
  }
  return 'plain'
}

/** By a format's code, such as `dd/mm/yyyy`, `[h]:mm` or `00000`. */
export function kindOfCode(code: string): NumberKind {
  // Excel's limit: some of the patterns look again from each character.
  if (code.length > 255) return 'plain'
  const [section = ''] = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./gs, '')
    .replaceAll(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';')
  // Postcodes.
  if (/^0{2,20}$/.test(section)) return { digits: section.length }
  if (/^general$/i.test(section)) return 'plain'
  if (/\[[hms]/i.test(section)) return 'duration'
  if (/[yd]/i.test(section) || (/m/i.test(section) && !/[hs]/i.test(section))) return 'date'
  return /[hs]/i.test(section) ? 'time' : 'plain'
}

/** @param raw as in the file: `44197`, `4.9171E+11`, `0.30000000000000004`. Anything but a number stays as it is. */
export function shownNumber(raw: string, kind: NumberKind, isFrom1904: boolean): string {
  if (kind === 'plain' && /^(0|-?[1-9]\d{0,14})$/.test(raw)) return raw
  const value = raw.trim() === '' ? Number.NaN : Number(raw)
  if (!Number.isFinite(value)) return raw
  if (kind === 'duration') return shownDuration(value) ?? plainNumber(value)
  if (kind === 'date' || kind === 'time') return shownTime(value, kind, isFrom1904) ?? plainNumber(value)
  const text = plainNumber(value)
  return typeof kind === 'object' && /^\d+$/.test(text) ? text.padStart(kind.digits, '0') : text
}

/** With the 15 digits that spreadsheets show, and without an exponent. */
function plainNumber(value: number): string {
  const [digits = '', exponent] = String(Number(value.toPrecision(15))).split('e')
  if (exponent === undefined) return digits === '-0' ? '0' : digits
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(digits) ?? []
  const point = whole.length + Number(exponent)
  const all = whole + fraction
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`
  return `${sign}${all.padEnd(point, '0').slice(0, point)}${all.length > point ? `.${all.slice(point)}` : ''}`
}

const dayMs = 86_400_000
// 9999-12-31.
const serialMax = 2_958_465

/** `30:15`, and `30:15:20` where there are seconds: hours go on beyond the day. */
function shownDuration(days: number): string | null {
  if (Math.abs(days) > serialMax) return null
  const seconds = Math.round(Math.abs(days) * 86_400)
  const two = (count: number) => String(count).padStart(2, '0')
  const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}`
  return `${days < 0 && seconds > 0 ? '-' : ''}${clock}${seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`}`
}

/** Spreadsheets count days; the time is the fraction. They believe that 1900 was a leap year. */
function shownTime(serial: number, kind: 'date' | 'time', isFrom1904: boolean): string | null {
  if (serial < 0 || serial > serialMax) return null
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const ms = Math.round((serial * dayMs) / 1000) * 1000
  const [date = '', clock = ''] = new Date(epoch + ms).toISOString().slice(0, 19).split('T')
  if (kind === 'time' && serial < 1) return clock
  return clock === '00:00:00' ? date : `${date} ${clock}`
}
