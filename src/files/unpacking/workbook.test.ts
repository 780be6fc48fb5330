import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byDay } from '../../../test/harness/night.ts'
import { unpack, zipOf } from '../../../test/harness/files/packed.ts'
import { workbookOf, type WorkbookText } from '../../../test/harness/files/workbooks.ts'
import { unpackLimits } from './limits.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quiver-workbook-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0

async function read(content: Buffer, limits = unpackLimits) {
  const path = join(folder, `${(files += 1)}.bin`)
  await writeFile(path, content)
  return unpack(path, folder, limits)
}

async function csvOf(text: WorkbookText): Promise<string> {
  const { from, text: csv } = await read(await workbookOf(text))
  expect(from).toBe('xlsx')
  return csv
}

const number = (value: string, style = 0) => `<row r="1"><c r="A1" s="${style}"><v>${value}</v></c></row>`

test('a sheet becomes CSV: shared and inline texts, formulas, booleans, blank rows, sparse columns', async () => {
  const csv = await csvOf({
    strings: `<si><t>Email</t></si><si><t xml:space="preserve"> Straße, "Nr"
2 </t></si><si><r><rPr><b/></rPr><t>Na</t></r><r><t>me</t></r><rPh sb="0" eb="1"><t>ナ</t></rPh></si><si><t/></si>`,
    rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>
      <row r="2"/><row r="3"><c r="A3" s="0"/><c r="B3" t="s"><v>3</v></c></row>
      <row r="7"><c r="A7" t="inlineStr"><is><t>ann@example.com</t></is></c><c r="C7" t="str"><f>A1&amp;"x"</f><v>A &amp; B</v></c></row>
      <row r="8"><c r="B8" t="b"><v>1</v></c><c r="C8" t="b"><v>0</v></c><c r="AA8" t="s"><v>1</v></c></row>
      <row r="9"><c t="inlineStr"><is><t>007</t></is></c><c t="e"><v>#N/A</v></c><c><f>1+1</f></c><c><v>2</v></c></row>
      <row r="10"><c r="A10" t="inlineStr"><is><t>a_x000D_b_x005F_</t></is></c></row>`,
  })
  expect(csv.split('\n')).toEqual([
    'Email,,Name',
    'ann@example.com,,A & B',
    `,true,false${','.repeat(24)}" Straße, ""Nr""`,
    '2 "',
    '007,#N/A,,2',
    '"a\rb_"',
    '',
  ])
})

describe('a number is written', () => {
  test.each([
    ['42', '42'],
    ['-7', '-7'],
    ['491712345678', '491712345678'],
    ['4.91712345678E+11', '491712345678'],
    ['1E+20', '100000000000000000000'],
    ['1.5E-7', '0.00000015'],
    ['-2.5E-3', '-0.0025'],
    ['0.30000000000000004', '0.3'],
    ['19.989999999999998', '19.99'],
    ['1234567890123456', '1234567890123460'],
    ['-0', '0'],
    ['1.0', '1'],
  ])('without exponent and noise: %s as %s', async (given, expected) => {
    expect(await csvOf({ rows: number(given) })).toBe(`${expected}\n`)
  })

  test.each([
    ['dd/mm/yyyy', '45413', '2024-05-01'],
    ['m/d/yy h:mm', '45413.604166666664', '2024-05-01 14:30:00'],
    ['[$-407]d. mmmm yyyy', '45413', '2024-05-01'],
    ['yyyy&quot;年&quot;m&quot;月&quot;', '45413', '2024-05-01'],
    ['mmm', '45413', '2024-05-01'],
    ['dd.mm.yyyy', '1', '1900-01-01'],
    ['dd.mm.yyyy', '59', '1900-02-28'],
    ['dd.mm.yyyy', '61', '1900-03-01'],
    ['h:mm', '0.5', '12:00:00'],
    ['[h]:mm', '0.25', '6:00'],
    ['[h]:mm', '10.0625', '241:30'],
    ['[hh]:mm:ss', '1.2606481481481482', '30:15:20'],
    ['[mm]:ss', '-0.25', '-6:00'],
    ['[$-407][h]:mm', '99999999', '99999999'],
    ['yyyy-mm-dd [h]:mm', '0', '0:00'],
    ['yyyy-mm-dd', '45412.99999999', '2024-05-01'],
    ['yyyy-mm-dd', '-5', '-5'],
    ['yyyy-mm-dd', '99999999', '99999999'],
    ['00000', '1234', '01234'],
    ['0.00 &quot;days&quot;', '3.5', '3.5'],
    ['#,##0.00 [Red]', '45413', '45413'],
    ['General', '45413', '45413'],
  ])('in the format %s: %s as %s', async (format, given, expected) => {
    expect(await csvOf({ formats: [format], rows: number(given, 1) })).toBe(`${expected}\n`)
  })

  test('as a date of a workbook from a Mac, which counts from 1904', async () => {
    const mac = { workbookPr: '<workbookPr date1904="1"/>', formats: ['yyyy-mm-dd'] }
    expect(await csvOf({ ...mac, rows: number('43951', 1) })).toBe('2024-05-01\n')
    const text = '<row><c t="d"><v>2024-05-01T00:00:00</v></c><c t="d"><v>2024-05-01T14:30:00</v></c></row>'
    expect(await csvOf({ rows: text })).toBe('2024-05-01,2024-05-01T14:30:00\n')
  })
})

