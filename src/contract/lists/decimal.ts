/**
 * Decimal numbers are JSON numbers: numeric in the database, and in JavaScript exact as long as they have at most 15 digits,
 * which a double keeps. Nothing calculates with them.
 */

export const decimalDigitsMax = 15
export const decimalPlacesMax = 10
/** Smaller ones would be written with an exponent. */
const smallest = 0.000001

export const decimalSeparators = ['comma', 'dot'] as const
export type DecimalSeparator = (typeof decimalSeparators)[number]

export type DecimalNotation = {
  /** Of all texts. Absent: each text decides for itself; a dot alone separates decimals, as in JSON and in exports. */
  separator?: DecimalSeparator | undefined
  stripsCurrency?: boolean | undefined
}

/** `ambiguous`: the two numbers that it could mean. */
export type DecimalReading =
  | { value: number }
  | { fault: 'no_number' | 'too_long' | 'currency' | { ambiguous: [string, string] } }

const minus = /^[-\u2212\u2013]/
const currency =
  /^(?:\p{Sc}|[a-z]{3}|[a-z]{1,2}\$|s\/|zł|kr\.?|s?fr\.?|rs\.?|tl|kč|ft|lei|din\.?|euros?|dollars?|лв\.?|руб\.?|грн\.?|円|元)$/iu
const noNumber: DecimalReading = { fault: 'no_number' }

/**
 * `1234.56`, `1234,56`, and with thousands apart `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `1,23,456.78`. Of a comma and
 * a dot the last one separates the decimals. `1,234` could be either and is refused unless `separator` says which.
 */
export function readDecimal(
  text: string,
  { separator, stripsCurrency }: DecimalNotation = {},
): DecimalReading {
  if (text.length > 64) return noNumber
  const { number, sign } = withoutCurrency(signFirst(simplified(text)))
  if (!/\d/.test(number)) return noNumber
  if (sign !== '' && stripsCurrency !== true) return { fault: currency.test(sign) ? 'currency' : 'no_number' }
  if (sign !== '' && !currency.test(sign)) return noNumber
  const isNegative = minus.test(number)
  // Prices without cents: 99,- and 99.–
  const digits = number.replace(/^[-+\u2212\u2013] ?/, '').replace(/(\d)[.,][-\u2013\u2014]{1,2}$/, '$1')
  const parts = partsOf(digits, separator)
  return 'fault' in parts ? parts : numberOf(parts, isNegative)
}

/** Full-width and Arabic digits and marks as a keyboard has them. */
function simplified(text: string): string {
  return text
    .replaceAll(/[\s\u202f]+/g, ' ')
    .replaceAll(/[\u2019\u00b4`]/g, "'")
    .replaceAll(/[\uff05-\uff19]/g, (mark) => mark.normalize('NFKC'))
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .trim()
}

/** Accounting writes a loss as `(12.50)`, other programs as `12.50-`. */
function signFirst(text: string): string {
  const [, inside = ''] =
    /^\(([^()+\u2212\u2013-]+[.,]\d\d(?: ?[^\d()]{1,5})?)\)$/.exec(text) ??
    /^(\d[\d.,' ]*\d|\d) ?[-\u2212]$/.exec(text) ??
    []
  return inside === '' ? text : `-${inside}`
}

/** What stands before or behind the digits; the sign of the number may stand before both. */
function withoutCurrency(text: string): { number: string; sign: string } {
  const [, lead = '', before = '', number = '', after = ''] =
    /^([-+\u2212\u2013]? ?)((?:s?fr\.|rs\.|[^\d.,+\u2212\u2013-]*) ?)([-+\u2212\u2013]? ?[\d.,' ]*(?:(?<=[.,])[-\u2013\u2014]{1,2})?)(.*)$/iu.exec(
      text,
    ) ?? []
  const signs = [before.trim(), after.trim()].filter((one) => one !== '')
  return { number: `${lead}${number}`.trim(), sign: signs.length > 1 ? '?' : (signs[0] ?? '') }
}

type Parts = { whole: string; places: string }

const marks = { comma: ',', dot: '.' } as const

function partsOf(
  digits: string,
  separator: DecimalSeparator | undefined,
): Parts | Exclude<DecimalReading, { value: number }> {
  if (!/^[\d.,' ]*\d$/.test(digits)) return { fault: 'no_number' }
  const mark = separator === undefined ? markOf(digits) : marks[separator]
  if (mark === null) {
    const [whole = '', rest = ''] = digits.split(/[.,]/)
    return { fault: { ambiguous: [`${whole}${rest}`, `${whole}.${rest}`] } }
  }
  const [before = '', places = '', ...more] = digits.split(mark)
  const whole = more.length > 0 || /\D/.test(places) ? null : ungrouped(before, mark)
  return whole === null || (whole === '' && places === '') ? { fault: 'no_number' } : { whole, places }
}

/** The character before the decimals; null if it could also separate thousands. */
function markOf(digits: string): ',' | '.' | null {
  const [comma, dot] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
  if (comma >= 0 && dot >= 0) return comma > dot ? ',' : '.'
  const [first = '', ...groups] = digits.split(comma >= 0 ? ',' : '.')
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  if (groups.length > 1 && isGrouped) return comma >= 0 ? '.' : ','
  if (dot >= 0) return '.'
  return groups.length === 1 && isGrouped ? null : ','
}

/** Thousands apart by one character, or as in India; null if they are not. */
function ungrouped(whole: string, mark: ',' | '.'): string | null {
  if (/^\d*$/.test(whole)) return whole
  const [group = ''] = /[.,' ]/.exec(whole) ?? []
  if (group === mark) return null
  const pieces = whole.split(group)
  const [first = '', ...rest] = pieces
  const last = rest.at(-1) ?? ''
  const isApart = /^\d{1,3}$/.test(first) && rest.every((piece) => /^\d{3}$/.test(piece))
  const isIndian =
    group === ',' && /^\d{1,2}$/.test(first) && /^\d{3}$/.test(last) && rest.slice(0, -1).every((piece) => /^\d\d$/.test(piece)) // oxfmt-ignore
  return isApart || isIndian ? pieces.join('') : null
}

function numberOf({ whole, places }: Parts, isNegative: boolean): DecimalReading {
  const significant = `${whole}${places.replace(/0+$/, '')}`.replace(/^0+/, '')
  if (significant.length > decimalDigitsMax || places.replace(/0+$/, '').length > decimalPlacesMax) {
    return { fault: 'too_long' }
  }
  const value =
    Number(`${isNegative ? '-' : ''}${whole === '' ? '0' : whole}.${places === '' ? '0' : places}`) + 0
  return value !== 0 && Math.abs(value) < smallest ? { fault: 'too_long' } : { value }
}

/** Of what the API takes: a JSON number or a text. */
export function readGivenDecimal(given: unknown): DecimalReading {
  return typeof given === 'number' || typeof given === 'string' ? readDecimal(String(given)) : noNumber
}

/** null: no decimal number. */
export function decimalOf(given: unknown): number | null {
  const reading = readGivenDecimal(given)
  return 'value' in reading ? reading.value : null
}

export const decimalProblem = 'must be a number such as 1234.56'
export const decimalTooLong = `must have at most ${decimalDigitsMax} digits, ${decimalPlacesMax} of them after the decimal separator`
