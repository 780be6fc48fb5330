import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyDkim } from '../../test/harness/sending/dkim.ts'
import { build, built, delivery, read } from '../../test/harness/sending/messages.ts'
import { createDkimSigner } from './mime/dkim.ts'

test('a message says what was meant, to another MIME library too', async () => {
  const message = await read({ senderEmail: 'sender@example.com', replyTo: 'reply@example.com' })
  expect(message).toMatchObject({
    subject: 'Hello Zoë & <Co>',
    from: { name: 'Acme', address: 'from@example.com' },
    sender: { address: 'sender@example.com' },
    replyTo: [{ address: 'reply@example.com' }],
    to: [{ address: 'Zoe@example.com' }],
    messageId: '<abc@example.com>',
    date: '2026-01-01T02:00:00.000Z',
  })
  expect(message.html?.trim()).toMatch(
    /^<p>Hi Zoë &amp; &lt;Co&gt;, see <a href="https:\/\/t\.example\/c\/0">this<\/a><\/p><img src="https:\/\/t\.example\/o\/1"/,
  )
  expect(message.text?.trim()).toBe('Hi Zoë & <Co>, see this [https://a.example/?x=1&y=2]')
})

test('the envelope has the bounce address and the one recipient', async () => {
  const { envelope } = await built()
  expect(envelope).toEqual({ from: 'bounces+abc@example.com', to: 'Zoe@example.com' })
})

test('readers can leave with one click, as RFC 8058 has it', async () => {
  const { header } = await read()
  expect(header('List-Unsubscribe')).toEqual(['<https://t.example/u/tok>'])
  expect(header('List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click'])
})

test('an unsubscribe URL that could break out of its header is refused', async () => {
  for (const unsubscribeUrl of [
    'https://a>\r\nBcc: b',
    'mailto:a@b.example',
    'https://a b',
    'https://<a>',
    '',
  ]) {
    await expect(build({}, { unsubscribeUrl })).rejects.toThrow('unsubscribe URL')
  }
})

test.each([
  ['News', '"News" <list-12.org-7.example.com>'],
  ['a "quoted" <name>\r\nBcc: x', String.raw`"a \"quoted\" <name> Bcc: x" <list-12.org-7.example.com>`],
])('the list %j has its List-Id', async (name, expected) => {
  const { header } = await read({}, { list: { id: '', ...delivery.list, name } })
  expect(header('List-Id')).toEqual([expected])
})

test('a part that is not in the format is not sent', async () => {
  const html = await read({ format: 'html', text: 'T' })
  expect([html.text, html.html?.length]).toEqual([undefined, expect.any(Number)])
  const text = await read({ format: 'text', text: 'T' })
  expect([text.text?.trim(), text.html]).toEqual(['T', undefined])
})

test('a message without a subject has no such field, an empty content is sent as an empty part', async () => {
  const message = await read({ format: 'text', text: '', subject: ' %%empty%%' })
  expect(message.names).not.toContain('subject')
  expect(message.text?.trim()).toBe('')
})

test('a text part that was written is sent as it is, another is made of the HTML with its codes', async () => {
  const html = `<style>p{}</style><h1>Big %%age%%</h1><table><tr><td>A</td><td>B</td></tr></table>
    <img src="https://a.example/i.png" alt="x"><a href="%%unsubscribe_link%%">leave</a>
    <a href="https://a.example/">https://a.example/</a><a href="#top">top</a>`
  expect((await read({ html, text: 'Written %%age%%' })).text?.trim()).toBe('Written 42')
  expect((await read({ html })).text?.trim().split(/\s*\n\s*/)).toEqual([
    'Big 42',
    'A',
    'B',
    'leave [https://t.example/u/tok?a=1&b=2] https://a.example/top',
  ])
})

test("the organization's headers and footers stand around both parts, and their codes count", async () => {
  const message = await read({
    html: '<body>Hi</body>',
    text: 'Hi',
    organization: { htmlHeader: '<p>H', htmlFooter: '<p>%%age%%', textHeader: 'TH', textFooter: '%%age%%' },
  })
  expect(message.html).toMatch(/^<body><p>HHi<p>42<img [^>]*><\/body>/)
  expect(message.text?.trim()).toBe('TH\nHi\n42')
})

test('codes count in the subject, the names and addresses, and in custom headers', async () => {
  const message = await read({
    subject: '%%age%%',
    fromName: '%%first_name%%',
    fromEmail: 'n%%age%%@example.com',
    senderEmail: 's%%age%%@example.com',
    replyTo: 'r%%age%%@example.com',
    customHeaders: ['X-One: %%age%%\nX-Two: two', 'X-Three: %%empty%%'],
  })
  expect(message).toMatchObject({
    subject: '42',
    from: { name: 'Zoë & <Co>', address: 'n42@example.com' },
    sender: { address: 's42@example.com' },
    replyTo: [{ address: 'r42@example.com' }],
  })
  expect(message.header('X-One')).toEqual(['42'])
  expect(message.header('X-Two')).toEqual(['two'])
  expect(message.header('X-Three')).toEqual([])
})

