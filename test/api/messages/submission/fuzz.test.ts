import { createConnection } from 'node:net'
import { array, assert, asyncProperty, constantFrom, oneof, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { messageInput } from '../../../../src/contract/messages/input.ts'
import { AppError } from '../../../../src/contract/api/errors.ts'
import { readMail } from '../../../../src/files/mime/read.ts'
import { fieldsOf, options } from '../../../../src/submission/fields.ts'
import { propertyRuns } from '../../../harness/fuzz/runs.ts'
import { aSubmissionWorld } from '../../../harness/smtp/submission-world.ts'

const names = ['From', 'To', 'Cc', 'Subject', 'Reply-To', 'Message-ID', 'References', 'Content-Type', 'X-Order', 'x-quiver-idempotency-key', ...Object.keys(options)] // oxfmt-ignore
const types = [
  'text/plain',
  'text/html; charset=utf-16',
  'multipart/mixed; boundary=b',
  'message/rfc822',
  'image/png',
]
const piece = oneof(
  string({ unit: 'binary', maxLength: 60 }),
  constantFrom(
    'a@b.example',
    '=?utf-8?q?=41=?=',
    '{"a":1}',
    'yes',
    '--b',
    '--b--',
    '\r\n',
    '<',
    ':;,',
    ...types,
  ),
)
const value = array(piece, { maxLength: 4 }).map((parts) => parts.join(''))
const header = tuple(constantFrom(...names), value).map(([name, text]) => `${name}: ${text}\r\n`)
const message = tuple(array(header, { maxLength: 12 }), array(value, { maxLength: 6 })).map(
  ([headers, body]) => `${headers.join('')}\r\n${body.join('\r\n')}`,
)

test('whatever a message has in it, it is read or refused in a sentence, and no header of ours leaves', async () => {
  await assert(
    asyncProperty(message, async (text) => {
      const fields = await readMail(Buffer.from(text))
        .then((mail) => fieldsOf(mail).fields)
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(AppError)
          return null
        })
      if (fields === null) return
      const left = Object.keys(fields['headers'] ?? {})
      expect(left.filter((name) => /^x-quiver-|^bcc$|^received$/i.test(name))).toEqual([])
      // Headers and files that a message has fit into a call, so that nobody is refused for what a relay has added.
      const to = { to: 'ann@example.com' }
      const { headers, attachments } = fields
      const read = messageInput
        .pick({ headers: true, attachments: true })
        .safeParse({ ...to, headers, attachments })
      expect(read.error?.issues ?? []).toEqual([])
    }),
    propertyRuns(2_000),
  )
}, 600_000)

const command = oneof(
  constantFrom(
    'EHLO x',
    'HELO x',
    'MAIL FROM:<a@b.example>',
    'MAIL FROM:<> SIZE=99999999999',
    'RCPT TO:<a@b.example>',
    'RCPT TO:<"a b"@[::1]>',
    'DATA',
    'RSET',
    'AUTH PLAIN',
    'AUTH LOGIN',
    'AUTH PLAIN AGEAYg==',
    '*',
    'STARTTLS',
    'XCLIENT ADDR=127.0.0.1',
    'BDAT 10',
    'From: a@b.example\r\n\r\nHello\r\n.',
    '.',
    'NOOP',
  ),
  string({ unit: 'binary', maxLength: 200 }),
)

/** @returns what the server said until the client or the server hung up. */
function say(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    let text = ''
    let isSaid = false
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (isSaid) return
      isSaid = true
      socket.end(`${lines.join('\r\n')}\r\nQUIT\r\n`)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

test('whatever is said without a log-in, replies are replies, nothing is stored, and the next client is served', async () => {
  const world = await aSubmissionWorld({ patience: { command: 5_000, welcome: 5_000, whole: 10_000 } })
  await assert(
    asyncProperty(array(command, { maxLength: 12 }), async (lines) => {
      const text = await say(world.port.port, lines)
      for (const line of text.split('\r\n').slice(0, -1)) expect(line).toMatch(/^[2-5]\d\d[ -]/)
      expect(text).not.toMatch(/^235|queued as/m)
    }),
    propertyRuns(300),
  )
  expect(await world.sql`select 1 from messages`).toEqual([])
  expect(await world.submit()).toHaveLength(1)
}, 600_000)
