import { describe, expect, test } from 'vitest'
import { isNight } from '../harness/night.ts'
import { anImporter, type Importer } from '../harness/importing/whole.ts'
import type { OracleImport } from '../harness/oracle/model.ts'
import { spooledFiles } from '../harness/importing/url-imports.ts'
import { toWindows1252 } from '../harness/importing/windows-1252.ts'
import { storedFields } from '../harness/oracle/stored-fields.ts'

type Format = Pick<OracleImport, 'separator' | 'enclosure' | 'characterSet' | 'hasHeaders'>

function* everyFormat(): Generator<Required<Format>> {
  for (const separator of [',', '\t', ';', '|'] as const) {
    for (const enclosure of ['"', "'"] as const) {
      for (const characterSet of ['utf-8', 'iso-8859-1', 'windows-1252'] as const) {
        for (const hasHeaders of [true, false]) yield { separator, enclosure, characterSet, hasHeaders }
      }
    }
  }
}

function isOfDay(index: number): boolean {
  const [headers, set, enclosure, separator] = [
    index % 2,
    Math.floor(index / 2) % 3,
    Math.floor(index / 6) % 2,
    Math.floor(index / 12),
  ]
  return (headers + set + enclosure + separator) % 2 === 0
}

/** Cells that are hard to parse, one a row; rows end with LF, CR LF and CR in turn. */
function written({ separator: s, enclosure: e, characterSet, hasHeaders }: Required<Format>): Buffer {
  const letters = characterSet === 'utf-8' ? 'Ž 漢 😀' : 'é ÿ 5 € „Köln“ – \u0081'
  const names = [
    `a${s}b`,
    `${e}${e}x${e}${e}`,
    'a\nb',
    'a\r\nb\rc',
    letters,
    `'"`.replace(e, e + e),
    ' x ',
    '',
    '""'.replaceAll(e, e + e),
  ]
  const rows = names.map((name, index) => `p${index}@example.com${s}${e}${name}${e}`)
  const plain = [
    `q0@example.com${s}${letters}`,
    `q1@example.com${s}mid${e}dle`,
    `${e}q2@example.com${e}${s}`,
    'q3@example.com',
    `q4@example.com${s} ${e}x${e}`,
    `P0@EXAMPLE.COM${s}again`,
    `${s}nobody`,
  ]
  const ends = ['\n', '\r\n', '\r']
  const lines = [...(hasHeaders ? [`${e}E-Mail${e}${s}Na\nme`.replace('\n', ' ')] : []), ...rows, ...plain]
  const text = lines
    .map((line, index) => `${line}${ends[index % 3]}${index % 4 === 0 ? ends[index % 3] : ''}`)
    .join('')
  return characterSet === 'utf-8' ? Buffer.from(text) : toWindows1252(text)
}

test('every pair of separator, enclosure and character set, all line ends mixed, with and without headers', async () => {
  const importer = await anImporter()
  // By day half of them, in which each pair is still there.
  const formats = [...everyFormat()].filter((_, index) => isNight || isOfDay(index))
  for (const format of formats) {
    await importer.schedule({ ...format, file: written(format), mapping: ['email', 'Name'] })
  }
  const rows = await importer.expectAsOracle({ rangeSize: { rows: 4, bytes: 1_000_000 } })
  for (const row of rows) expect(row).toMatchObject({ added: 14, skipped_duplicate: 1, failed: 1 })
})

test('a byte-order mark is not part of the file', async () => {
  const importer = await anImporter()
  for (const hasHeaders of [true, false]) {
    const file = '\uFEFF"ann@example.com",x\nben@example.com,y'
    await importer.schedule({ file, mapping: ['email', 'Name'], hasHeaders })
  }
  const rows = await importer.expectAsOracle()
  expect(rows.map((row) => row.added)).toEqual([1, 2])
})

test('UTF-16 with a mark of either order, and without one, from the request and from the upload directory', async () => {
  const importer = await anImporter()
  const text = `email,name\n${Array.from({ length: 300 }, (_, n) => `p${n}@example.com,"Žoë 漢 😀 ${n}"\n`).join('')}`
  const little = (content: string) => Buffer.from(content, 'utf16le')
  const big = (content: string) => little(content).swap16()
  const files = [little(`\ufeff${text}`), big(`\ufeff${text}`), little(text)]
  for (const [index, file] of files.entries()) {
    const order = { file, characterSet: 'utf-16' as const, mapping: ['email', 'Name'] }
    await importer.schedule(order)
    await importer.upload(`people-${index}.csv`, file)
    const attributes = { source_type: 'upload_directory' as const, source_filename: `people-${index}.csv` }
    await importer.schedule(order, { attributes })
  }
  const rows = await importer.expectAsOracle({ rangeSize: { rows: 70, bytes: 1_000_000 } })
  expect(rows.map(({ added }) => added)).toEqual([300, 300, 300, 300, 300, 300])
  expect(await spooledFiles(importer.folder)).toEqual([])
})

