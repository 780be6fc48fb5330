import { findAddresses, proposeMapping } from './mapping.ts'
import { findOptOuts } from './opt-outs.ts'
import { tableOf } from './terminal.ts'

export type Proposal = {
  /** '' for columns that are left out. */
  mapping: string[]
  table: string
  /** Titles of columns that look like an opt-out and would be ignored. */
  optOuts: string[]
}

export type ProposalInput = {
  rows: string[][]
  hasHeaders: boolean
  fieldNames: readonly string[]
  given: string[] | undefined
}

/** @throws Error, a sentence, if no column can be the address. */
export function makeProposal({ rows, hasHeaders, fieldNames, given }: ProposalInput): Proposal {
  const header = hasHeaders ? (rows[0] ?? []) : []
  const examples = hasHeaders ? rows.slice(1) : rows
  if (hasHeaders && findAddresses([header]) >= 0) {
    throw new Error('The first row contains an email address, so it is not a header. Add --no-headers.')
  }
  const width = hasHeaders ? header.length : Math.max(0, ...rows.map((row) => row.length))
  const mapping = given ?? guessed(header, examples, width, fieldNames)
  checkMapping(mapping, width)
  const lines = mapping.map((name, column) => [
    hasHeaders ? (header[column] ?? '') : `column ${column + 1}`,
    examples.find((row) => (row[column] ?? '').trim() !== '')?.[column] ?? '',
    name === '' ? '(not imported)' : name,
  ])
  return {
    mapping,
    table: tableOf([['Column', 'Example', 'Imported as'], ...lines]),
    optOuts: given === undefined ? findOptOuts(header, mapping) : [],
  }
}

function guessed(
  header: string[],
  examples: string[][],
  width: number,
  fieldNames: readonly string[],
): string[] {
  const titles = Array.from({ length: width }, (_, column) => header[column] ?? '')
  const mapping = proposeMapping(titles, fieldNames)
  const addresses = mapping.includes('email') ? -1 : findAddresses(examples)
  return mapping.map((name, column) => (column === addresses ? 'email' : name))
}

function checkMapping(mapping: string[], width: number): void {
  if (mapping.length !== width) {
    throw new Error(
      `The file has ${width} columns and --map names ${mapping.length}. Use an empty name for a column that you do not want: --map email,,Name`,
    )
  }
  if (mapping.some((name) => name.trim().toLowerCase() === 'email')) return
  throw new Error('No column looks like email addresses. Name the columns: --map email,,Name')
}

export type DateOrder = 'mdy' | 'dmy'

/** `isSure` is false if dates such as 01/02/2014 could be read either way. */
export function guessDates(rows: readonly (readonly string[])[]): { order: DateOrder; isSure: boolean } {
  const parts = rows
    .flat()
    .map((cell) => /^\s*(\d{1,2})[-/](\d{1,2})[-/]\d{4}\b/.exec(cell))
    .filter((match) => match !== null)
  const isAbove12 = (index: number) => parts.some((match) => Number(match[index]) > 12)
  const isDayFirst = isAbove12(1) && !isAbove12(2)
  return { order: isDayFirst ? 'dmy' : 'mdy', isSure: parts.length === 0 || isAbove12(1) !== isAbove12(2) }
}
