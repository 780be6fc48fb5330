import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inspect } from '../inspect.ts'
import { otherTextProblem } from './other-texts.ts'

const list = { has_format: true, has_confirmed: true, primary_key_custom_field_id: null, fields: [] }

const look = (text: string, filename = 'people.csv') =>
  inspect(
    {
      head: { bytes: Buffer.from(text), isWhole: true },
      pass: null,
      filename,
      given: {},
      createsFields: false,
    },
    list,
  )

test.each([
  ['<html xmlns:x="urn:x"><table><tr><td>a@example.com</td></tr></table></html>', 'is a web page'],
  ['\ufeff\n<!DOCTYPE html>\n<html><body>Log in</body></html>', 'is a web page'],
  ['<table border="1">\n<tr><td>Email</td></tr></table>', 'is a web page'],
  [
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
    'is an XML spreadsheet of Excel 2003',
  ],
  ['<?xml version="1.0"?><people email="a@example.com"/>', 'is an XML document'],
  ['MIME-Version: 1.0\nX-Document-Type: Workbook\n\n', 'is an e-mail or a web page'],
  ['From a@example.com Thu Jan 1 00:00:00 2026\nSubject: x\n', 'is an e-mail'],
  ['[{"email":"a@example.com"},{"email":"b@example.com"}]', 'is JSON'],
  ['{"email":"a@example.com"}\n{"email":"b@example.com"}\n', 'is JSON'],
  ['BEGIN:VCARD\nVERSION:3.0\nEMAIL:a@example.com\nEND:VCARD\n', 'address book'],
  ['dn: cn=Ann\nmail: a@example.com\n', 'LDIF'],
  ['ID;PWXL;N;E\nP;PGeneral\nC;Y1;X1;K"email"\n', 'SYLK'],
  ['TABLE\r\n0,1\r\n"EXCEL"\r\n', 'DIF'],
  ["-- dump\n/* x */\nINSERT INTO `people` VALUES ('a@example.com');\n", 'SQL'],
  ['- email: a@example.com\n  name: Ann\n', 'YAML'],
  ['-----BEGIN PGP MESSAGE-----\n\nhQEMA\n', 'is encrypted'],
  ['email,name\na@example.com,\x1b$B;3ED\x1b(B\n', 'ISO-2022-JP'],
  ['"email,name"\n"a@example.com,Ann"\n"b@example.com,Ben"\n', 'Each line is one cell in quotes'],
])('%j is refused with a sentence', (text, sentence) => {
  expect(() => look(text)).toThrow(sentence)
})

test.each([
  'ID;PLZ;E-Mail\n1;01067;a@example.com\n',
  'Table,email\n1,a@example.com\n',
  'From,To\na@example.com,b@example.com\n',
  'email\na@example.com\n',
  '"Moss, Ann <a@example.com>"\n"Lee, Ben <b@example.com>"\n',
  'received,email\n2024,a@example.com\n',
])('%j is a list', (text) => {
  expect(look(text).rows.length).toBeGreaterThan(0)
})

test('values that Excel guards as formulas are said', () => {
  expect(look('email,zip\na@example.com,="01067"\n').warnings).toEqual([
    expect.stringContaining('Cells such as ="01067" are formulas of Excel'),
  ])
})

test('any beginning is judged in time that does not grow with it, and nothing throws', () => {
  const pieces = ['<?xml ', '<!--', '-->', '/*', '*/', '--', '\n', ' ', 'insert', '{', '[', 'a@b.example', '\u0000']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 400 }), fc.nat(50), (words, times) => {
      const begun = performance.now()
      otherTextProblem(Buffer.from(words.join('').repeat(times)))
      expect(performance.now() - begun).toBeLessThan(500)
    }),
    { numRuns: 100 },
  )
}) // oxfmt-ignore
