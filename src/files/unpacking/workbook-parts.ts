import type { Entry } from 'yauzl'
import { UnpackFault } from './limits.ts'
import { builtInKind, kindOfCode, type NumberKind } from './numbers.ts'
import { localName, parseXml, type XmlHandlers } from './xml.ts'

/** Reads a part by its path, without a leading slash; null if the workbook has none of this name. */
export type ReadPart = (path: string) => AsyncIterable<Buffer> | null

export type WorkbookParts = {
  sheet: string
  sharedStrings: string | null
  styles: string | null
  isFrom1904: boolean
}

/** More than any program writes: what is listed stays in memory. */
const listedMax = 70_000
const pathCharactersMax = 1024

/** A zip of Microsoft's documents, of whatever kind. */
export function isOfficeDocument(entries: readonly Entry[]): boolean {
  return ['[Content_Types].xml', '_rels/.rels'].every((name) =>
    entries.some(({ fileName }) => fileName.toLowerCase() === name.toLowerCase()),
  )
}

/** Finds the first visible sheet. @throws UnpackFault if the document is no workbook that can be read. */
export async function findParts(read: ReadPart): Promise<WorkbookParts> {
  const workbook = (await relationsOf(read, '_rels/.rels', '')).find(({ type }) => type === 'officeDocument')
  const pieces = workbook === undefined ? null : read(workbook.path)
  if (workbook === undefined || pieces === null || !/workbook\w*\.xml$/i.test(workbook.path)) {
    const isBinary = workbook !== undefined && /\.bin$/i.test(workbook.path)
    throw new UnpackFault(
      isBinary
        ? 'The file is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV.'
        : 'The file is not an Excel workbook (.xlsx). Save it as .xlsx or CSV.',
    )
  }
  const { sheets, isFrom1904 } = await readWorkbook(pieces)
  const [folder, name] = splitPath(workbook.path)
  const relations = await relationsOf(read, `${folder}_rels/${name}.rels`, folder)
  const pathOf = (type: string) => relations.find((one) => one.type === type)?.path ?? null
  const pathsOfSheets = new Map(
    relations.flatMap(({ id, type, path }) => (type === 'worksheet' ? [[id, path] as const] : [])),
  )
  const worksheets = sheets.flatMap(({ relation, isHidden }) => {
    const path = pathsOfSheets.get(relation)
    return path === undefined ? [] : [{ path, isHidden }]
  })
  const sheet = worksheets.find(({ isHidden }) => !isHidden) ?? worksheets[0]
  if (sheet === undefined) throw new UnpackFault('The workbook has no sheet with a table.')
  return { sheet: sheet.path, sharedStrings: pathOf('sharedStrings'), styles: pathOf('styles'), isFrom1904 }
}

type Relation = { id: string; type: string; path: string }

async function relationsOf(read: ReadPart, path: string, folder: string): Promise<Relation[]> {
  const relations: Relation[] = []
  await readWhole('the list of its parts', read(path), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name !== 'Relationship') return
      checkListed('parts', relations.length)
      const resolved = resolvedPath(folder, target)
      if (resolved !== null)
        relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: resolved })
    },
  })
  return relations
}

type Sheet = { relation: string; isHidden: boolean }

async function readWorkbook(
  pieces: AsyncIterable<Buffer>,
): Promise<{ sheets: Sheet[]; isFrom1904: boolean }> {
  const sheets: Sheet[] = []
  let isFrom1904 = false
  await readWhole('the list of its sheets', pieces, {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const [, relation = ''] =
        Object.entries(attributes).find(([key]) => key.includes(':') && localName(key) === 'id') ?? []
      checkListed('sheets', sheets.length)
      sheets.push({ relation, isHidden: /hidden/i.test(attributes.state ?? '') })
    },
  })
  return { sheets, isFrom1904 }
}

/** By the number of a style, how its cells show numbers. */
export async function readStyles(pieces: AsyncIterable<Buffer> | null): Promise<NumberKind[]> {
  const codes = new Map<number, NumberKind>()
  const kinds: NumberKind[] = []
  let isInCells = false
  await readWhole('the list of its styles', pieces, {
    open: (name, attributes) => {
      const id = Number(attributes.numFmtId ?? 0)
      checkListed('styles', codes.size + kinds.length)
      if (name === 'numFmt') codes.set(id, kindOfCode(attributes.formatCode ?? ''))
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) kinds.push(codes.get(id) ?? builtInKind(id))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return kinds
}

async function readWhole(
  part: string,
  pieces: AsyncIterable<Buffer> | null,
  handlers: XmlHandlers,
): Promise<void> {
  if (pieces === null) return
  for await (const _ of parseXml(part, pieces, handlers));
}

function splitPath(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/') + 1
  return [path.slice(0, at), path.slice(at)]
}

/** Targets are relative to the folder, or begin with a slash. Those of links to other files are of any kind. */
function resolvedPath(folder: string, target: string): string | null {
  const base = `file:///${folder}`
  if (target.length > pathCharactersMax || !URL.canParse(target, base)) return null
  return new URL(target, base).pathname.slice(1)
}

function checkListed(what: string, count: number): void {
  if (count < listedMax) return
  throw new UnpackFault(
    `The workbook lists more than ${listedMax} ${what}. Save the sheet with the list as CSV.`,
  )
}
