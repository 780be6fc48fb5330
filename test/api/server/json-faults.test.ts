import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonFault } from '../../../src/http/server/json-fault.ts'
import { aServer } from '../../harness/core/server.ts'
import { firstAnswer } from '../../harness/core/socket.ts'

const problem = 'the body is not valid JSON at line'

/** Bodies, with the position and the expectation that the error names. */
const faults: [body: string, sentence: string][] = [
  ['{"mailing_list": {"name": "News"', '1, column 33: expected , or }, but the body ends'],
  ['{"mailing_list": {"name": "News" "a": 1}}', '1, column 34: expected , or }'],
  ['{\n  "name": "News",\n}', '3, column 1: expected a key in double quotes'],
  ['{\r\n  "name": "Caf\u00e9 \ud83d\ude00", 1}', '2, column 21: expected a key in double quotes'],
  ["{'name': 1}", '1, column 2: expected a key in double quotes or }'],
  ['News', '1, column 1: expected a value'],
  ['{"a" 1}', '1, column 6: expected :'],
  ['[1 2]', '1, column 4: expected , or ]'],
  ['[', '1, column 2: expected a value or ], but the body ends'],
  ['[1,]', '1, column 4: expected a value'],
  ['{}{}', '1, column 3: expected the end of the body'],
  ['01', '1, column 2: expected the end of the body'],
  ['[-]', '1, column 3: expected a digit'],
  ['[1.]', '1, column 4: expected a digit'],
  ['[1e+]', '1, column 5: expected a digit'],
  ['[True]', '1, column 2: expected a value or ]'],
  ['{"a": NaN}', '1, column 7: expected a value'],
  ['["one\ntwo"]', '1, column 6: expected an escape such as \\n instead of a control character'],
  ['["\\x"]', '1, column 3: expected an escape such as \\n, \\\\ or \\u00e9'],
  ['["\\u12"]', '1, column 3: expected an escape such as \\n, \\\\ or \\u00e9'],
  ['["a', '1, column 4: expected " at the end of the string, but the body ends'],
]

test('a body that is not JSON is rejected with line, column and what was expected', async () => {
  const { app, a } = await aServer()
  for (const [payload, sentence] of faults) {
    const headers = { authorization: `Basic ${a.credential}` }
    const answer = await app.inject({ method: 'POST', url: '/ga/api/v2/mailing_lists', headers, payload })
    expect([answer.statusCode, answer.json().error_message]).toEqual([400, `${problem} ${sentence}`])
  }
})

test('a fault is found exactly where JSON.parse rejects a text', () => {
  const isRefused = (text: string) => {
    try {
      JSON.parse(text)
      return false
    } catch {
      return true
    }
  }
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '\\u00e9',
    '1',
    '-',
    '.5',
    'e9',
    'null',
    ' ',
    '\n',
    '\u0001',
  ]
  const texts = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((some) => some.join('')),
    fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ...pieces)).map(([json, at, piece]) => {
      const place = at % (json.length + 1)
      return json.slice(0, place) + piece + json.slice(place + 1)
    }),
  )
  fc.assert(
    fc.property(texts, (text) => (findJsonFault(text) !== null) === isRefused(text)),
    { numRuns: 3_000 },
  )
})

test('too many levels or values are rejected while the body is still coming in', async () => {
  const server = await aServer()
  const head =
    `POST /ga/api/v2/mailing_lists HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${server.a.credential}\r\n` +
    'Content-Length: 1000000\r\n\r\n'
  const refusals = {
    'the body has more than 100000 values': `[${'{},'.repeat(100_001)}`,
    'the body is nested more than 64 levels deep': '[{"a":'.repeat(33),
  }
  for (const [sentence, beginning] of Object.entries(refusals)) {
    const answer = await firstAnswer(server.port, head + beginning)
    expect([answer.status, JSON.parse(answer.body).error_message]).toEqual([400, sentence])
  }
})

test('the allowed number of values is accepted, and brackets in strings do not count', async () => {
  const { app, a } = await aServer()
  const odd = String.raw`"[[[[{{{{,,,,\"[[[\\"`
  const payload = `[${`${odd},`.repeat(1_000)}${'{},'.repeat(98_999)}[]]`
  const headers = { authorization: `Basic ${a.credential}` }
  const answer = await app.inject({ method: 'POST', url: '/ga/api/v2/mailing_lists', headers, payload })
  expect(answer.json().error_message).toBe('the body must be a JSON object')
})
