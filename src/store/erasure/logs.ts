import { classifications, hasCells } from '../../contract/imports/states.ts'
import type { Wanted } from '../../contract/values/spelling/mentions.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { holdsPrint, partsMax, printsOfLog } from '../conditions/prints.ts'
import { erasedClass, placesOf } from '../imports/log-rows.ts'
import { withoutExamples } from '../imports/ranges.ts'
import { folded, isMentioned } from '../conditions/mentioned.ts'

// Logs of imports and undos: first they are looked for, which locks nothing, and then rewritten.

const tables = {
  import: { name: 'import_logs', number: 'range_number' },
  undo: { name: 'import_undo_logs', number: 'piece_number' },
} as const

export type LogKind = keyof typeof tables

/** `prints` and `content`: null where they tell nothing more. */
type Piece = {
  import_id: number
  classification: string
  number: number
  prints: Uint8Array | null
  content: string | null
}

/** The logs in which one of the addresses may be. */
export async function findLogs(
  sql: Sql,
  organizationId: number,
  kind: LogKind,
  wanted: Wanted,
): Promise<Piece[]> {
  if (wanted.prints.length <= partsMax) return findFew(sql, organizationId, kind, wanted)
  const found: Piece[] = []
  const prints = Uint32Array.from(wanted.prints).toSorted()
  for (let last: Piece | undefined; ;) {
    const page = await nextPage(sql, organizationId, kind, last)
    for (const { content, ...piece } of page) {
      const isFound =
        piece.prints === null
          ? content !== null && takenFrom({ ...piece, content }, wanted).taken.length > 0
          : holdsAny(piece.prints, prints)
      if (isFound) found.push({ ...piece, prints: null, content: null })
    }
    last = page.at(-1)
    if (last === undefined) return found
  }
}

function findFew(sql: Sql, organizationId: number, kind: LogKind, wanted: Wanted): Promise<Piece[]> {
  const { name, number } = tables[kind]
  return sql<Piece[]>`
    select import_id, classification, ${sql(number)} as number, null as prints, null as content from ${sql(name)}
    where organization_id = ${organizationId} and case
      when prints is null then ${isMentioned(sql, folded(sql, sql`content`, wanted), wanted)}
      else ${holdsPrint(sql, sql`prints`, wanted.prints)} end
    order by import_id, classification, number`
}

/** Logs without prints come with their text. */
const pageRows = 50

function nextPage(
  sql: Sql,
  organizationId: number,
  kind: LogKind,
  last: Piece | undefined,
): Promise<Piece[]> {
  const { name, number } = tables[kind]
  const after =
    last === undefined
      ? sql``
      : sql`and (import_id, classification, ${sql(number)})
          > (${last.import_id}, ${last.classification}, ${last.number})`
  return sql<Piece[]>`
    select import_id, classification, ${sql(number)} as number, prints, case when prints is null then content end as content
    from ${sql(name)} where organization_id = ${organizationId} ${after}
    order by import_id, classification, ${sql(number)} limit ${pageRows}`
}

/** Both sorted. */
function holdsAny(bytes: Uint8Array, wanted: Uint32Array): boolean {
  // With a buffer of its own: small ones share theirs.
  const { buffer } = new Uint8Array(bytes)
  Buffer.from(buffer).swap32()
  const held = new Uint32Array(buffer)
  let [place, next] = [0, 0]
  for (;;) {
    const print = wanted[next]
    if (print === undefined) return false
    place = firstAtLeast(held, print, place)
    const found = held[place]
    if (found === undefined) return false
    if (found === print) return true
    next = firstAtLeast(wanted, found, next)
  }
}

