import * as fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import { AppError } from '../../contract/api/errors.ts'
import { propertyRuns } from '../../../test/harness/fuzz/runs.ts'
import { marked } from '../../contract/blocks/conditions.ts'
import type { RenderedContent } from '../content.ts'
import { buildMessage } from '../message.ts'
import { compileBody, type Recipient } from '../composer.ts'
import { renderCompiled } from '../inspection/sample.ts'
import { tryPeople } from '../inspection/people.ts'

/**
 * No value leaves its context. The measure is another reader of HTML than the one that places the values: with any value, the
 * message has the tags, the attributes and the texts of one whose values are a plain word.
 */

const encodes = { interpolation_html_encode: true, interpolation_url_encode: true }
const message: MessageContent = {
  organizationId: 1,
  timeZone: 'Europe/Berlin',
  organization: { htmlHeader: '', htmlFooter: '', textHeader: '', textFooter: '', unsubTagMode: 'default' },
  customHeaders: ['X-Name: a %%name|friend%% b'],
  list: { id: 1, name: 'News' },
  source: { kind: 'campaign', id: 1, name: 'May' },
  fields: [
    { id: 1, name: 'name', field_type: 'text', ...encodes },
    { id: 2, name: 'tags', field_type: 'select_multiple_checkboxes', ...encodes },
    { id: 3, name: 'kind', field_type: 'text', ...encodes },
  ],
  fromName: '%%name|Acme%%',
  fromEmail: 'a@example.com',
  senderEmail: '',
  replyTo: '',
  tracking: { opens: false, links: false },
  urlOrigin: null,
  bounceEmail: null,
  virtualMtaId: null,
  contents: [],
}

const values = [
  '{{ person.name }}',
  '{{ person.name | upcase | default: "x" }}',
  '%%name%%',
  '%%name|friend%%',
  '%%tags%%',
  '{{ person.tags }}',
  '{{ person.tags | join: "-" }}',
  '{{ caught }}',
  '{{ data.word }}',
  '{{ data.list | first }}',
  '%%api:word%%',
]
const codeValues = values.filter((value) => value.startsWith('%'))

/** Markup with a place for a value, and pieces that close or open what they should not. */
const around = (value: string) => [
  `<p>${value}</p>`,
  `<p title="${value}">`,
  `<p title='a${value}b'>`,
  `<a href="${value}">`,
  `<a href="https://a.example/?q=${value}&amp;r=1">x</a>`,
  `<img src='https://a.example/${value}' alt="${value}">`,
  `<!-- ${value} -->`,
  `<title>${value}</title>`,
  `<textarea>${value}</textarea>`,
  `&${value};`,
  `&lt;${value}&gt;`,
  value,
]
/** Only Liquid promises something there: codes are as the contract has them. */
const strict = (value: string) => [
  `<td width=${value}>`,
  `<a href=${value}>`,
  `<style>a{color:${value}}</style>`,
  `<script>f("${value}")</script>`,
  `<!--[if mso]><p title="${value}"><![endif]-->`,
]
const loose = [
  '<b>',
  '</b>',
  '<p title="',
  '">',
  '<!--',
  '-->',
  '<a href=',
  ' ',
  '<',
  'text',
  "'",
  '<td ',
  '>',
  '</script>',
]

const valueOf = (language: MessageBody['language']) =>
  fc.constantFrom(...(language === 'liquid' ? values : codeValues))

function piece(language: MessageBody['language']): fc.Arbitrary<string> {
  const places = valueOf(language).chain((value) =>
    fc.constantFrom(...around(value), ...(language === 'liquid' ? strict(value) : [])),
  )
  return language === 'liquid'
    ? fc.oneof({ weight: 4, arbitrary: places }, fc.constantFrom(...loose))
    : places
}

/** Conditions ask about another field than those that are compared, so that both messages take the same branches. */
const { template } = fc.letrec<{ template: string; node: string }>((tie) => ({
  template: fc.array(tie('node'), { maxLength: 5, depthIdentifier: 'nodes' }).map((parts) => parts.join('')),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, depthIdentifier: 'nodes' },
    { weight: 5, arbitrary: piece('liquid') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('template'), tie('template'))
        .map(
          ([one, other]) =>
            `{% if person.kind == "a" %}${one}{% elsif person.kind %}${other}{% else %}${other}{% endif %}`,
        ),
    },
    {
      weight: 1,
      arbitrary: tie('template').map(
        (inner) => `{% for row in data.rows %}${inner}{{ row.word }}{% endfor %}`,
      ),
    },
    {
      weight: 1,
      arbitrary: tie('template').map((inner) => `{% for tag in person.tags %}${inner}{{ tag }}{% endfor %}`),
    },
    { weight: 1, arbitrary: tie('template').map((inner) => `{% capture caught %}${inner}{% endcapture %}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('template'), tie('template'))
        .map(
          ([one, other]) => `{% case person.kind %}{% when "a", "b" %}${one}{% else %}${other}{% endcase %}`,
        ),
    },
    {
      weight: 1,
      arbitrary: tie('template').map(
        (inner) => `{% for n in (1..3) %}${inner}{% if n == 2 %}{% break %}{% endif %}{% endfor %}`,
      ),
    },
  ),
}))

/** Between two whole pieces: the first is a block with a condition, or what stands around a second one. */
const conditional = ([first, second]: string[], isNested: boolean) =>
  isNested
    ? marked(`${first}${marked(second ?? '', 1)}`, 0)
    : `${marked(first ?? '', 0)}${marked(second ?? '', 1)}`

const conditions = [[], []]
const body = fc.oneof(
  fc.tuple(template, template, template, fc.boolean()).map(([html, one, other, isNested]): MessageBody => ({
    id: 1,
    language: 'liquid',
    format: 'both',
    subject: `Hi {{ person.name }} {{ data.word }} %%name|x%%`,
    html: `${html}${conditional([one, other], isNested)}`,
    text: `See https://a.example/{{ person.name }} or {{ person.name }}${marked('hidden', 0)}`,
    conditions,
  })),
  fc
    .tuple(fc.array(piece('codes'), { minLength: 3, maxLength: 8 }), fc.boolean())
    .map(([parts, isNested]): MessageBody => ({
      id: 1,
      format: 'both',
      subject: 'Hi %%name|x%% %%api:word%%',
      html: `${parts.slice(2).join('')}${conditional(parts, isNested)}`,
      text: `See https://a.example/%%name%% or %%name%%${marked('hidden', 0)}`,
      conditions,
    })),
)

