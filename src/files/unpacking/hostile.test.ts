import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpack, zipOf } from '../../../test/harness/files/packed.ts'
import { byDay } from '../../../test/harness/night.ts'
import { workbookOf } from '../../../test/harness/files/workbooks.ts'
import { RECORD_BYTES_MAX } from '../csv/scan.ts'
import { kindOfCode } from './numbers.ts'
import { openSharedStrings } from './shared-strings.ts'
import { cellCharactersMax } from './texts.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quiver-hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function csvOf(text: Parameters<typeof workbookOf>[0]): Promise<string> {
  return read(await workbookOf(text))
}

async function read(content: Buffer): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return (await unpack(path, folder)).text
}

const repeated = (piece: string, count: number) => Array.from({ length: count }, () => piece)
const firstText = '<row><c t="s"><v>0</v></c></row>'
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const longest = 'x'.repeat(cellCharactersMax)

describe('a cell of more characters than Excel allows is refused before it fills the memory:', () => {
  const piece = 'x'.repeat(10_000)
  const pieces = byDay(200, 3_000)
  const cdata = `<![CDATA[${piece}]]>`
  test.each<[string, Parameters<typeof workbookOf>[0]]>([
    [
      'runs of a shared text',
      { rows: firstText, strings: ['<si>', ...repeated(`<r><t>${piece}</t></r>`, pieces), '</si>'] },
    ],
    ['pieces in CDATA', { rows: ['<row><c t="str"><v>', ...repeated(cdata, pieces), '</v></c></row>'] }],
    ['pieces of a number', { rows: ['<row><c><v>', ...repeated(cdata, pieces), '</v></c></row>'] }],
    [
      'texts of a cell',
      { rows: ['<row><c><is>', ...repeated(`<t>${piece}</t>`, pieces), '</is></c></row>'] },
    ],
    ['texts beside the cells', { rows: ['<row>', ...repeated(`<t>${piece}</t>`, pieces), '</row>'] }],
    ['one more in a text', { rows: `<row>${inline(`${longest}x`)}</row>` }],
    ['one more in a value', { rows: `<row><c t="str"><v>${longest}x</v></c></row>` }],
    ['one more in what is no number', { rows: `<row><c><v>${longest}x</v></c></row>` }],
  ])('%s', async (_name, text) => {
    await expect(csvOf(text)).rejects.toThrow('more than 32767 characters, which is more than Excel allows')
  })

  test('the longest that Excel writes is read, however it is escaped', async () => {
    expect(await csvOf({ rows: firstText, strings: `<si><t>${longest}</t></si>` })).toBe(`${longest}\n`)
    const escaped = `<si><t>${'_x0041_'.repeat(cellCharactersMax)}</t></si>`
    expect(await csvOf({ rows: firstText, strings: escaped })).toBe(`${'A'.repeat(cellCharactersMax)}\n`)
  })
})

test('a row of more than a megabyte stays one that fails alone, and its other cells cost nothing', async () => {
  const own = `<row>${inline(longest).repeat(60)}</row>`
  const shared = `<row>${'<c t="s"><v>0</v></c>'.repeat(9_000)}</row>`
  const beside = `<row>${inline('ann')}</row>`
  const csv = await csvOf({ rows: [beside, own, beside, shared, beside], strings: `<si><t>${longest}</t></si>` }) // oxfmt-ignore
  const lengths = csv.split('\n').map(({ length }) => length)
  expect(lengths).toEqual([3, expect.any(Number), 3, expect.any(Number), 3, 0])
  for (const length of [lengths[1] ?? 0, lengths[3] ?? 0]) {
    expect(length).toBeGreaterThan(RECORD_BYTES_MAX)
    expect(length).toBeLessThan(RECORD_BYTES_MAX + 3 * cellCharactersMax)
  }
})

test('the table of texts is bounded by its bytes as well as by its number', async () => {
  const openTable = (limits: { countMax: number; bytesMax: number }) =>
    openSharedStrings(tableOf(repeated('äöü', 1_000)), folder, limits)
  const wide = openTable({ countMax: 1_000, bytesMax: 6_000 })
  await wide.reach(999)
  expect(wide.get(999)).toBe('äöü')
  await wide.close()
  for (const [limits, sentence] of [
    [{ countMax: 999, bytesMax: 6_000 }, 'more than 999 different texts'],
    [{ countMax: 1_000, bytesMax: 5_999 }, 'more than 5999 bytes'],
  ] as const) {
    const narrow = openTable(limits)
    await expect(narrow.reach(999)).rejects.toThrow(sentence)
    await narrow.close()
  }
})

async function* tableOf(texts: string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`)
}

test('a format of a million brackets, which would be looked at again from each of them, is no date', () => {
  expect(kindOfCode('['.repeat(1_000_000))).toBe('plain')
  expect(kindOfCode(`${'['.repeat(250)}d`)).toBe('date')
})

test('a part whose path is no path, or is a million characters long, is as good as none', async () => {
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="x/worksheet" Target="${target}"/>`
  const office = '<Relationship Type="x/officeDocument" Target="xl/workbook.xml"/>'
  const more = (name: string, ...relations: string[]): [string, string] => [
    name,
    `<Relationships>${relations.join('')}</Relationships>`,
  ]
  const first = relation('rId1', 'worksheets/sheet1.xml')
  const rows = `<row>${inline('ann')}</row>`
  const odd = relation('rId9', 'http://[')
  expect(await csvOf({ rows, more: [more('xl/_rels/workbook.xml.rels', odd, first)] })).toBe('ann\n')
  const long = `<Relationship Type="x/officeDocument" Target="${'workbook'.repeat(120_000)}"/>`
  expect(await csvOf({ rows, more: [more('_rels/.rels', long, office)] })).toBe('ann\n')
})

describe('what a workbook lists stays in memory, and has an end:', () => {
  test.each([
    ['parts', 'xl/_rels/workbook.xml.rels', '<Relationship Id="a" Type="b/c" Target="d"/>'],
    ['sheets', 'xl/workbook.xml', '<sheet name="a"/>'],
    ['styles', 'xl/styles.xml', '<cellXfs><xf/></cellXfs>'],
  ])('%s', async (what, part, element) => {
    const content = `<all>${element.repeat(70_001)}</all>`
    await expect(csvOf({ rows: firstText, more: [[part, content]] })).rejects.toThrow(
      `lists more than 70000 ${what}`,
    )
  })

  test('names of a zip', async () => {
    const names = Array.from({ length: 100 }, (_, index): [string, string] => [
      `${index}${'x'.repeat(60_000)}`,
      'a',
    ])
    await expect(read(await zipOf(...names))).rejects.toThrow('names and comments of more than 4194304 bytes')
    const few = await read(await zipOf(...names.slice(0, 2))).catch(String)
    expect(few).toContain('contains 2 files')
    expect(few.length).toBeLessThan(500)
  })
})