test('the first visible sheet is read, wherever its parts are', async () => {
  const sheet = (text: string) =>
    `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const csv = await csvOf({
    rows: '',
    more: [
      [
        'xl/workbook.xml',
        `<workbook xmlns:q="${office}"><sheets><sheet name="Chart" q:id="r9"/><sheet name="Old" state="veryHidden" q:id="r2"/><sheet name="List" q:id="r3"/></sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `<Relationships><Relationship Id="r9" Type="${office}/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r3" Type="${office}/worksheet" Target="/other/List.xml"/></Relationships>`,
      ],
      ['other/list.xml', sheet('this one')],
    ],
  })
  expect(csv).toBe('this one\n')
})

describe('a workbook that cannot be read gives a sentence:', () => {
  const row = '<row r="1"><c r="A1"><v>1</v></c></row>'
  const changed = (name: string, content: string) => workbookOf({ rows: row, more: [[name, content]] })
  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['broken XML', () => workbookOf({ rows: '<row><c></row>' }), 'its first sheet is not well-formed'],
    [
      'a sheet that ends early',
      () => changed('xl/worksheets/sheet1.xml', '<worksheet><sheetData><row>'),
      'is not well-formed',
    ],
    [
      'a text that is not there',
      () => workbookOf({ rows: '<row><c t="s"><v>5</v></c></row>' }),
      'refers to a text',
    ],
    [
      'an index that is no number',
      () => workbookOf({ rows: '<row><c t="s"><v>x</v></c></row>' }),
      'refers to a text',
    ],
    [
      'cells out of order',
      () => workbookOf({ rows: '<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>' }),
      'not in order',
    ],
    [
      'entities that grow',
      () =>
        changed('xl/worksheets/sheet1.xml', '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'),
      'has a document type',
    ],
    ['100 levels', () => workbookOf({ rows: '<a>'.repeat(100) }), 'more than 64 levels'],
    [
      'a huge text',
      () => workbookOf({ rows: `<row><c t="str"><v>${'x'.repeat(2_000_000)}</v></c></row>` }),
      'more than 1048576 characters',
    ],
    [
      'a huge attribute',
      () => workbookOf({ rows: `<row a="${'x'.repeat(2_000_000)}"/>` }),
      'more than 1048576 characters',
    ],
    [
      'a column too far',
      () => workbookOf({ rows: '<row r="3"><c r="NTQ3"><v>1</v></c></row>' }),
      'a value in NTQ3',
    ],
    [
      'a Word document',
      () =>
        changed(
          '_rels/.rels',
          '<Relationships><Relationship Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
        ),
      'is not an Excel workbook',
    ],
    [
      'a binary workbook',
      () =>
        changed(
          '_rels/.rels',
          '<Relationships><Relationship Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        ),
      'is a binary Excel workbook (.xlsb)',
    ],
    ['no sheet', () => changed('xl/workbook.xml', '<workbook/>'), 'has no sheet'],
    [
      'a workbook in gzip',
      async () => gzipSync(await workbookOf({ rows: row })),
      'or upload the workbook itself',
    ],
    [
      'a workbook in a zip',
      async () => zipOf(['a.xlsx', await workbookOf({ rows: row })]),
      'or upload the workbook itself',
    ],
  ])('%s', async (_name, content, sentence) => {
    await expect(read(await content())).rejects.toThrow(sentence)
  })

  test('a bomb of rows, of texts, of far columns', async () => {
    const limits = { ...unpackLimits, freeBytes: 1_000_000, ratioMax: 20 }
    const many = (text: string, count: number) => Array.from({ length: count }, () => text)
    const bomb = 'more than 20 times its size'
    const rows = many('<row><c><v>1</v></c></row>', 50_000)
    await expect(read(await workbookOf({ rows }), limits)).rejects.toThrow(bomb)
    const strings = many(`<si><t>${'x'.repeat(1000)}</t></si>`, 5000)
    const last = '<row><c t="s"><v>4999</v></c></row>'
    await expect(read(await workbookOf({ rows: last, strings }), limits)).rejects.toThrow(bomb)
    const far = many('<row><c r="NTP1"><v>1</v></c></row>', 20_000)
    await expect(read(await workbookOf({ rows: far }), { ...limits, ratioMax: 500 })).rejects.toThrow(
      'more than 500 times',
    )
  })
})

test('texts beyond what memory holds come back from the disk, and nothing stays there', async () => {
  // Memory holds 21,845 of them.
  const count = byDay(24_000, 50_000)
  const text = (index: number) => `${index} ${String.fromCharCode(97 + (index % 26)).repeat(1500)}`
  const strings = Array.from({ length: count }, (_, index) => `<si><t>${text(index)}</t></si>`)
  const asked = [0, count - 1, 1, 20_000, 23_000, count - 1_000, 21_844, 21_845, 7, count - 2]
  const rows = asked.map((index) => `<row><c t="s"><v>${index}</v></c></row>`).join('')
  const { text: csv } = await read(await workbookOf({ rows, strings }), { ...unpackLimits, ratioMax: 2000 })
  expect(csv).toBe(asked.map((index) => `${text(index)}\n`).join(''))
  expect((await readdir(folder)).filter((name) => name.startsWith('strings-'))).toEqual([])
})
