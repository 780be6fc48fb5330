import type { Finding } from '../../contract/imports/inspection.ts'
import { fieldSeparators } from '../../contract/imports/input.ts'
import { createReader } from '../csv/reader.ts'
import type { CsvFormat, FileFault } from '../csv/records.ts'
import { usualWidth } from './lines-before.ts'

/** Enough to detect the enclosure; a larger sample takes longer and gives the same answer. */
const guessBytes = 65_536
const guessRows = 50
/** So many lines tell separators apart, also where one line is longer than `guessBytes`. */
const guessLinesMin = 4

export type Head = { bytes: Buffer; isWhole: boolean }

/** Counts whole enclosed cells, because names may begin with an apostrophe. */
export function findEnclosure({ bytes }: Head): Finding<CsvFormat['enclosure']> {
  const text = bytes.toString('latin1', 0, guessBytes)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const single = count(/(?<=(?:^|[\r\n,;|\t]) ?)'[^'\r\n]*'(?= ?(?:[\r\n,;|\t]|$))/g)
  const double = count(/(?<=(?:^|[\r\n,;|\t]) ?)"[^"\r\n]*"(?= ?(?:[\r\n,;|\t]|$))/g)
  if (single > double) {
    const certainty = double === 0 ? 'likely' : 'guess'
    return {
      value: "'",
      certainty,
      reason: `${single} cells are in single quotes, ${double} in double quotes.`,
    }
  }
  const reason = double === 0 ? 'No cell is in quotes.' : `${double} cells are in double quotes.`
  return { value: '"', certainty: double > 0 && single === 0 ? 'certain' : 'likely', reason }
}

/**
 * Prefers the separator that makes most rows as wide as the first; ties go to more cells. If the first row is like few
 * others, it may be a title above the table, and the usual width counts.
 */
export function findSeparator(
  head: Head,
  open: Omit<CsvFormat, 'separator'>,
): Finding<CsvFormat['separator']> {
  const bytes = head.bytes.subarray(0, Math.max(guessBytes, endOfLines(head.bytes, guessLinesMin)))
  const sample = { bytes, isWhole: head.isWhole && bytes.length === head.bytes.length }
  const read = fieldSeparators
    .map((separator) => ({ separator, rows: readRows(sample, { ...open, separator }, guessRows).rows }))
    .filter(({ separator, rows }) => separator !== ',' || !areDecimals(rows))
  const bestBy = (widthOf: (rows: string[][]) => number) => {
    const tried = read.map(({ separator, rows }) => triedWith(separator, rows, widthOf(rows)))
    return { tried, best: tried.reduce((one, next) => (next.score > one.score ? next : one)) }
  }
  const byFirst = bestBy((rows) => rows[0]?.length ?? 0)
  const byMost = byFirst.best.score > 0.5 ? byFirst : bestBy(usualWidth)
  const { tried, best } = byMost.best.score > 0.5 ? byMost : byFirst
  const name = separatorNames[best.separator]
  if (best.width < 2) {
    return {
      value: ',',
      certainty: 'guess',
      reason: 'No separator gives more than one column; the file may have one only.',
    }
  }
  const others = tried.filter(({ separator, score }) => separator !== best.separator && score > 0.9)
  if (best.evenShare === 1 && others.length === 0 && best.rows > 1) {
    return {
      value: best.separator,
      certainty: 'certain',
      reason: `With a ${name} every row has ${best.width} columns.`,
    }
  }
  const percent = Math.round(100 * best.evenShare)
  const reason = `With a ${name} ${percent} % of the rows have ${best.width} columns.`
  return { value: best.separator, certainty: best.evenShare > 0.8 ? 'likely' : 'guess', reason }
}

function endOfLines(bytes: Buffer, lines: number): number {
  let end = 0
  for (let line = 0; line < lines; line += 1) {
    const at = bytes.indexOf('\n', end)
    if (at === -1) return bytes.length
    end = at + 1
  }
  return end
}

/** A title with a comma above amounts such as `99,90` would make every row two columns wide. */
function areDecimals(rows: readonly string[][]): boolean {
  const divided = rows.slice(1).filter(({ length }) => length > 1)
  const decimals = divided.filter((cells) =>
    cells.every((cell, index) => {
      const isRight = index === 0 || /^\d/.test(cell)
      return isRight && (index === cells.length - 1 || /\d$/.test(cell))
    }),
  )
  return divided.length > 0 && decimals.length > 0.9 * divided.length
}

function triedWith(separator: CsvFormat['separator'], rows: readonly string[][], width: number) {
  const evenShare = rows.filter(({ length }) => length === width).length / Math.max(rows.length, 1)
  const score = width < 2 ? 0 : evenShare + width / 1e6
  return { separator, width, evenShare, rows: rows.length, score }
}

export const separatorNames = { ',': 'comma', ';': 'semicolon', '|': 'vertical bar', '\t': 'tab' }

export type ReadRows = {
  rows: string[][]
  /** The first byte of each row in the sample. */
  starts: number[]
  problems: string[]
  /** Why the first row, which is usually the header, is not one. */
  firstProblem: string | null
  fault: FileFault | null
}

/** Rows that cannot be read are left out of `rows`; `problems` has their reasons. */
export function readRows({ bytes, isWhole }: Head, format: CsvFormat, rowsMax: number): ReadRows {
  const rows: string[][] = []
  const starts: number[] = []
  const problems: string[] = []
  let firstProblem: string | null = null
  const reader = createReader(format, (cells, problem, byteStart) => {
    if (rows.length >= rowsMax) return
    if (rows.length === 0 && problems.length === 0) firstProblem = problem
    // Cells are slices of the chunk's text; copies let the chunk go.
    if (problem !== null) return void problems.push(problem)
    rows.push([...cells])
    starts.push(byteStart)
  })
  const pushed = reader.push(bytes)
  // A quote that is open at the end of a part of a file may close later.
  const fault = pushed ?? (isWhole ? reader.end() : null)
  return { rows, starts, problems, firstProblem, fault }
}