test.each([
  [{ fromEmail: 'nobody' }, {}, 'from_email is not a valid e-mail address'],
  [{ fromEmail: '' }, {}, 'from_email is not a valid e-mail address'],
  [{ fromEmail: 'a@b.example, c@d.example' }, {}, 'from_email is not a valid e-mail address'],
  [{ senderEmail: '%%first_name%%' }, {}, 'sender_email is not a valid e-mail address'],
  [{ replyTo: 'a@b.example\r\nBcc: c@d.example' }, {}, 'reply_to is not a valid e-mail address'],
  [{}, { to: 'a@b.example,c@d.example' }, 'the address of the subscriber is not a valid e-mail address'],
])('%j %j is told as a problem', async (changes, to, problem) => {
  expect(await build(changes, to)).toEqual({ problem })
})

test.each([
  'a..b@example.com',
  "o'hara+x@example.com",
  'a;b@example.com',
  'a:b@example.com',
  'a@bücher.example',
])('%s is written to, and nobody else is', async (to) => {
  const message = await read({}, { to })
  expect(message.to).toHaveLength(1)
  expect(message.names.filter((name) => ['to', 'cc', 'bcc'].includes(name))).toEqual(['to'])
})

test('every line of a body that is one long line is short enough, and reads the same', async () => {
  const long = `${'ä'.repeat(20_000)} ${'x'.repeat(20_000)}`
  for (const text of [long, 'x'.repeat(20_000), 'a\rb\nc\r\nd', '.\r\n.\r\n', '\0\x01', 'From here']) {
    const message = await read({ format: 'text', text })
    expect(message.raw.split('\r\n').every((line) => line.length <= 998 && !/[\r\n]/.test(line))).toBe(true)
    expect(message.text?.trimEnd()).toBe(text.replaceAll(/\r\n?/g, '\n').trimEnd())
  }
})

test('the DKIM signature holds, and covers both headers of the one-click unsubscription', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const dkim = createDkimSigner([{ domain: 'example.com', selector: 's1', privateKey: pem }])
  const { raw } = await built({ customHeaders: ['X-A: b'] }, { dkim })
  const covered = ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']
  expect(verifyDkim(raw, publicKey)).toEqual(expect.arrayContaining(covered))
  expect(
    raw
      .toString('latin1')
      .split('\r\n')
      .every((line) => line.length <= 998),
  ).toBe(true)
  const changed = Buffer.from(raw.toString('latin1').replace('t.example/u/tok', 't.example/u/tuk'), 'latin1')
  expect(verifyDkim(changed, publicKey)).toBeNull()
})

test('a DKIM key that cannot sign is refused at once', () => {
  const key = { domain: 'example.com', selector: 's1' }
  expect(() => createDkimSigner([{ ...key, privateKey: 'nonsense' }])).toThrow()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => createDkimSigner([{ ...key, privateKey: pem }])).toThrow('RSA')
})

test('two keys sign together, and no field can be added under either signature', async () => {
  const pairs = [generateKeyPairSync('rsa', { modulusLength: 1024 }), generateKeyPairSync('ed25519')] as const
  const keys = pairs.map(({ privateKey }, index) => ({
    domain: 'example.com',
    selector: `s${index}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }))
  const { raw } = await built(
    { subject: 'Wide  space', html: '<p>a  b </p>\n\n\n' },
    { dkim: createDkimSigner(keys) },
  )
  expect(raw.toString('latin1').match(/^DKIM-Signature:/gm)).toHaveLength(2)
  for (const { publicKey } of pairs) {
    const signed = verifyDkim(raw, publicKey) ?? []
    const count = (name: string) => signed.filter((one) => one === name).length
    for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'feedback-id']) {
      expect([name, count(name)]).toEqual([name, 2])
    }
    expect(count('reply-to')).toBe(1)
    for (const added of [
      'From: ceo@a.example',
      'Subject: Pay',
      'Reply-To: eve@e.example',
      'Cc: x@y.example',
    ]) {
      expect(verifyDkim(Buffer.concat([Buffer.from(`${added}\r\n`), raw]), publicKey), added).toBeNull()
    }
    expect(verifyDkim(Buffer.concat([Buffer.from('X-Seen: yes\r\n'), raw]), publicKey)).toEqual(signed)
  }
})

test('List-Unsubscribe is one line, with the address for mail after the url', async () => {
  const unsubscribeUrl = `https://links.example.com/u/${'t'.repeat(90)}`
  const unsubscribeEmail = 'bounces+unsub-abc@mail.example.com'
  const { raw } = await built({}, { unsubscribeUrl, unsubscribeEmail })
  expect(raw.toString('latin1').split('\r\n')).toContain(
    `List-Unsubscribe: <${unsubscribeUrl}>, <mailto:${unsubscribeEmail}?subject=unsubscribe>`,
  )
  for (const wrong of ['a@b.example>, <mailto:c@d.example', 'a@b.example\r\nX: y']) {
    await expect(build({}, { unsubscribeEmail: wrong })).rejects.toThrow('unsubscribe address')
  }
})
