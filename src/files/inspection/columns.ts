import { trimmed } from '../../contract/values/spelling/invisible.ts'
import { compileOptions, matchOption } from '../../contract/lists/field-options.ts'
import { compileFieldCheck, type FieldRules } from '../../contract/lists/field-values.ts'
import type { Certainty } from '../../contract/imports/inspection.ts'
import { formatOf, type ListRules } from '../../contract/imports/plan.ts'
import { subscriberStatuses } from '../../contract/imports/states.ts'
import { parseDateTime, type DateFormat } from '../../contract/times/instants.ts'
import type { DecimalNotation } from '../../contract/lists/decimal.ts'
import { writtenAddresses } from '../../contract/values/spelling/written-addresses.ts'
import { parseIp } from '../../contract/values/ip.ts'
import { attributes, bare, builtInByTitle, meanTheSame, type BuiltIn } from './titles.ts'

/** `cells`: the filled ones of the rows that were read. */
export type ColumnSample = { header: string; cells: readonly string[] }

export type Match = { field: string; certainty: Certainty; reason: string }

/** Enough to see what a column has. */
const judgedMax = 2000

/**
 * What each column becomes, or null. Each name is used once: exact names come first, then names that differ only in
 * spaces and punctuation, then other words for the same, then contents. Ties go to the first column with a filled cell.
 */
export function matchColumns(
  columns: readonly ColumnSample[],
  list: ListRules,
  dateFormat: DateFormat,
  notation: DecimalNotation = {},
): (Match | null)[] {
  const matches: (Match | null)[] = columns.map(() => null)
  const free = new Set(namesOf(list))
  const filledFirst = [...columns.entries()].toSorted(([, a], [, b]) => rank(a) - rank(b))
  const fields = new Map(list.fields.map((field) => [field.name, field]))
  const judge = (name: string, cells: readonly string[]) => {
    const rules = fields.get(name)
    const isGood =
      rules === undefined ? builtInCheck(name, dateFormat) : fieldCheck(rules, dateFormat, notation)
    return faultOf(name, rules, cells.slice(0, judgedMax), isGood)
  }
  for (const find of [
    byName,
    byNearName,
    bySynonym,
    byConcept,
    byOptions(fields),
    byAddresses,
    byLastResort,
  ]) {
    const search = find([...free])
    for (const [index, column] of filledFirst) {
      if (matches[index] !== null) continue
      const found = search(column)
      if (found === null || !free.has(found.field)) continue
      const fault = judge(found.field, column.cells)
      if (fault !== null && !isExact(found, column) && find !== byLastResort) continue
      matches[index] =
        fault === null ? found : { ...found, certainty: 'guess', reason: `${found.reason} ${fault}` }
      free.delete(found.field)
    }
  }
  return matches
}

const rank = ({ cells }: ColumnSample) => (cells.length > 0 ? 0 : 1)

function isExact({ field }: Match, { header }: ColumnSample): boolean {
  // A column of another product's words is no status, whatever it is called.
  return field.toLowerCase() === trimmed(header).toLowerCase() && field !== 'status'
}

function namesOf(list: ListRules): string[] {
  const builtIn = attributes.filter(
    (name) =>
      (name !== 'confirmed' || list.has_confirmed) &&
      (name !== 'email_format' || list.has_format) &&
      (name !== 'paused_until' || list.fields.every((field) => field.name.toLowerCase() !== name)),
  )
  return [...builtIn, ...list.fields.map(({ name }) => name)]
}

type Search = (column: ColumnSample) => Match | null

function byName(names: string[]): Search {
  const exact = new Map(names.map((name) => [name.toLowerCase(), name]))
  return ({ header }) => {
    const field = exact.get(trimmed(header).toLowerCase())
    return field === undefined
      ? null
      : { field, certainty: 'certain', reason: `The column is called ${field}.` }
  }
}

function byNearName(names: string[]): Search {
  const near = new Map(names.toReversed().map((name) => [bare(name), name]))
  return ({ header }) => {
    const word = bare(header)
    const field = word === '' ? undefined : near.get(word)
    if (field === undefined) return null
    return { field, certainty: 'certain', reason: `"${header.trim()}" is ${field} in another spelling.` }
  }
}

