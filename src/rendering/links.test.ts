import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../test/harness/core/measure.ts'
import { zoe, zoesFields } from '../../test/harness/sending/merge-values.ts'
import { codeTable } from './codes.ts'
import { compileHtml, renderHtml, wrapHtml } from './links.ts'

const codes = codeTable(zoesFields)
const urls = { click: (link: number) => `https://t.example/c/${link}?a&b`, open: 'https://t.example/o/1' }
const clicked = (link: number) => `https://t.example/c/${link}?a&amp;b`
const pixel =
  '<img src="https://t.example/o/1" width="1" height="1" alt="" style="border:0;width:1px;height:1px">'

function render(html: string, tracking = { links: true, opens: false }, values = zoe): string {
  return renderHtml(compileHtml(html, codes, tracking), values, urls)
}
const linksOf = (html: string) => compileHtml(html, codes, { links: true, opens: false }).links

test('only the value of href is exchanged, every other character stays', () => {
  expect(render('<A  class=x HREF = "https://a.example/?x=1&amp;y=2"\n target=_blank>Hi & bye</a >')).toBe(
    `<A  class=x HREF = "${clicked(0)}"\n target=_blank>Hi & bye</a >`,
  )
  expect(linksOf('<a href="https://a.example/?x=1&amp;y=2">')).toEqual(['https://a.example/?x=1&y=2'])
})

test.each([
  `<a href='https://a.example/'>x</a>`,
  '<a href=https://a.example/>x</a>',
  '<a href=https://a.example/ id=b>x</a>',
  '<a\nhref\n=\n"https://a.example/"\n>x</a>',
  '<area href="https://a.example/">',
  '<a title="href=&quot;" href=" https://a.example/ ">x</a>',
  '<a href="HTTPS://a.example/">x</a>',
  '<a href="https://a.exam\nple/">x</a>',
])('%j is a link that is counted', (html) => {
  expect(linksOf(html)).toHaveLength(1)
  expect(render(html)).toContain(clicked(0))
  expect(render(html)).not.toMatch(/a\.exam/i)
})

test.each([
  '<a href="mailto:a@example.com">x</a>',
  '<a href="tel:+1">x</a>',
  '<a href="#top">x</a>',
  '<a href="/path">x</a>',
  '<a href="//a.example/">x</a>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="https://">x</a>',
  '<a href="">x</a>',
  '<a href>x</a>',
  '<a name="https://a.example/">x</a>',
  '<img src="https://a.example/i.png">',
  '<link href="https://a.example/s.css">',
  '<base href="https://a.example/">',
  '<!--[if mso]><a href="https://a.example/">x</a><![endif]-->',
  '<style>a[href="https://a.example/"]{}</style>',
  '<p>https://a.example/</p>',
  '<p title=\'<a href="https://a.example/">\'>x</p>',
  '{{ "<a" }} ${href} <% href="https://a.example/" %>',
])('%j goes out as it came', (html) => {
  expect(linksOf(html)).toEqual([])
  expect(render(html)).toBe(html)
})

test('links with a code are not counted: they lead elsewhere for each subscriber', () => {
  const html = '<a href="%%unsubscribe_link%%">u</a> <a href="https://a.example/?id=%%subscriber_id%%">i</a>'
  expect(linksOf(html)).toEqual([])
  expect(render(html)).toBe(
    '<a href="https://t.example/u/tok?a=1&amp;b=2">u</a> <a href="https://a.example/?id=4711">i</a>',
  )
  expect(render('<a href=" %%unsubscribe_link%% ">')).toBe('<a href=" https://t.example/u/tok?a=1&amp;b=2 ">')
})

test('a URL that stands twice is one link, others have numbers of their own', () => {
  const html = '<a href="http://a.example/"><a href="http://b.example/"><a href="http://a.example/">'
  expect(linksOf(html)).toEqual(['http://a.example/', 'http://b.example/'])
  expect(render(html)).toBe(`<a href="${clicked(0)}"><a href="${clicked(1)}"><a href="${clicked(0)}">`)
})

test('of an href that is given twice the first holds', () => {
  expect(linksOf('<a href="#top" href="https://a.example/">')).toEqual([])
  expect(linksOf('<a href="https://a.example/" href="https://b.example/">')).toEqual(['https://a.example/'])
})

test('without tracking nothing but codes is exchanged', () => {
  const html = '<body><a href="https://a.example/">%%age%%</a></body>'
  expect(render(html, { links: false, opens: false })).toBe(html.replace('%%age%%', '42'))
})

