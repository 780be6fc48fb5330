import * as fc from 'fast-check'
import { encode, wrap } from 'nodemailer/lib/qp'
import { expect, test } from 'vitest'
import { byDay } from '../../../test/harness/night.ts'
import { zoe } from '../../../test/harness/sending/merge-values.ts'
import { delivery, read, render } from '../../../test/harness/sending/messages.ts'

const own = [
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'feedback-id',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
]
const mime = ['mime-version', 'content-type']
const allowed = /^(x-.+|list-help|cfbl-address|cfbl-feedback-id|bimi-selector)$/

const breaks = ['\r\n', '\n', '\r', '\0', '\r\n\r\n', '\u2028', '\u0085', '\v', '\t', ' ', ' folded']
const injections = [
  'Bcc: eve@evil.example|To: eve@evil.example|Subject: owned|From: x@evil.example|X-Ok: yes|X-: a|: b|.',
  'Content-Type: text/html|List-Unsubscribe: <https://evil.example>|%%first_name%%|%%api:order_number%%',
  '=?utf-8?q?=0D=0ABcc:_x?=|"|\\|<|>|@|,|;|<script>|{{|${|--|\ud800',
].flatMap((line) => line.split('|'))
const lengths = ['x'.repeat(3000), 'ä'.repeat(1500), `X-Long: ${'y'.repeat(990)}`]
const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...breaks) },
  { weight: 3, arbitrary: fc.constantFrom(...injections, ...lengths) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)
const hostile = fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join(''))

test('hostile headers, names and subjects: the header has its own fields and no others', async () => {
  const sly = (text: string) => ({
    ...zoe,
    subscriber: { ...zoe.subscriber, customFields: { 1: text } },
    replacements: { order_number: text },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 7, maxLength: 7 }), async (texts) => {
      const [fromName = '', subject = '', one = '', two = '', name = '', body = '', value = ''] = texts
      const customHeaders = [one, two, `X-Value: ${value.slice(0, 50)}%%first_name%%`]
      const list = { id: '', ...delivery.list, name }
      const changes = { fromName, subject: `.${subject}`, customHeaders, html: body, text: `.${body}` }
      const message = await read(changes, { list }, sly(value))
      const others = message.names.filter((key) => !allowed.test(key)).toSorted()
      expect(others).toEqual([...own, ...mime].toSorted())
      expect(message.to).toEqual([{ name: '', address: 'Zoe@example.com' }])
      expect(message.from?.address).toBe('from@example.com')
      expect(message.attachments).toEqual([])
      const lines = message.raw.split('\r\n')
      expect(lines.every((line) => line.length <= 998 && !/[\r\n]/.test(line))).toBe(true)
    }),
    { numRuns: byDay(200, 1000) },
  )
})

test('a custom header that the API would not take is not written, however it came to be stored', async () => {
  for (const text of [
    'Bcc: eve@evil.example',
    'X-A: b\r\nBcc: c',
    'X-A: b\n\nbody',
    'To: x',
    'DKIM-Signature: x',
  ]) {
    const { names } = await read({ customHeaders: [text, 'X-Good: yes'] })
    expect(names).toContain('x-good')
    expect(names).not.toContain('x-a')
    expect(names.filter((name) => name === 'to')).toHaveLength(1)
    expect(names).not.toContain('bcc')
  }
})

/** Lines whose length is near 76 and around it, with what quoted-printable treats in its own way. */
const stretch = fc.integer({ min: 0, max: 160 }).map((length) => 'x'.repeat(length))
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('\r\n', '\n', '\r', ' \n', '\t\r\n', '\r\n.', '=', ' ', '.,!? ') },
  { weight: 3, arbitrary: stretch },
  {
    weight: 2,
    arbitrary: fc.constantFrom('ä€😀'.repeat(12), 'a b '.repeat(30), '<a href="https://a.example/">a</a>'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('%%first_name%%', '<p>%%first_name%%</p>', '%%link_to_web_version%%'),
  },
  { weight: 1, arbitrary: hostile },
)
const template = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

test('each part of any template has the bytes of its whole text encoded anew, and reads as it was', async () => {
  const lines = (part: string | null) => (part ?? '').toWellFormed().replaceAll(/\r\n?|\n/g, '\r\n') || '\r\n'
  const plain = (part: string | undefined) => part?.replaceAll('\r\n', '\n').replace(/\n+$/, '')
  await fc.assert(
    fc.asyncProperty(template, template, hostile, async (html, text, value) => {
      const values = { ...zoe, subscriber: { ...zoe.subscriber, customFields: { 1: value } } }
      for (const format of ['html', 'text', 'both'] as const) {
        const changes = { html, text: `-${text}`, format }
        const { raw, html: readHtml, text: readText } = await read(changes, {}, values)
        const rendered = render(changes, values)
        for (const part of [rendered.html, rendered.text].filter((one) => one !== null)) {
          expect(raw).toContain(`\r\n\r\n${wrap(encode(Buffer.from(lines(part))), 76)}`)
        }
        if (format !== 'text') expect(plain(readHtml)).toBe(plain(lines(rendered.html)))
        if (format !== 'html') expect(plain(readText)).toBe(plain(lines(rendered.text)))
      }
    }),
    { numRuns: byDay(100, 700) },
  )
})
