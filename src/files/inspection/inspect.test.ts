import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/harness/core/measure.ts'
import type { FieldType } from '../../contract/lists/field-values.ts'
import { inspect, type FileToInspect } from './inspect.ts'

const field = (name: string, field_type: FieldType = 'text', options: string[] = []) => ({
  id: 1,
  name,
  field_type,
  required: false,
  minimum_length: null,
  maximum_length: null,
  minimum_value: null,
  maximum_value: null,
  options,
})

const list = (...fields: ReturnType<typeof field>[]) => ({
  has_format: true,
  has_confirmed: true,
  primary_key_custom_field_id: null,
  fields,
})

type Changes = Partial<Omit<FileToInspect, 'head'>> & {
  isWhole?: boolean
  fields?: ReturnType<typeof field>[]
}

function look(content: string | Buffer, { isWhole = true, fields = [], ...changes }: Changes = {}) {
  const head = { bytes: Buffer.from(content as string), isWhole }
  return inspect(
    { head, pass: null, filename: null, given: {}, createsFields: false, ...changes },
    list(...fields),
  )
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const bigEndian = (text: string) => Buffer.from(utf16(text)).swap16()
const ann = 'email,name\nann@example.com,Ann\n'

describe('the separator is', () => {
  test.each([
    ['a comma', ann, ',', 'certain'],
    ['a tab', 'email\tname, first\nann@example.com\tAnn\n', '\t', 'certain'],
    [
      'a semicolon, as Excel writes it in most of Europe',
      'email;name\na@b.example;Müller, Anna\n',
      ';',
      'certain',
    ],
    ['a vertical bar', 'email|name\na@b.example|Anna\n', '|', 'certain'],
    [
      'a comma where semicolons are in some cells',
      'email,note\na@b.example,x;y\nc@d.example,z\n',
      ',',
      'certain',
    ],
    ['likely where rows differ', `email,name\n${'a@b.example,x\n'.repeat(9)}c@d.example\n`, ',', 'likely'],
    ['a guess in a file of one column', 'email\na@b.example\n', ',', 'guess'],
    [
      'a semicolon in a header of 80 kB',
      `email${';a long title of a column'.repeat(3300)}\na@b.example${';x,y'.repeat(3300)}\n`,
      ';',
      'certain',
    ],
    ['what a sep= line names', 'sep=;\nemail;name\na@b.example;x,y\n', ';', 'certain'],
    ['what a sep= line in quotes names', '"sep=|"\r\nemail|name\r\na@b.example|x\r\n', '|', 'certain'],
  ])('%s', (_what, content, value, certainty) => {
    expect(look(content).format.csv_field_separator).toMatchObject({ value, certainty })
  })
})

describe('the enclosure is', () => {
  test.each([
    ['a double quote where there is none', ann, '"'],
    ['a double quote', '"email","name"\n"a@b.example","O\'Neill, Anna"\n', '"'],
    ['a double quote behind blanks', '"email", "name"\n"a@b.example", "Neill, \'Anna\'"\n', '"'],
    ['a single quote', "'email','name'\n'a@b.example','Neill, Anna'\n", "'"],
    ['no pair of apostrophes within a name', "name,email\n'n'Sync,a@b.example\n", '"'],
    ['no apostrophe at the start of a name', "name,email\n't Hooft,a@b.example\n'Abd,c@d.example\n", '"'],
  ])('%s', (_what, content, value) => {
    expect(look(content).format.csv_field_enclosure.value).toBe(value)
  })
})

describe('the character set is', () => {
  const dear = 'email,name\na@b.example,Zoë „Größe“ – 5 €\n'
  test.each([
    ['UTF-8', Buffer.from(dear), 'UTF-8', 'certain'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${dear}`), 'UTF-8', 'certain'],
    ['windows-1252', Buffer.from('email,name\na@b.example,Gr\u00f6\u00dfe \u0080\n', 'latin1'), 'windows-1252', 'likely'],
    ['UTF-16 with its mark', utf16(`\ufeff${dear}`), 'UTF-16', 'certain'],
    ['UTF-16, big end first', bigEndian(`\ufeff${dear}`), 'UTF-16', 'certain'],
    ['UTF-16 without a mark', utf16(ann), 'UTF-16', 'likely'],
  ])('%s', (_what, content, value, certainty) => {
    expect(look(content).format.character_set).toMatchObject({ value, certainty })
  }) // oxfmt-ignore

  test('what a pass over the whole file found, and only likely without it', () => {
    const part = { isWhole: false }
    expect(look(ann, part).format.character_set).toMatchObject({ value: 'UTF-8', certainty: 'likely' })
    expect(look(ann, { ...part, pass: { foreignAt: null } }).format.character_set.certainty).toBe('certain')
    expect(look(ann, { ...part, pass: { foreignAt: 5e6 } }).format.character_set.value).toBe('windows-1252')
  })
})

describe('a warning says that words look wrong', () => {
  test.each([
    ['text in UTF-8 that was read wrongly before', Buffer.from('email,name\na@b.example,JÃ¼rgen\n'), {}, 'JÃ¼rgen'],
    ['another set than the file is in', Buffer.from('email,name\na@b.example,J\u009frgen\n', 'latin1'), { characterSet: 'windows-1252' }, 'JŸrgen'],
    ['a byte that windows-1252 does not have', Buffer.from('email,name\na@b.example,J\u0081rgen\n', 'latin1'), { characterSet: 'windows-1252' }, 'does not have'],
    ['a set that is a guess', Buffer.from('email,name\na@b.example,\u00c8\u00e2\u00e0\u00ed\u00ee\u00e2\n', 'latin1'), {}, 'is a guess'],
  ] as const)('%s', (_what, content, given, words) => {
    expect(look(content, { given }).warnings.join()).toContain(words)
  }) // oxfmt-ignore

  test('and not for good ones', () => {
    for (const text of ['Jürgen', 'Łukasz', '田中太郎さん', 'Иван', 'Zoë „Größe“ – 5 €']) {
      const { warnings, format } = look(`email,name\na@b.example,${text}\n`)
      expect([warnings, format.character_set.examples.join(' ')]).toEqual([
        [],
        expect.stringContaining(text.slice(0, 3)),
      ])
    }
  })

  test('a byte that the chosen set does not have is named by its line', () => {
    const content = Buffer.from('email,name\na@b.example,\u0082\u00ff\n', 'latin1')
    expect(() => look(content, { given: { characterSet: 'Shift_JIS' } })).toThrow(
      'Line 2 (byte 24) is not valid Shift_JIS',
    )
  })
})

test('rows are shown as they will be read, without mark, sep= line and header', () => {
  const text = '\ufeffsep=;\r\nemail;name\r\n\r\na@b.example;"Zoë ""Z"" – €"\r\n'
  for (const content of [Buffer.from(text), utf16(text)]) {
    expect(look(content).rows).toEqual([['a@b.example', 'Zoë "Z" – €']])
  }
})

test('a first row with an address is no header', () => {
  const { format, columns, rows } = look('ann@example.com,Ann\nben@example.com,Ben\n')
  expect(format.csv_has_headers).toMatchObject({ value: false, certainty: 'certain' })
  expect(columns.map(({ field }) => field)).toEqual(['email', ''])
  expect(rows).toHaveLength(2)
})

describe('decimal numbers have', () => {
  const columnOf = (cells: string[], separator = ',') =>
    `email${separator}n\n${cells.map((cell) => `a@b.example${separator}"${cell}"\n`).join('')}`
  test.each([
    ['a comma', columnOf(['1.234,56', '99,90', '5']), 'comma', 'certain', 'decimal'],
    ['a dot', columnOf(['1,234.56', '99.90', '5']), 'dot', 'certain', 'decimal'],
    [
      'a comma, as a guess, if all could be either in a European file',
      columnOf(['1.234', '2.500'], ';'),
      'comma',
      'guess',
      'decimal',
    ],
    [
      'a comma and the sign of one currency',
      columnOf(['1.234,56 €', '99,90 €']),
      'comma',
      'certain',
      'decimal',
    ],
    ['no common notation', columnOf(['1,2,3', '1.2.3']), undefined, undefined, 'text'],
    ['no place among whole numbers', columnOf(['1', '2']), undefined, undefined, 'number'],
  ])('%s', (_what, content, value, certainty, type) => {
    const { format, columns, subscriber_import } = look(content)
    expect([format.decimal_separator?.value, format.decimal_separator?.certainty]).toEqual([value, certainty])
    expect(columns[1]?.new_custom_field?.field_type).toBe(type)
    const strips = content.includes('€') || undefined
    expect(subscriber_import.file_format).toMatchObject(
      value === undefined ? {} : { decimal_separator: value, ...(strips && { strip_currency_signs: true }) },
    )
  })

  test('different currencies, which are no numbers of one kind', () => {
    const { columns, format } = look(columnOf(['5,00 €', '5,00 $']))
    expect([columns[1]?.new_custom_field?.field_type, format.strip_currency_signs]).toEqual([
      'text',
      undefined,
    ])
  })
})

test('days without separators are proposed as dates, ids that look like them as numbers', () => {
  const typeOf = (...cells: string[]) =>
    look(`email,Since\n${cells.map((cell, index) => `a${index}@b.example,${cell}\n`).join('')}`).columns[1]
      ?.new_custom_field?.field_type
  const days = Array.from({ length: 20 }, (_, index) => `202001${String(index + 10)}`)
  expect([typeOf(...days), typeOf(...days, '20201399')]).toEqual(['date', 'number'])
})

test('dates with dots, names and two digits are proposed as dates, and the years that digits mean are said', () => {
  const { columns, warnings } = look(
    'email;Geburtsdatum;Kunde seit\na@b.example;08.11.48;8. November 2019\nc@d.example;0/0/00;3 Mrz 2020\n',
  )
  expect(columns.slice(1).map((column) => column.new_custom_field?.field_type)).toEqual(['date', 'date'])
  const now = new Date().getUTCFullYear()
  expect(warnings).toEqual([
    `Column 2 "Geburtsdatum": years of two digits, as in 08.11.48, are taken for ${now - 99} to ${now}.`,
  ])
})

describe('dates are', () => {
  test.each([
    ['month first if a day is second', 'email,d\na@b.example,12/25/2014\n', 'mdy', 'certain'],
    ['day first if a day is first', 'email,d\na@b.example,25-12-2014 10:00\n', 'dmy', 'certain'],
    ['a guess if nothing tells', 'email,d\na@b.example,01/02/2014\n', 'mdy', 'guess'],
    ['day first, as a guess, beside semicolons', 'email;d\na@b.example;01/02/2014\n', 'dmy', 'guess'],
    [
      'a guess if both orders occur',
      'email,d\na@b.example,25/12/2014\nc@d.example,12/25/2014\n',
      'mdy',
      'guess',
    ],
    ['in no need of an order', 'email,d\na@b.example,2014-12-25\n', 'mdy', 'certain'],
    ['day first with dots', 'email,d\na@b.example,08.11.1948\n', 'dmy', 'certain'],
    [
      'day first, as a guess, beside dates with dots',
      'email,d,e\na@b.example,01/02/2014,1.2.14\n',
      'dmy',
      'guess',
    ],
    [
      'read from years of two digits',
      'email,d\na@b.example,12/31/99\nc@d.example,0/0/00\n',
      'mdy',
      'certain',
    ],
    ['not told by versions and zeros', 'email,d,e\na@b.example,1.2.3.4,00.00.0000\n', 'mdy', 'certain'],
  ])('%s', (_what, content, value, certainty) => {
    expect(look(content).format.date_format).toMatchObject({ value, certainty })
  })
})

describe('there is a sentence for', () => {
  test.each([
    ['an empty file', '', 'is empty'],
    ['blank lines', '\n \n', 'has no row'],
    ['a spreadsheet that is called CSV', Buffer.from('PK\x03\x04rest', 'latin1'), 'Save it as CSV'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0]), 'Unpack it'],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel'],
    ['a PDF', '%PDF-1.7', 'PDF'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'picture'],
    ['a program', Buffer.from('7f454c4602010100000000', 'hex'), 'NUL'],
    ['a quote that never closes', 'email,name\na@b.example,"Anna\n', 'opened on line 2 is never closed'],
    ['too many columns', `email${','.repeat(10_000)}\na@b.example\n`, 'more than 10000 columns'],
  ])('%s', (_what, content, words) => {
    expect(() => look(content)).toThrow(words)
  })

  test.each([
    ['a header only', 'email,name\n', 'has a header and no rows'],
    ['text that is called XLSX', ann, 'named like another kind'],
    ['rows that cannot be read', `${ann}"x"y,z\n`, '1 rows cannot be read'],
  ])('%s, and the inspection goes on', (_what, content, words) => {
    const { warnings, columns } = look(content, { filename: 'people.xlsx' })
    expect(warnings.join()).toContain(words)
    expect(columns[0]?.field).toBe('email')
  })
})

test('ten thousand columns are inspected in a second, and each gets its entry', async () => {
  const titles = Array.from({ length: 9_999 }, (_, index) => `Column ${index}`)
  const content = `${['email', ...titles].join(',')}\n${['a@b.example', ...titles.map((_, index) => index)].join(',')}\n`
  const { result, cpuMs } = await cpuTimeOf(() => look(content, { createsFields: true }))
  const { columns, subscriber_import } = result
  expect(cpuMs).toBeLessThan(5000)
  expect(columns).toHaveLength(10_000)
  expect(subscriber_import.column_mapping).toHaveLength(10_000)
})

test('an import by the proposal creates no more fields than it may', () => {
  const titles = Array.from({ length: 600 }, (_, index) => `Shoe ${index}`)
  const content = `email,${titles.join(',')}\na@b.example,${titles.join(',')}\n`
  const { subscriber_import, warnings } = look(content, { createsFields: true })
  expect(subscriber_import.create_custom_fields).toHaveLength(500)
  expect(subscriber_import.column_mapping.filter((name) => name === '')).toHaveLength(100)
  expect(warnings.join()).toContain('more than 500 columns')
})

test('a workbook that was unpacked is not said to be named wrongly', () => {
  expect(look(ann, { filename: 'people.xlsx', isUnpacked: true }).warnings).toEqual([])
})

test('cells in quotes behind blanks are read without the quotes, and what separates in them is text', () => {
  const { rows, format, columns } = look(
    '"email", "name"\n"a@b.example", "Doe, Ann"\n"c@d.example", "Roe, Ben"\n',
  )
  expect(rows).toEqual([['a@b.example', 'Doe, Ann'], ['c@d.example', 'Roe, Ben']]) // oxfmt-ignore
  expect(format.csv_field_separator).toMatchObject({ value: ',', certainty: 'certain' })
  expect(columns.map(({ header }) => header)).toEqual(['email', 'name'])
})

describe('several addresses in one line are no person with one of them:', () => {
  test.each([
    ['with commas', 'a@x.example, b@x.example, c@x.example'],
    ['with semicolons', 'a@x.example; b@x.example\n'],
    ['with blanks', 'a@x.example b@x.example c@x.example\n'],
    ['with names', 'Ann <a@x.example>, "Roe, Ben" <b@x.example>;\n'],
    ['on several lines', 'a@x.example,b@x.example\nc@x.example\n'],
    ['below a title', 'email\na@x.example, b@x.example, c@x.example\n'],
  ])('%s', (_what, content) => {
    expect(() => look(content)).toThrow('Write each address on a line of its own')
  })

  test('but columns of addresses that have titles are read', () => {
    const content = 'email,manager\na@x.example,b@x.example\nc@x.example,b@x.example\n'
    expect(look(content).subscriber_import.column_mapping[0]).toBe('email')
  })
})

test('cells with several addresses do not make another column that of the addresses, and are named', () => {
  const row = (n: number) =>
    n % 2 ? `P${n},p${n}@x.example,` : `P${n},p${n}@x.example ::: q${n}@x.example,r${n}@x.example`
  const lines = Array.from({ length: 20 }, (_, n) => row(n))
  const { columns, warnings } = look(`Name,E-mail 1 - Value,E-mail 2 - Value\n${lines.join('\n')}\n`)
  expect(columns.map(({ field }) => field)).toEqual(['', 'email', ''])
  expect(warnings.join(' ')).toContain(
    'Column 2 "E-mail 1 - Value": 10 rows will fail, such as "p0@x.example ::: q0@x.example", which has 2 addresses; keep one.',
  )
})

test('a file of one column of addresses is read', () => {
  expect(look('Who\na@b.example\nc@d.example\n').subscriber_import.column_mapping).toEqual(['email'])
})

test('what the caller knows is taken', () => {
  const given = {
    separator: ',',
    characterSet: 'windows-1252',
    hasHeaders: false,
    dateFormat: 'dmy',
  } as const
  const { format, rows } = look('a;b,Größe\n', { given })
  expect(rows).toEqual([['a;b', 'GrÃ¶ÃŸe']])
  for (const found of [
    format.csv_field_separator,
    format.character_set,
    format.csv_has_headers,
    format.date_format,
  ]) {
    expect(found).toMatchObject({ certainty: 'certain', reason: 'The request says so.' })
  }
})

test('settings can be posted as they are', () => {
  const content = 'E-Mail;Vorname;Kundennummer;Abgemeldet\nann@example.com;Ann;0012;nein\n'
  const { subscriber_import } = look(content, { fields: [field('First name')], createsFields: true })
  expect(subscriber_import).toEqual({
    column_mapping: ['email', 'First name', 'Kundennummer', 'Abgemeldet'],
    create_custom_fields: [
      { name: 'Kundennummer', field_type: 'text' },
      { name: 'Abgemeldet', field_type: 'text' },
    ],
    file_format: {
      csv_has_headers: true,
      character_set: 'UTF-8',
      csv_field_separator: ';',
      csv_field_enclosure: '"',
      date_format: 'mdy',
      status_columns: [expect.objectContaining({ column: 4, status: 'unsubscribed' })],
    },
  })
})

test('one row of ten thousand cells does not make a table of twenty million', () => {
  const wide = `email${',x'.repeat(9_999)}\n${'ann@example.com\n'.repeat(3_000)}`
  const { columns, rows_read, is_whole } = look(wide)
  expect([columns.length, rows_read, is_whole]).toEqual([10_000, 199, false])
})
