import * as fc from 'fast-check'
import MimeNode from 'nodemailer/lib/mime-node'
import { expect, test } from 'vitest'
import { byDay } from '../../../test/harness/night.ts'
import { boundary, writeHeader, type HeaderEntry } from './write.ts'

function byLibrary(headers: readonly HeaderEntry[], contentType: string): string {
  const node = new MimeNode(contentType, { newline: 'win', baseBoundary: boundary })
  for (const { key, value } of headers) node.addHeader(key, structuredClone(value))
  return node.buildHeaders()
}

const words = fc.constantFrom(
  ' ',
  '  ',
  '\t',
  ',',
  '"',
  '=?utf-8?Q?x?=',
  '=?',
  'ä',
  '\u0000',
  '\r\n',
  ':',
  '<',
  '>',
  '(',
  'News',
)
const text = fc
  .array(fc.oneof(words, fc.string({ maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 10 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const local = fc.constantFrom(
  'zoe',
  'Zoe',
  'z.o.e',
  '.zoe',
  'z..e',
  'zoe+1',
  'a b',
  '"a b"',
  'zoë',
  'x'.repeat(64),
  'a@b',
  "o'x",
)
const domain = fc.constantFrom(
  'example.com',
  'Example.COM',
  'bücher.example',
  'xn--bcher-kva.example',
  'xn--a.example',
  'a..example',
  '-a.example',
  'localhost',
  '[192.0.2.1]',
  '192.0.2.1',
  'exam_ple.com',
  `${'long.'.repeat(20)}example`,
)
const address = fc.record({
  name: fc.oneof(fc.constant(''), text),
  address: fc.tuple(local, domain).map(([one, two]) => `${one}@${two}`),
})
const prepared = fc.record({ prepared: fc.constant(true), foldLines: fc.boolean(), value: text })
const named = (...names: string[]) => fc.constantFrom(...names)
const entry: fc.Arbitrary<HeaderEntry> = fc.oneof(
  fc.record({ key: named('From', 'Sender', 'Reply-To', 'To'), value: address }),
  fc.record({ key: named('Subject', 'X-value', 'x-my-ID', 'Auto-Submitted', 'MIME-Thing'), value: text }),
  fc.record({ key: named('List-Id', 'List-Unsubscribe', 'Feedback-ID'), value: prepared }),
  fc.record({
    key: named('Subject'),
    value: fc.nat(160).map((length) => 'word '.repeat(length).slice(0, length)),
  }),
)
const fixed: HeaderEntry[] = [
  { key: 'Message-ID', value: '<a2cd@example.com>' },
  { key: 'Date', value: 'Thu, 01 Jan 2026 02:00:00 +0000' },
]

test('a header is the one that the library writes, whatever is in it', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 12 }),
      fc.constantFrom('text/html; charset=utf-8', `multipart/alternative; boundary="${boundary}"`),
      (entries, type) => {
        const headers = [...fixed, ...entries]
        expect(writeHeader(headers, type)).toBe(byLibrary(headers, type))
      },
    ),
    { numRuns: byDay(3000, 50_000) },
  )
})

test.each(['<a@b>', 'a@b', '<a\u0000@b>', `<${'long'.repeat(30)}@example.com>`, '<a b@c>', '<a> <b>'])(
  'the Message-ID %j is the one that the library writes',
  (value) => {
    const headers = [{ key: 'Message-ID', value }, ...fixed.slice(1)]
    expect(writeHeader(headers, 'text/plain; charset=utf-8')).toBe(
      byLibrary(headers, 'text/plain; charset=utf-8'),
    )
  },
)
