import { writeZip, zipOf, type Part } from './packed.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

export type WorkbookText = {
  /** What is between `<sheetData>` and its end. */
  rows: string | Iterable<string>
  /** `<si>` elements. */
  strings?: string | Iterable<string>
  /** Format codes; the style of a cell is the place in this list, from 1. */
  formats?: string[]
  workbookPr?: string
  /** Other parts, or these ones changed. */
  more?: Part[]
}

function* around(before: string, inner: string | Iterable<string>, after: string): Generator<string> {
  yield head + before
  if (typeof inner === 'string') yield inner
  else yield* inner
  yield after
}

function partsOf({ rows, strings = '', formats = [], workbookPr = '', more = [] }: WorkbookText): Part[] {
  const numFmts = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')
  const xfs = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const parts: Part[] = [
    ['[Content_Types].xml', `${head}<Types/>`],
    [
      '_rels/.rels',
      `${head}<Relationships ${packageRelations}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook ${main} xmlns:r="${office}">${workbookPr}<sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships ${packageRelations}>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', '/xl/styles.xml')}${relation('rId3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${head}<styleSheet ${main}><numFmts>${numFmts}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs}</cellXfs></styleSheet>`,
    ],
    ['xl/sharedStrings.xml', around(`<sst ${main}>`, strings, '</sst>')],
    ['xl/worksheets/sheet1.xml', around(`<worksheet ${main}><sheetData>`, rows, '</sheetData></worksheet>')],
  ]
  const changed = new Map(more)
  return [
    ...parts.map(([name, content]): Part => [name, changed.get(name) ?? content]),
    ...more.filter(([name]) => !parts.some(([own]) => own === name)),
  ]
}

export async function workbookOf(text: WorkbookText): Promise<Buffer> {
  return zipOf(...partsOf(text))
}

export async function writeWorkbook(path: string, text: WorkbookText): Promise<void> {
  await writeZip(path, partsOf(text))
}