function firstAtLeast(sorted: Uint32Array, least: number, from: number): number {
  let [low, high] = [from, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}

type Found = { kind: LogKind; pieces: readonly Piece[]; wanted: Wanted }

/** So many that the database reads and writes some while others are searched. */
const piecesAtOnce = 4

/** @returns lines. */
export async function eraseFromLogs(
  sql: Transaction,
  organizationId: number,
  { kind, pieces, wanted }: Found,
): Promise<number> {
  let lines = 0
  for (let at = 0; at < pieces.length; at += piecesAtOnce) {
    const some = pieces.slice(at, at + piecesAtOnce)
    const counts = await Promise.all(some.map((piece) => eraseFromLog(sql, organizationId, kind, { piece, wanted }))) // oxfmt-ignore
    for (const count of counts) lines += count
  }
  return lines
}

async function eraseFromLog(
  sql: Transaction,
  organizationId: number,
  kind: LogKind,
  { piece, wanted }: { piece: Piece; wanted: Wanted },
): Promise<number> {
  const { name, number } = tables[kind]
  const place = sql`
    organization_id = ${organizationId} and import_id = ${piece.import_id}
      and classification = ${piece.classification} and ${sql(number)} = ${piece.number}`
  const [row] = await sql<{ content: string }[]>`select content from ${sql(name)} where ${place} for update`
  if (row === undefined) return 0
  const { content, taken } = takenFrom({ ...piece, ...row }, wanted)
  if (taken.length === 0) return 0
  await sql`
    update ${sql(name)} set content = ${content}, prints = ${printsOfLog(piece.classification, content)} where ${place}`
  if (kind === 'import') await eraseClasses(sql, organizationId, piece, taken)
  return taken.length
}

/** The lines that are left keep the numbers of their rows. @param taken positions of lines in the log */
async function eraseClasses(
  sql: Transaction,
  organizationId: number,
  { import_id, classification, number }: Piece,
  taken: readonly number[],
): Promise<void> {
  const code = classifications.findIndex((name) => name === classification)
  const range = sql`
    organization_id = ${organizationId} and import_id = ${import_id} and number = ${number}`
  const [row] = await sql<{ classes: Uint8Array | null }[]>`
    select classes from import_ranges where ${range} for no key update`
  if (code < 0 || row === undefined || row.classes === null) return
  const places = placesOf(row.classes, code)
  for (const place of taken.flatMap((line) => places[line] ?? [])) row.classes[place] = erasedClass
  await sql`update import_ranges set classes = ${row.classes} where ${range}`
}

/** Lines are addresses, each ended by LF, or a JSON array of arrays of cells (migrations/007-imports.sql). */
function takenFrom(
  { classification, content }: { classification: string; content: string },
  wanted: Wanted,
): { content: string; taken: number[] } {
  if (!hasCells(classification)) {
    const { rest, taken } = wanted.withoutLines(content)
    return { content: rest, taken }
  }
  const kept: string[][] = []
  const taken: number[] = []
  for (const [at, cells] of (JSON.parse(content) as string[][]).entries()) {
    if (cells.some(wanted.isMentioned)) taken.push(at)
    else kept.push(cells)
  }
  return { content: JSON.stringify(kept), taken }
}

/** The lines of a log about them: an address, or the cells of a row. Locks nothing. */
export async function linesAbout(
  sql: Sql,
  organizationId: number,
  kind: LogKind,
  { piece, wanted }: { piece: Piece; wanted: Wanted },
): Promise<(string | string[])[]> {
  const { name, number } = tables[kind]
  const [row] = await sql<{ content: string }[]>`
    select content from ${sql(name)} where organization_id = ${organizationId} and import_id = ${piece.import_id}
      and classification = ${piece.classification} and ${sql(number)} = ${piece.number}`
  if (row === undefined) return []
  if (hasCells(piece.classification))
    return (JSON.parse(row.content) as string[][]).filter((cells) => cells.some(wanted.isMentioned))
  const lines = row.content.split('\n')
  return wanted.withoutLines(row.content).taken.flatMap((at) => lines[at] ?? [])
}

type BadValues = Record<string, { examples: string[] }>

/** A file whose first row was taken for a header, and examples of cells that did not fit. */
export async function eraseCells(sql: Transaction, organizationId: number, wanted: Wanted): Promise<void> {
  for (const { id, header, examples } of await findBadCells(sql, organizationId, wanted)) {
    const place = sql`organization_id = ${organizationId} and id = ${id}`
    if (header !== null) await sql`update subscriber_imports set header_cells = null where ${place}`
    if (examples.length > 0)
      await sql`update subscriber_imports set bad_values = ${withoutExamples(sql)} where ${place}`
  }
}

type BadCells = { id: number; header: string[] | null; examples: string[] }

/** `header`: null unless it mentions them. `examples`: those that do. */
export async function findBadCells(sql: Sql, organizationId: number, wanted: Wanted): Promise<BadCells[]> {
  const rows = await sql<{ id: number; header: string | null; bad_values: BadValues }[]>`
    select id, header_cells as header, bad_values from subscriber_imports
    where organization_id = ${organizationId} and (header_cells is not null or bad_values <> '{}') and ${isMentioned(
      sql,
      folded(sql, sql`coalesce(header_cells, '') || bad_values::text`, wanted),
      wanted,
    )}`
  return rows.flatMap(({ id, header: text, bad_values: values }) => {
    const cells = text === null ? [] : (JSON.parse(text) as string[])
    const header = cells.some(wanted.isMentioned) ? cells : null
    const examples = Object.values(values).flatMap((one) => one.examples.filter(wanted.isMentioned))
    return header === null && examples.length === 0 ? [] : [{ id, header, examples }]
  })
}
