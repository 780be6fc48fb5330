import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../test/harness/core/measure.ts'
import { mergeField, zoe, zoesFields } from '../../test/harness/sending/merge-values.ts'
import { codeTable } from './codes.ts'
import { compileHeader, compileText, findCodes, renderTemplate } from './merge.ts'

const codes = codeTable(zoesFields)
const render = (text: string, values = zoe) => renderTemplate(compileText(text, codes), values)

test.each([
  ['subscriber_id', '4711'],
  ['subscribers_email_address', 'Zoe@example.com'],
  ['emailaddress_md5', '76cec4168e20ad317a8afb3a81ae3fce'],
  ['mailing_list_id', '12'],
  ['mailing_list_name', 'News & <views>'],
  ['unsubscribe_link', 'https://t.example/u/tok?a=1&b=2'],
  ['unsubscribe_token', 'tok-1'],
  ['link_to_web_version', 'https://t.example/w/tok'],
  ['data_campaign_id', '99'],
  ['data_campaign_name', 'Spring'],
  ['data_current_year', '2025'],
  ['data_percent', '%'],
  ['data_from_email', 'from@example.com'],
  ['data_from_name', 'Acme'],
  ['data_sender_email', 'sender@example.com'],
  ['data_reply_to_email', 'reply@example.com'],
  ['data_subscribe_date_long', 'March 11, 2014'],
  ['data_subscribe_date_database', '2014-03-11'],
  ['data_subscribe_ip', '192.0.2.7'],
  ['api:order_number', 'A&B'],
  ['first_name', 'Zoë & <Co>'],
  ['age', '42'],
  ['colours', 'red, blue'],
  ['vip', 'true'],
])('the code %s says %j', (name, value) => {
  expect(render(`a%%${name}%%z`)).toBe(`a${value}z`)
})

test('what is not known of a subscriber is blank', () => {
  const unknown = {
    ...zoe,
    campaign: null,
    subscriber: { ...zoe.subscriber, subscribeTime: null, subscribeIp: null, customFields: {} },
  }
  for (const name of ['data_campaign_id', 'data_campaign_name', 'data_subscribe_ip', 'first_name', 'empty']) {
    expect(render(`[%%${name}%%]`, unknown)).toBe('[]')
  }
  expect(render('[%%data_subscribe_date_long%%%%data_subscribe_date_database%%]', unknown)).toBe('[]')
  expect(render('[%%api:another_key%%]')).toBe('[]')
})

test('names compare without regard to case, and white space is an underscore', () => {
  for (const name of ['First Name', 'first_name', 'FIRST_NAME', ' first name ', 'First\tName']) {
    expect(render(`%%${name}%%`)).toBe('Zoë & <Co>')
  }
  expect(render('%%Subscriber ID%%%%API:Order Number%%')).toBe('4711A&B')
})

test('a built-in code wins over a custom field of its name', () => {
  const table = codeTable([mergeField(1, 'Mailing List ID')])
  expect(renderTemplate(compileText('%%mailing_list_id%%', table), zoe)).toBe('12')
})

test.each([
  '%%nobody%%',
  '%%',
  '%%%%',
  '100%% off',
  '%first_name%',
  '%%first_name%',
  '%% %%',
  '%%api:%%',
  '%%api:-%%',
  `%%${'x'.repeat(1000)}%%`,
])('%j is no code and stays as it is', (text) => {
  expect(render(text)).toBe(text)
})

test('a code is found after percent signs that belong to none', () => {
  expect(render('100%%off%%age%%')).toBe('100%%off42')
  expect(render('100%%%age%%%')).toBe('100%42%')
  expect(render('%%age%%age%%')).toBe('42age%%')
})

test('a value is never looked into for further codes', () => {
  const sly = { ...zoe.subscriber, customFields: { 1: '%%subscriber_id%%', 2: '%%' } }
  expect(render('%%first_name%% %%query%%age%%query%%', { ...zoe, subscriber: sly })).toBe(
    '%%subscriber_id%% %%age%%',
  )
})

test.each([
  '{{7*7}}',
  '${process.env.SECRET_KEY}',
  '<%= process.env %>',
  '#{1}',
  '{% include "package.json" %}',
  '%%constructor%%',
  '%%__proto__%%',
  '%%prototype%%',
  '%%toString%%',
  '%%hasOwnProperty%%',
  '%%subscriber.constructor%%',
  '%%subscriber%%',
  '%%process.env.PATH%%',
  '%%customFields%%',
  "%%constructor.constructor('return process')()%%",
])('%s is plain text', (text) => {
  expect(render(text)).toBe(text)
  expect(renderTemplate(compileHeader(text, codes), zoe)).toBe(text)
})

test.each(['constructor', '__proto__', 'toString', 'valueOf'])(
  'the key %s of the caller reaches nothing else',
  (key) => {
    expect(render(`[%%api:${key}%%]`)).toBe('[]')
    expect(render(`[%%api:${key}%%]`, { ...zoe, replacements: { constructor: 'c' } })).toBe(
      key === 'constructor' ? '[c]' : '[]',
    )
  },
)

test('in a URL of the text part values are URL-encoded, elsewhere they stand as they are', () => {
  expect(render('%%query%% https://x.example/?q=%%query%%&n=%%query%% %%query%%')).toBe(
    'a b&c https://x.example/?q=a%20b%26c&n=a%20b%26c a b&c',
  )
  expect(render('https://x.example/?p=%%markup%%')).toBe('https://x.example/?p=<b>bold</b>')
  expect(render('%%unsubscribe_link%%')).toBe('https://t.example/u/tok?a=1&b=2')
})

test('a header stays one line, whatever the value', () => {
  const sly = { ...zoe.subscriber, customFields: { 1: 'a\r\nBcc: b@example.com\0\u0085c\u2028d' } }
  const template = compileHeader('Hello %%first_name%%!', codes)
  expect(renderTemplate(template, { ...zoe, subscriber: sly })).toBe('Hello a Bcc: b@example.com c d!')
})

test('an internationalized domain is written in its ASCII form, and its hash is of that', () => {
  const subscriber = { ...zoe.subscriber, email: 'Zoe@Bücher.example' }
  expect(render('%%subscribers_email_address%%', { ...zoe, subscriber })).toBe('Zoe@xn--bcher-kva.example')
  expect(render('%%emailaddress_md5%%', { ...zoe, subscriber })).toBe('824407bfed20ae59b1ae6b21e44c20d3')
})

test('whatever the text, everything outside codes goes out as it came', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('%', '%%', '%%age%%', '%%age', 'age%%'),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      const found = findCodes(text, codes)
      let outside = ''
      let end = 0
      for (const code of found) {
        expect(text.slice(code.start, code.end).toLowerCase()).toMatch(/^%%[^%]+%%$/)
        outside += `${text.slice(end, code.start)}42`
        end = code.end
      }
      if (found.every(({ start, end }) => text.slice(start, end) === '%%age%%')) {
        expect(render(text)).toBe(outside + text.slice(end))
      }
    }),
  )
})

test.each([
  ['percent signs', '%'.repeat(500_000)],
  ['codes that never close', '%%a '.repeat(50_000)],
  ['unknown codes', '%%a%%b'.repeat(50_000)],
  ['one long run with codes', `https://${'x%%age%%'.repeat(50_000)}`],
  ['one long run before a code', `${'x'.repeat(500_000)}%%age%%`],
])('%s: a long text is read in no time', async (_, text) => {
  const { cpuMs } = await cpuTimeOf(() => compileText(text, codes))
  expect(cpuMs).toBeLessThan(2000)
})
