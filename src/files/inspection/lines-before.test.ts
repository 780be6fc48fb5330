import { describe, expect, test } from 'vitest'
import { inspect } from './inspect.ts'

const list = { has_format: true, has_confirmed: true, primary_key_custom_field_id: null, fields: [] }

function look(content: string | Buffer, given: Parameters<typeof inspect>[0]['given'] = {}) {
  const head = { bytes: Buffer.from(content as string), isWhole: true }
  return inspect({ head, pass: null, filename: null, given, createsFields: false }, list)
}

const linkedIn = `Notes:
"When exporting your connection data, you may notice that some of the email addresses are missing. You will only see email addresses for connections who have allowed it."

First Name,Last Name,URL,Email Address,Company,Position,Connected On
Ann,Meyer,https://example.com/ann,,Acme,CEO,01 Jan 2024
Ben,Koch,https://example.com/ben,ben@example.com,Acme,CTO,02 Jan 2024
Cid,Lang,https://example.com/cid,,Acme,COO,03 Jan 2024
`

describe('lines before the header are found', () => {
  test.each([
    ['notes and a blank line of LinkedIn', linkedIn, 3, 'Email Address'],
    ['a title', 'Customers 2024\nemail,name,town\na@b.example,A,X\nc@d.example,C,Y\n', 1, 'email'],
    ['a title with a comma', 'Customers, 2024\nemail;name;town\na@b.example;A;X\nc@d.example;C;Y\n', 1, 'email'],
    ['a title in the first of many cells', 'Kunden;;;\n;;;\nVorname;Nachname;E-Mail;Ort\nA;B;a@b.example;X\n', 2, 'E-Mail'],
    ['a title and when it was made', 'Report;Members\nGenerated at;2024-01-02 10:00\n\nName;Mail;Town;Age\nA;a@b.example;X;3\n', 3, 'Mail'],
    ['notes with an address', 'Report;Members\nOwner;admin@corp.example\n\nName;Email;Town\nA;a@b.example;X\nB;b@b.example;Y\n', 3, 'Email'],
    ['headings of groups', 'Person,,Contact,\nFirst,Last,Email,Phone\nA,B,a@b.example,1\n', 1, 'Email'],
    ['a title of a single column', 'Customers 2024\nemail\na@b.example\nc@d.example\n', 1, 'email'],
    ['a title over columns that nobody knows', 'Liste\nName;Kontakt;Ort\nA;a@b.example;X\nB;b@b.example;Y\n', 1, 'Kontakt'],
    ['a title behind a sep= line', 'sep=;\r\nKunden\r\nName;Kontakt;Ort\r\nA;a@b.example;X\r\n', 1, 'Kontakt'],
    ['a title of several lines', '"Kunden\n2024"\nName;Kontakt;Ort\nA;a@b.example;X\nB;b@b.example;Y\n', 2, 'Kontakt'],
  ])('%s', (_what, content, lines, header) => {
    for (const text of [content, content.replaceAll(/\r?\n/g, '\r\n')]) {
      const found = look(text)
      expect(found.format.skip_lines).toMatchObject({ value: lines, certainty: 'likely' })
      expect(found.columns.find(({ field }) => field === 'email')?.header).toBe(header)
      expect(found.subscriber_import.file_format.skip_lines).toBe(lines)
      expect(found.skipped_lines).toHaveLength(lines)
    }
  }) // oxfmt-ignore
})

test('the lines before the header are shown, and no row is one of them', () => {
  const found = look(linkedIn)
  expect(found.skipped_lines).toEqual(['Notes:', expect.stringContaining('When exporting'), ''])
  expect([found.rows_read, found.rows[0]?.[0], found.format.csv_has_headers.value]).toEqual([3, 'Ann', true])
})

test.each([
  ['a header that is wide', 'Kontakt,Name\na@b.example,A\n'],
  ['a header with few titles', 'email,,,\na@b.example,A,B,C\n'],
  ['a header over cells that say email', 'Name,Prefers,Address\nAnn,email,a@b.example\n'],
  ['no header', 'a@b.example,A\nc@d.example,C\n'],
  ['a file without addresses', 'Name,Town\nAnn,Berlin\n'],
  ['a column of titles', 'Who\na@b.example\n'],
  ['rows of different widths', 'email,name,town\na@b.example,A\nc@d.example\n'],
])('nothing is skipped before %s', (_what, content) => {
  const { format, subscriber_import, skipped_lines } = look(content)
  expect([format.skip_lines.value, skipped_lines]).toEqual([0, []])
  expect(subscriber_import.file_format).not.toHaveProperty('skip_lines')
})

test('what the caller says is skipped', () => {
  const content = 'x,y\nemail,name\na@b.example,A\n'
  expect(look(content, { skipLines: 1 }).subscriber_import.file_format.skip_lines).toBe(1)
  const { columns } = look(linkedIn, { skipLines: 0, separator: ',' })
  expect(columns[0]?.header).toBe('Notes:')
})

test('an unclosed quote is named by its line in the file', () => {
  const content = 'Kunden\n\nemail,name,town\na@b.example,"A,X\n'
  expect(() => look(content, { skipLines: 2 })).toThrow('opened on line 4')
})