const hostile = fc.oneof(
  fc.constantFrom(
    `"><script>alert(1)</script>`,
    `' onload='x`,
    'a onload=b',
    '-->',
    '</title><b>',
    '</script><b>',
    'javascript:alert(1)',
    'https://evil.example/"><b>',
    'a\r\nBcc: b@example.com',
    '\u2028x',
    '{{ person.name }}%%name%%',
    '&lt;b&gt;',
    '>',
    '--',
    '}</style><b>',
    '");evil("',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
)

function personOf(
  name: string,
  tags: string[],
  { kind, hidden }: { kind: string; hidden: boolean[] },
): Recipient {
  return {
    hidden,
    subscriberId: 7,
    email: 'anna@example.com',
    subscribeTime: null,
    subscribeIp: null,
    customFields: { '1': name, '2': tags, ...(kind === '' ? {} : { '3': kind }) },
    emailFormat: null,
  }
}

function shapeOf(html: string): string[] {
  const shape: string[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => shape.push(`<${name} ${Object.keys(attributes).join(' ')}`),
      onclosetag: (name, isImplied) => shape.push(isImplied ? '' : `</${name}`),
      oncomment: () => shape.push('<!--'),
    },
    { xmlMode: false },
  )
  parser.end(html)
  return shape.filter((one) => one !== '')
}

function hrefsOf(html: string): string[] {
  const found: string[] = []
  new Parser({ onattribute: (name, value) => (name === 'href' || name === 'src') && found.push(value) }).end(
    html,
  )
  return found
}

/** With the headers, as it is sent. */
function composed(rendered: RenderedContent) {
  return buildMessage(rendered, {
    to: 'anna@example.com',
    returnPath: 'a@example.com',
    messageId: '<a@example.com>',
    date: new Date('2026-11-29T12:00:00Z'),
    list: { name: 'News', id: 'list.example.com' },
    unsubscribeUrl: 'https://q.example/u/x',
    unsubscribeEmail: null,
    feedbackId: 'x',
    dkim: null,
  })
}

const place = { origin: 'https://q.example', now: new Date('2026-11-29T12:00:00Z') }
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/

test('whatever a template and its values are, no value leaves its place, and what the check has passed is composed', async () => {
  let tries = 0
  await fc.assert(
    fc.asyncProperty(
      body,
      fc.array(hostile, { minLength: 1, maxLength: 3 }),
      fc.record({ kind: fc.constantFrom('', 'a', 'b', 'c'), hidden: fc.tuple(fc.boolean(), fc.boolean()) }),
      async (body, [name = '', ...tags], way) => {
        try {
          const tried = await tryPeople(message, body, { real: [], ...place })
          if (tried.problem !== null) return
        } catch (error) {
          if (error instanceof AppError) return
          throw error
        }
        tries++
        const compiled = compileBody(message, body)
        const drawWith = (word: string, others: string[]) =>
          renderCompiled(message, compiled, personOf(word, [word, ...others], way), {
            ...place,
            replacements: { word, list: [word], rows: [word, ...others].map((one) => ({ word: one })) },
          })
        const drawn = drawWith(name, tags)
        const plain = drawWith('word', tags.map(() => 'word')) // oxfmt-ignore
        expect(shapeOf(drawn.html ?? '')).toEqual(shapeOf(plain.html ?? ''))
        hrefsOf(plain.html ?? '').forEach((href, at) => {
          const own = hrefsOf(drawn.html ?? '')[at] ?? ''
          const start = /^https:\/\/a\.example\/(?:\?q=)?/.exec(href)?.[0]
          if (start === undefined) expect(own).not.toMatch(/^\s*(?:javascript|data|vbscript):/i)
          else {
            expect(own.startsWith(start)).toBe(true)
            expect(URL.canParse(own) && new URL(own).host).toBe('a.example')
            expect(own.split('&').length).toBe(href.split('&').length)
          }
        })
        for (const line of [drawn.subject, drawn.fromName, ...drawn.headers.map(({ value }) => value)])
          expect(line).not.toMatch(control)
        expect(drawn.text).toBe(
          `See https://a.example/${encodeURIComponent(name.toWellFormed())} or ${name}${way.hidden[0] ? '' : 'hidden'}`,
        )
        expect(await composed(drawn)).not.toHaveProperty('problem')
      },
    ),
    propertyRuns(3_000, 30),
  )
  expect(tries).toBeGreaterThan(20)
})