test('a file in UTF-16 that ends in half a character keeps its other rows', async () => {
  const importer = await anImporter()
  const file = Buffer.concat([
    Buffer.from('email\na@example.com\nb@example.com\n', 'utf16le'),
    Buffer.from('c'),
  ])
  const { importId } = await importer.schedule({ file, characterSet: 'utf-16', mapping: ['email'] })
  await importer.work()
  const [row] = await importer.sql`select state, added, failed from import_jobs where id = ${importId}`
  expect(row).toEqual({ state: 'finished', added: 2, failed: 1 })
})

test('a first line of Excel is no row, and names the separator unless the import names another than a comma', async () => {
  const importer = await anImporter()
  const rows = (separator: string) => `email${separator}name\r\na@example.com${separator}"x,y;z|w"\r\n`
  for (const hasHeaders of [true, false]) {
    for (const [line, separator] of [
      ['sep=;', ';'],
      ['"sep=|"', '|'],
      ['SEP=\t', '\t'],
      ['sep=,', ','],
    ] as const) {
      // oxfmt-ignore
      const file = `${line}\r\n${rows(separator)}`
      const order = { mapping: ['email', 'Name'], hasHeaders }
      await importer.schedule({ ...order, file })
      await importer.schedule({ ...order, file, separator })
      await importer.schedule({ ...order, file: `\ufeff${file}` })
      await importer.schedule({ ...order, file, characterSet: 'windows-1252' })
      await importer.schedule({
        ...order,
        file: Buffer.from(`\ufeff${file}`, 'utf16le'),
        characterSet: 'utf-16',
      })
    }
    const file = `sep=,\n${rows(';')}`
    await importer.schedule({ mapping: ['email', 'Name'], hasHeaders, file, separator: ';' })
  }
  const found = await importer.expectAsOracle({ rangeSize: { rows: 1, bytes: 1_000_000 } })
  expect(found.map(({ added }) => added)).toEqual(found.map(() => 1))
})

test('empty files finish with 0 rows', async () => {
  const importer = await anImporter()
  for (const file of ['', '\uFEFF', 'email', 'email\n', '\n\r\n\r\n', '   \n \n', '\uFEFFemail\n\n   \n']) {
    const { importId } = await importer.schedule({ file, mapping: ['email'] })
    await importer.work()
    const [row] = await importer.sql`
      select state, number_of_records, records_imported, error_message from import_jobs where id = ${importId}`
    const nothing = { state: 'finished', number_of_records: 0, records_imported: 0, error_message: null }
    expect([file, row]).toEqual([file, nothing])
  }
})

test('blank lines are ignored anywhere, and the last line needs no line end', async () => {
  const importer = await anImporter()
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = ['', '', 'email', '', 'ann@example.com', '', '', 'ben@example.com', '', '']
    await importer.schedule({ file: lines.join(end), mapping: ['email'] })
    await importer.schedule({ file: lines.slice(0, 8).join(end), mapping: ['email'] })
  }
  const rows = await importer.expectAsOracle({ rangeSize: { rows: 1, bytes: 1_000_000 } })
  for (const row of rows) expect(row).toMatchObject({ number_of_records: 2, added: 2 })
})

test('a row with more cells than columns fails alone; missing cells are blank', async () => {
  const importer = await anImporter()
  const file = 'a@example.com,x,y,\nb@example.com\nc@example.com,x\nd@example.com,x,y\n,,,,\n,\n'
  await importer.schedule({ file, mapping: ['email', 'Name', 'City'], hasHeaders: false })
  const [row] = await importer.expectAsOracle()
  expect(row).toMatchObject({ number_of_records: 6, added: 3, failed: 3 })
})

test('10,000 columns, and one cell of a megabyte', async () => {
  const importer = await anImporter()
  const mapping = ['email', 'First', ...Array.from({ length: 9_997 }, () => ''), 'Last']
  const wide = mapping
    .map((name, index) => (index === 0 ? 'wide@example.com' : name && `${name} cell`))
    .join(',')
  const [most, over] = [`m@example.com,${'x'.repeat(1_048_562)}`, `o@example.com,${'x'.repeat(1_048_563)}`]
  await importer.schedule({ file: [wide, `${wide},`, wide].join('\n'), mapping, hasHeaders: false })
  const { importId } = await importer.schedule({
    file: [most, over, 'after@example.com,'].join('\n'),
    mapping: ['email', 'Name'],
    hasHeaders: false,
    fields: { Name: (cell) => (cell.length > 1_048_562 ? undefined : cell.trim() === '' ? null : cell) },
  })
  await importer.work()
  const rows = await importer.sql`
    select state, added, failed, skipped_duplicate from import_jobs order by id`
  expect([...rows]).toEqual([
    { state: 'finished', added: 1, failed: 1, skipped_duplicate: 1 },
    { state: 'finished', added: 2, failed: 1, skipped_duplicate: 0 },
  ])
  const [log] = await importer.sql<{ content: string }[]>`
    select content from import_logs where import_id = ${importId} and classification = 'failed'`
  expect(JSON.parse(log?.content ?? '[]')[0]?.at(-1)).toBe('row is longer than 1048576 bytes')
})

