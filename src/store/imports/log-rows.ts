import { classifications, type Classification, type RowLogName } from '../../contract/imports/states.ts'
import type { Sql } from '../../database/driver/connection.ts'

// Rows of an import, read from its logs one range at a time.

/** In `import_ranges.classes`: the row's address was erased. */
export const erasedClass = 255

export type LogRow = {
  /** The place in the order of the answer: the row's number, if it is known. */
  id: number
  rowNumber: number | null
  rangeNumber: number
  /** In the range, from 0. */
  place: number
  classification: RowLogName
  /** The address; of a failed row its cells, the last the error. */
  line: string | string[]
}

/** `problem`: one of those that a failed row has. */
export type RowFilter = { classes: readonly Classification[]; search: string | null; problem: string | null }

/** Places in the range of the rows of a class, in file order. */
export function placesOf(classes: Uint8Array, code: number): number[] {
  const places: number[] = []
  for (const [place, found] of classes.entries()) if (found === code) places.push(place)
  return places
}

/** In the order of the file. At most one range is in memory. */
export async function findLogRows(
  sql: Sql,
  { organizationId, importId }: { organizationId: number; importId: number },
  filter: RowFilter,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<LogRow[]> {
  const rows: LogRow[] = []
  for (let after = afterId; rows.length < limit;) {
    const pieces = await nextPieces(sql, { organizationId, importId }, filter, after)
    const [first] = pieces
    if (first === undefined) return rows
    const found = rowsOf(pieces).filter(
      ({ id, line }) => id > after && matches(line, filter.search) && hasProblem(line, filter.problem),
    )
    rows.push(...found.toSorted((one, other) => one.id - other.id).slice(0, limit - rows.length))
    after = first.first_record + first.records
  }
  return rows
}

type Piece = {
  number: number
  first_record: number
  records: number
  classes: Uint8Array | null
  classification: Classification
  content: string
}

/** Of the next range that has any. */
function nextPieces(
  sql: Sql,
  { organizationId, importId }: { organizationId: number; importId: number },
  filter: RowFilter,
  after: number,
): Promise<Piece[]> {
  return sql<Piece[]>`
    select r.number, r.first_record, r.records, r.classes, l.classification, l.content
    from (
      select * from import_ranges r
      where r.organization_id = ${organizationId} and r.import_id = ${importId}
        and r.first_record + r.records > ${after} and exists (${piecesOfRange(sql, { organizationId, importId }, filter)})
      order by r.number limit 1) r
    cross join lateral (${piecesOfRange(sql, { organizationId, importId }, filter)}) l
    order by l.classification`
}

/** `offset 0`: otherwise the text of every range is searched for each range, 10 s instead of 0.2 s for a million rows. */
function piecesOfRange(
  sql: Sql,
  { organizationId, importId }: { organizationId: number; importId: number },
  { classes, search, problem }: RowFilter,
) {
  return sql`
    select * from (
      select l.classification, l.content from import_logs l
      where l.organization_id = ${organizationId} and l.import_id = ${importId} and l.range_number = r.number
        and l.classification = any(${[...classes]})
      offset 0) l
    where ${search === null ? sql`true` : sql`strpos(lower(l.content collate "C"), ${folded(search)}) > 0`}
      ${problem === null ? sql`` : sql`and strpos(l.content, ${JSON.stringify(problem).slice(1, -1)}) > 0`}`
}

function rowsOf(pieces: readonly Piece[]): LogRow[] {
  let before = 0
  return pieces.flatMap(({ number, first_record: first, classes, classification, content }) => {
    const lines = linesOf(classification, content)
    const places = classes === null ? null : placesOf(classes, classifications.indexOf(classification))
    // Of an import of an earlier version: class after class.
    const start = before
    before += lines.length
    return lines.map((line, index) => {
      const place = places?.[index] ?? start + index
      const id = first + place + 1
      return { id, rowNumber: places === null ? null : id, rangeNumber: number, place, classification, line }
    })
  })
}

function linesOf(classification: RowLogName, content: string): (string | string[])[] {
  return classification === 'failed' ? (JSON.parse(content) as string[][]) : content.split('\n').slice(0, -1)
}

function matches(line: string | string[], search: string | null): boolean {
  if (search === null) return true
  return folded(typeof line === 'string' ? line : JSON.stringify(line)).includes(folded(search))
}

/** The sentence of a row joins its problems by commas. */
function hasProblem(line: string | string[], problem: string | null): boolean {
  return problem === null || `, ${line.at(-1)}, `.includes(`, ${problem}, `)
}

/** As `lower` does with the collation "C". */
function folded(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

export async function countLogRows(
  sql: Sql,
  { organizationId, importId }: { organizationId: number; importId: number },
  { classes, search, problem }: { classes: readonly RowLogName[]; search: string; problem: string | null },
): Promise<number> {
  const isTheirs = sql`
    organization_id = ${organizationId} and import_id = ${importId} and classification = any(${[...classes]})
    and strpos(lower(content collate "C"), ${folded(search)}) > 0`
  const hasProblem =
    problem === null ? sql`true` : sql`strpos(', ' || (cells ->> -1) || ', ', ${`, ${problem}, `}) > 0`
  const [row] = await sql<[{ count: number }]>`
    select (
        select count(*) from import_logs cross join lateral string_to_table(content, chr(10)) line
        where ${isTheirs} and classification <> 'failed' and strpos(lower(line collate "C"), ${folded(search)}) > 0)
      + (select count(*) from import_logs cross join lateral json_array_elements(
          case when classification = 'failed' then content else '[]' end::json) cells
        where ${isTheirs} and strpos(lower(cells::text collate "C"), ${folded(search)}) > 0 and ${hasProblem}) as count`
  return row.count
}

/** People who were not in the file. `id` counts the lines before, range by range. */
export async function findPrunedRows(
  sql: Sql,
  { organizationId, importId }: { organizationId: number; importId: number },
  search: string | null,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<LogRow[]> {
  const rows: LogRow[] = []
  for (let after = afterId; rows.length < limit;) {
    const [piece] = await sql<{ number: number; content: string }[]>`
      select range_number as number, content from import_logs
      where organization_id = ${organizationId} and import_id = ${importId} and classification = 'pruned'
        and range_number >= ${Math.floor(after / prunedRange)}
        ${search === null ? sql`` : sql`and strpos(lower(content collate "C"), ${folded(search)}) > 0`}
      order by range_number limit 1`
    if (piece === undefined) return rows
    const { number } = piece
    const found = linesOf('pruned', piece.content).map((line, place): LogRow => {
      const id = number * prunedRange + place + 1
      return { id, rowNumber: null, rangeNumber: number, place, classification: 'pruned', line }
    })
    const wanted = found.filter(({ id, line }) => id > after && matches(line, search))
    rows.push(...wanted.slice(0, limit - rows.length))
    after = (number + 1) * prunedRange
  }
  return rows
}

/** More than a range has people. */
const prunedRange = 1_000_000