test.each([
  ['<html><body>Hi</body></html>', `<html><body>Hi${pixel}</body></html>`],
  ['<body>Hi</BODY >', `<body>Hi${pixel}</BODY >`],
  ['<body><div>Hi</body>', `<body><div>Hi${pixel}</body>`],
  ['<html><body>Hi</html>', `<html><body>Hi${pixel}</html>`],
  ['Hi', `Hi${pixel}`],
  ['<body>Hi</body>%%age%%', `<body>Hi${pixel}</body>42`],
  ['', pixel],
  ['<body><!-- </body> -->Hi</body>', `<body><!-- </body> -->Hi${pixel}</body>`],
  [
    '<body><a href="https://a.example/">%%age%%</a></body>',
    `<body><a href="${clicked(0)}">42</a>${pixel}</body>`,
  ],
])('%j has the open pixel at its end', (html, expected) => {
  expect(render(html, { links: true, opens: true })).toBe(expected)
})

test('values are HTML-encoded, in a URL URL-encoded, unless the field says otherwise', () => {
  expect(render('<p title="%%first_name%%">%%first_name%%')).toBe(
    '<p title="Zoë &amp; &lt;Co&gt;">Zoë &amp; &lt;Co&gt;',
  )
  expect(render('<img src="https://a.example/%%query%%?%%first_name%%">')).toBe(
    '<img src="https://a.example/a%20b%26c?Zo%C3%AB%20%26%20%3CCo%3E">',
  )
  expect(render('%%markup%%<img src="https://a.example/?%%markup%%">')).toBe(
    '<b>bold</b><img src="https://a.example/?<b>bold</b>">',
  )
  expect(render('%%mailing_list_name%% %%api:order_number%%')).toBe('News &amp; &lt;views&gt; A&amp;B')
})

test('a whole URL that a subscriber gave leads there, anything else at the beginning of one is encoded', () => {
  const withField = (value: string) => ({
    ...zoe,
    subscriber: { ...zoe.subscriber, customFields: { 1: value } },
  })
  const html = '<a href="%%first_name%%">'
  const tracking = { links: true, opens: false }
  expect(render(html, tracking, withField('https://me.example/?a=1&b="'))).toBe(
    '<a href="https://me.example/?a=1&amp;b=&quot;">',
  )
  expect(render(html, tracking, withField('javascript:alert(1)'))).toBe('<a href="javascript%3Aalert(1)">')
  expect(render(html, tracking, withField(`" onclick='x`))).toBe('<a href="%22%20onclick%3D&#39;x">')
})

test('a URL inside another is encoded', () => {
  expect(render('<a href="https://s.example/?u=%%link_to_web_version%%">')).toBe(
    '<a href="https://s.example/?u=https%3A%2F%2Ft.example%2Fw%2Ftok">',
  )
})

test('header and footer stand within the body, or around the whole', () => {
  expect(wrapHtml('<html><body class=x>Hi</body></html>', '<p>H', '<p>F')).toBe(
    '<html><body class=x><p>HHi<p>F</body></html>',
  )
  expect(wrapHtml('Hi', '<p>H', '<p>F')).toBe('<p>HHi<p>F')
  expect(wrapHtml('<body>Hi', '', 'F')).toBe('<body>HiF')
})

test('without tracking and codes every document goes out as it came, with it only hrefs differ', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<a href="',
      'https://a.example/',
      '">',
      "'",
      '<body',
      '</body>',
      '<!--',
      '-->',
      '=',
      ' ',
      '<svg>',
    ),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const html = parts.join('')
      expect(render(html, { links: false, opens: false })).toBe(html)
      const template = compileHtml(html, codes, { links: true, opens: false })
      const back = template.pieces.map((piece) => (typeof piece === 'string' ? piece : 'https://a.example/'))
      if (template.links.every((link) => link === 'https://a.example/')) {
        expect(back.join('').replaceAll(/\s/g, '')).toBe(html.replaceAll(/\s/g, ''))
      }
      expect(render(html, { links: false, opens: true }).replace(pixel, '')).toBe(html)
      expect(wrapHtml(html, 'H', 'F').length).toBe(html.length + 2)
    }),
  )
})

test.each([
  ['tags that never end', '<a href="'.repeat(20_000)],
  ['open tags', '<a href=https://a.example/>'.repeat(10_000)],
  ['nested tags', '<div>'.repeat(20_000)],
  ['attributes', `<a ${'href=x '.repeat(20_000)}>`],
  ['codes', '<a href="%%age%%">%%age%%'.repeat(20_000)],
  ['equals signs', `<a href${' '.repeat(500_000)}>`],
])('%s: a hostile document is read in no time', async (_, html) => {
  const { cpuMs } = await cpuTimeOf(() => compileHtml(html, codes, { links: true, opens: true }))
  expect(cpuMs).toBeLessThan(2000)
})