function bySynonym(names: string[]): Search {
  return ({ header }) => {
    const field = builtInByTitle(header)
    if (field === null || !names.includes(field)) return null
    return { field, certainty: 'likely', reason: `"${header.trim()}" is another word for ${field}.` }
  }
}

function byConcept(names: string[]): Search {
  const fields = names.filter((name) => !attributes.some((builtIn) => builtIn === name))
  return ({ header }) => {
    const field = fields.find((name) => meanTheSame(header, name))
    if (field === undefined) return null
    return { field, certainty: 'likely', reason: `"${header.trim()}" is another word for ${field}.` }
  }
}

/** A column of nothing but options of a field. */
function byOptions(fields: ReadonlyMap<string, FieldRules>): (names: string[]) => Search {
  return (names) => {
    const selects = names.flatMap((name) => {
      const field = fields.get(name)
      return field !== undefined && field.options.length > 1
        ? [{ name, options: compileOptions(field.options) }]
        : []
    })
    return ({ cells }) => {
      if (new Set(cells).size < 2) return null
      const found = selects.find(({ options }) => cells.every((cell) => matchOption(options, cell) !== null))
      if (found === undefined) return null
      return { field: found.name, certainty: 'guess', reason: `All cells are options of ${found.name}.` }
    }
  }
}

/** A column of addresses, if no title said which one it is. */
function byAddresses(names: string[]): Search {
  return ({ cells }) => {
    if (!names.includes('email') || cells.length === 0) return null
    const share = cells.filter(hasAddress).length / cells.length
    if (share < 0.8) return null
    return {
      field: 'email',
      certainty: share === 1 ? 'likely' : 'guess',
      reason: 'The cells are email addresses.',
    }
  }
}

/** A column that is called so, of which most have to be corrected, if nothing else has addresses. */
function byLastResort(names: string[]): Search {
  const titled = [byNearName, bySynonym].map((find) => find(names.filter((name) => name === 'email')))
  return (column) => {
    if (!column.cells.some(hasAddress)) return null
    return titled.map((search) => search(column)).find((found) => found !== null) ?? null
  }
}

/** Also several, or one with a name: a column of addresses, of which some have to be corrected. */
const hasAddress = (cell: string) => writtenAddresses(cell).length > 0

/** @returns a sentence if the field refuses most cells (any cell, for words and times), so that their rows would fail. */
function faultOf(
  name: string,
  rules: FieldRules | undefined,
  cells: readonly string[],
  isGood: (cell: string) => boolean,
): string | null {
  const bad = cells.filter((cell) => !isGood(cell))
  const tolerated = name === 'email' ? 0.5 : rules === undefined ? 0.1 : 0
  if (bad.length <= tolerated * cells.length) return null
  return `${bad.length} of the ${cells.length} filled cells that were read would fail, such as "${(bad[0] ?? '').trim().slice(0, 40)}".`
}

function fieldCheck(
  rules: FieldRules,
  dateFormat: DateFormat,
  notation: DecimalNotation,
): (cell: string) => boolean {
  const check = compileFieldCheck(rules, dateFormat, notation)
  return (cell) => 'value' in check(cell)
}

function builtInCheck(name: string, dateFormat: DateFormat): (cell: string) => boolean {
  const checks: Partial<Record<BuiltIn, (cell: string) => boolean>> = {
    email: hasAddress,
    status: (cell) => subscriberStatuses.some((status) => status === trimmed(cell).toLowerCase()),
    email_format: (cell) => formatOf(cell.trim()) !== null,
    confirmed: (cell) => /^(true|1|yes|y|t|on|false|0|no|n|f|off)$/i.test(cell.trim()),
  }
  const isTime = (cell: string) => parseDateTime(cell, { dateFormat, zone: 'UTC' }) !== null
  const isIp = (cell: string) => parseIp(cell) !== null
  const known = attributes.find((candidate) => candidate === name)
  if (known === undefined) return () => true
  return checks[known] ?? (known === 'paused_until' || known.endsWith('_time') ? isTime : isIp)
}
