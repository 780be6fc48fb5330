import type { Finding } from '../../contract/imports/inspection.ts'
import { readDecimal, type DecimalNotation, type DecimalSeparator } from '../../contract/lists/decimal.ts'

export type FoundDecimals = { separator: Finding<DecimalSeparator> | null; stripsCurrency: boolean }

/** What most cells of a column must be, so that it says something about numbers. */
const share = 0.8
const judgedMax = 2000

/**
 * How the decimal numbers of a file are written. null: there are none, or each shows it.
 * @param columns their filled cells
 * @param isEuropean whether the file has another sign of Europe, such as dates with dots
 */
export function findDecimals(columns: readonly (readonly string[])[], isEuropean: boolean): FoundDecimals {
  const votes = { comma: 0, dot: 0 }
  const examples: Partial<Record<DecimalSeparator, string>> = {}
  let either: string | null = null
  let stripsCurrency = false
  for (const all of columns) {
    const cells = all.slice(0, judgedMax)
    if (!cells.some((cell) => /\d[.,]\d/.test(cell) || /\p{Sc}/u.test(cell))) continue
    const fit = { comma: fitting(cells, 'comma'), dot: fitting(cells, 'dot') }
    if (Math.max(fit.comma.size, fit.dot.size) < share * cells.length) continue
    stripsCurrency ||= hasOneCurrency(cells)
    const winner = fit.comma.size > fit.dot.size ? 'comma' : 'dot'
    const loser = winner === 'comma' ? 'dot' : 'comma'
    votes[winner] += fit[winner].size - fit[loser].size
    examples[winner] ??= [...fit[winner]].find((cell) => !fit[loser].has(cell)) ?? ''
    either ??=
      [...fit.comma].find((cell) => fit.dot.has(cell) && /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/.test(cell)) ?? null
  }
  return { separator: separatorOf(votes, examples, isEuropean ? either : null), stripsCurrency }
}

function fitting(cells: readonly string[], separator: DecimalSeparator): Set<string> {
  return new Set(cells.filter((cell) => 'value' in readDecimal(cell, { separator, stripsCurrency: true })))
}

function separatorOf(
  votes: Record<DecimalSeparator, number>,
  examples: Partial<Record<DecimalSeparator, string>>,
  either: string | null,
): Finding<DecimalSeparator> | null {
  const { comma, dot } = votes
  if (comma === 0 && dot === 0) {
    if (either === null) return null
    const reason = `${either.trim()} could be read either way; the file looks as if a comma separated decimals.`
    return { value: 'comma', certainty: 'guess', reason }
  }
  const value = comma > dot ? 'comma' : 'dot'
  const isSure = comma === 0 || dot === 0
  const example = (examples[value] ?? '').trim()
  return {
    value,
    certainty: isSure ? 'certain' : 'guess',
    reason: isSure
      ? `${example} has a ${value} before its decimals.`
      : `Both notations occur; most numbers are as ${example}.`,
  }
}

/** Amounts in different currencies are no numbers of one kind. */
function hasOneCurrency(cells: readonly string[]): boolean {
  const signed = cells.filter((cell) => {
    const reading = readDecimal(cell)
    return 'fault' in reading && reading.fault === 'currency'
  })
  const signs = new Set(signed.map((cell) => cell.replaceAll(/[\d\s.,'’+\u2212-]/g, '').toLowerCase()))
  return signs.size === 1
}

/** Leading zeros and plus signs are parts of post codes and phone numbers. */
export function isPlainDecimal(cell: string, notation: DecimalNotation): boolean {
  return !/^\D*0\d|\+/.test(cell) && 'value' in readDecimal(cell, notation)
}

/** As parts of an inspection's format. */
export function decimalFindings({ separator, stripsCurrency }: FoundDecimals) {
  const signs: Finding<boolean> = {
    value: true,
    certainty: 'certain',
    reason: 'Numbers of the file have the sign of a currency.',
  }
  return {
    ...(separator === null ? {} : { decimal_separator: separator }),
    ...(stripsCurrency ? { strip_currency_signs: signs } : {}),
  }
}