test('cells of any bytes are values, and change no prototype', async () => {
  const importer = await anImporter()
  const names = ['__proto__', 'constructor', 'toString']
  const cells = [
    '__proto__',
    '{"__proto__": {"polluted": 1}}',
    'constructor',
    'a\0b',
    '\0',
    '\x7f',
    '\x1b[31m',
    '=1+1',
  ]
  const lines = cells.map(
    (cell, index) =>
      `p${index}@example.com,"${cell.replaceAll('"', '""')}",${cell.replaceAll(/[,"]/g, '')},x`,
  )
  const { listId } = await importer.schedule({
    file: [
      'email,__proto__,constructor,toString',
      ...lines,
      '__proto__,x,x,x',
      'a\0b@example.com,x,x,x',
    ].join('\n'),
    mapping: ['email', ...names],
    defaultFields: JSON.parse('{"__proto__": "default"}'),
  })
  await importer.work()
  const [row] = await importer.sql`select state, added, failed from import_jobs`
  expect(row).toEqual({ state: 'finished', added: 6, failed: 4 })
  const stored = await storedFields(importer.sql, listId)
  expect(Object.entries(stored.get('p1@example.com') ?? {})).toContainEqual(['__proto__', cells[1]])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
})

describe('an unreadable file fails as a whole, before any row is applied', () => {
  async function expectFault(importer: Importer, order: OracleImport, message: string): Promise<void> {
    // The oracle cannot read such a file either.
    const { importId, listId } = await importer.schedule(
      { ...order, file: '' },
      {
        attributes: { source_type: 'upload_directory', source_filename: 'faulty.csv' },
      },
    )
    await importer.upload('faulty.csv', order.file)
    await importer.work({ rangeSize: { rows: 1, bytes: 1_000_000 } })
    const [row] = await importer.sql`
      select state, error_message, number_of_records, records_imported from import_jobs where id = ${importId}`
    expect(row).toEqual({
      state: 'failed',
      error_message: message,
      number_of_records: null,
      records_imported: 0,
    })
    expect(await importer.sql`select 1 from subscribers where mailing_list_id = ${listId}`).toHaveLength(0)
    expect(await importer.sql`select 1 from import_logs where import_id = ${importId}`).toHaveLength(0)
  }
  const good = Array.from({ length: 20 }, (_, index) => `p${index}@example.com,ok\r\n`).join('')
  const mapping = ['email', 'Name']
  const unclosed = (line: number, byte: number) =>
    `The quote that opens on line ${line} (byte ${byte}) never closes. Close it, or choose another csv_field_enclosure, and import again.`
  const notUtf8 = (line: number, byte: number) =>
    `Line ${line} (byte ${byte}) is not valid UTF-8. Save the file as UTF-8, or set character_set to windows-1252, and import again.`

  test('a quote that is never closed', async () => {
    const importer = await anImporter()
    const opens = good.length + 'last@example.com,'.length + 1
    const file = `${good}last@example.com,"open\n${good}`
    await expectFault(importer, { file, mapping }, unclosed(21, opens))
    await expectFault(importer, { file: `\uFEFF"`, mapping }, unclosed(1, 4))
    await expectFault(
      importer,
      { file: file.replace('"', "'"), mapping, enclosure: "'" },
      unclosed(21, opens),
    )
  })

  test('bytes that are invalid in the character set', async () => {
    const importer = await anImporter()
    const broken = (bytes: number[]) =>
      Buffer.concat([Buffer.from(`${good}x@example.com,`), Buffer.from(bytes)])
    const byte = good.length + 'x@example.com,'.length + 1
    for (const bytes of [
      [0xff],
      [0xe9, 0x20],
      [0xc3],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
    ]) {
      await expectFault(importer, { file: broken(bytes), mapping }, notUtf8(21, byte))
    }
    const utf16 = Buffer.from('\uFEFFemail\n', 'utf16le')
    await expectFault(importer, { file: utf16, mapping }, notUtf8(1, 1))
  })
})
