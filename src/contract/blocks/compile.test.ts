import * as fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { compileDocument } from './compile.ts'
import {
  columnSplits,
  defaultTheme,
  marks,
  networks,
  type Align,
  type Block,
  type BlockDocument,
  type InnerBlock,
} from './document.ts'
import { blockDocumentInput } from './schema.ts'

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }
type Parsed = { root: Element; all: Element[]; comments: string[]; implied: string[] }

/** What a parser of HTML makes of it. `implied`: end tags that are missing or have no start. */
function parse(html: string): Parsed {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const parsed: Parsed = { root, all: [], comments: [], implied: [] }
  const open = [root]
  const parser = new Parser(
    {
      onopentag: (name, attributes, isImplied) => {
        const element = { name, attributes, text: '', children: [] }
        if (isImplied) parsed.implied.push(name)
        open.at(-1)?.children.push(element)
        parsed.all.push(element)
        open.push(element)
      },
      onclosetag: (name, isImplied) => {
        if (isImplied && !['img', 'meta', 'br', 'o:allowpng'].includes(name)) parsed.implied.push(`/${name}`)
        open.pop()
      },
      ontext: (text) => {
        for (const element of open) element.text += text
      },
      oncomment: (comment) => void parsed.comments.push(comment),
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return parsed
}

/** As Outlook for Windows reads it: what is in its conditional comments counts. */
function outlookView(html: string): string {
  return html.replaceAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs, '$1')
}

function aDocument(blocks: Block[], theme: Partial<BlockDocument['theme']> = {}): BlockDocument {
  return { version: 1, preheader: '', theme: { ...defaultTheme, ...theme }, blocks }
}

const common = { id: '', background: '', padding_px: 12 }
const said = (text: string, href = '') =>
  ({
    type: 'text',
    ...common,
    align: 'left',
    font_size_px: 0,
    lines: [{ kind: 'paragraph', spans: [{ text, href, marks: [] }] }],
  }) as const satisfies Block

const hostile = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' data:text/html,<script>alert(1)</script>',
    'https://example.com/"onclick="alert(1)',
    '</td></tr></table><iframe src=//evil>',
    '<!--[if mso]><script>alert(1)</script><![endif]-->',
    '--><svg onload=alert(1)>',
    '#fff;background:url(//evil)',
    'red}</style><script>alert(1)</script>',
    '%%"><script>%%',
    '%%First name%%',
    '&lt;script&gt;',
    '\u2028javascript:alert(1)',
    '%%x%%javascript:alert(1)',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)
const anyNumber = fc.oneof(fc.integer({ min: -10, max: 2000 }), fc.constantFrom(Number.NaN, 1e9))
const anyAlign = hostile as fc.Arbitrary<Align>
const arbitraryCommon = { id: hostile, background: hostile, padding_px: anyNumber }
const lines = fc.array(
  fc.record({
    kind: fc.constantFrom('paragraph', 'bullet', 'number'),
    spans: fc.array(fc.record({ text: hostile, href: hostile, marks: fc.subarray([...marks]) }), {
      maxLength: 2,
    }),
  }),
  { maxLength: 3 },
)
const inner: fc.Arbitrary<InnerBlock> = fc.oneof(
  fc.record({
    type: fc.constant('text'),
    ...arbitraryCommon,
    lines,
    align: anyAlign,
    font_size_px: anyNumber,
  }),
  fc.record({
    type: fc.constant('heading'),
    ...arbitraryCommon,
    text: hostile,
    level: fc.constantFrom(1, 2, 3),
    align: anyAlign,
  }),
  fc.record({
    type: fc.constant('image'),
    ...arbitraryCommon,
    src: hostile,
    alt: hostile,
    decorative: fc.boolean(),
    href: hostile,
    width_px: anyNumber,
    align: anyAlign,
  }),
  fc.record({
    type: fc.constant('button'),
    ...arbitraryCommon,
    text: hostile,
    href: hostile,
    color: hostile,
    full_width: fc.boolean(),
    align: anyAlign,
  }),
  fc.record({ type: fc.constant('divider'), ...arbitraryCommon, color: hostile, thickness_px: anyNumber }),
  fc.record({ type: fc.constant('spacer'), ...arbitraryCommon, height_px: anyNumber }),
  fc.record({
    type: fc.constant('social'),
    ...arbitraryCommon,
    align: anyAlign,
    links: fc.array(fc.record({ network: fc.constantFrom(...networks), href: hostile }), { maxLength: 2 }),
  }),
  fc.record({
    type: fc.constant('quote'),
    ...arbitraryCommon,
    text: hostile,
    attribution: hostile,
    color: hostile,
  }),
)
const outer: fc.Arbitrary<Block> = fc.oneof(
  { weight: 3, arbitrary: inner },
  fc.record({
    type: fc.constant('columns'),
    ...arbitraryCommon,
    split: fc.constantFrom(...columnSplits),
    gap_px: anyNumber,
    columns: fc.array(fc.record({ blocks: fc.array(inner, { maxLength: 2 }) }), { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('header'),
    ...arbitraryCommon,
    name: hostile,
    src: hostile,
    href: hostile,
    width_px: anyNumber,
    align: anyAlign,
    web_version_text: hostile,
  }),
  fc.record({
    type: fc.constant('footer'),
    ...arbitraryCommon,
    lines,
    imprint: hostile,
    unsubscribe_text: hostile,
    align: anyAlign,
  }),
)
const theme = fc.record(
  Object.fromEntries(
    Object.entries(defaultTheme).map(([name, value]) => [
      name,
      typeof value === 'number' ? anyNumber : hostile,
    ]),
  ),
) as unknown as fc.Arbitrary<BlockDocument['theme']>
/** As nobody has validated it. Blocks of HTML are what their author makes of them, so there are none. */
const documents: fc.Arbitrary<BlockDocument> = fc.record({
  version: fc.constant(1 as const),
  preheader: hostile,
  theme,
  blocks: fc.array(outer, { maxLength: 4 }),
})

const elements = new Set(
  'html head meta title style noscript xml o:officedocumentsettings o:allowpng o:pixelsperinch body div table tbody tr td p h1 h2 h3 ul ol li strong em u s a img br span'.split(
    ' ',
  ),
)
const target = /^(https?:\/\/|mailto:|%%[\p{L}\p{N}])/iu

test('no text of a document becomes markup, a script or a link elsewhere, whatever it says', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const { html } = compileDocument(document)
      for (const view of [html, outlookView(html)]) {
        const { all, comments, implied } = parse(view)
        expect(implied).toEqual([])
        for (const comment of comments) expect(comment).toMatch(/^\[if mso\]>.*<!\[endif\]$/s)
        for (const { name, attributes } of all) {
          expect(elements).toContain(name)
          for (const [attribute, value] of Object.entries(attributes)) {
            expect(attribute).not.toMatch(/^on/)
            if (attribute === 'href' || attribute === 'src') expect(value).toMatch(target)
            if (attribute === 'style') expect(value).not.toMatch(/url\(|expression|[<>"]/i)
          }
        }
        const style = all.filter(({ name }) => name === 'style').map(({ text }) => text)
        expect(style.join('')).not.toMatch(/url\(|</)
      }
    }),
    { numRuns: 60 },
  )
})

test('a reader sees the words as they were written', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
      // The characters that HTML has no place for are left out; line breaks become elements.
      const written = text.toWellFormed().replaceAll(/(?![\t\x7F-\x9F])\p{Cc}/gu, '')
      const { html } = compileDocument(aDocument([said(text)]))
      const [words] = parse(html).all.filter(({ name }) => name === 'p')
      expect(words?.text).toBe(written === '' && !/[\r\n]/.test(text) ? '\u00a0' : written)
    }),
    { numRuns: 60 },
  )
})

const widthOf = ({ attributes }: Element) => Number(attributes['width'])

test('columns fill the width exactly in Outlook, and nothing is wider than its place', () => {
  const picture = {
    type: 'image',
    ...common,
    src: 'https://example.com/a.png',
    alt: 'A',
    decorative: false,
  } as const
  const pictures = (width_px: number) => [{ ...picture, href: '', width_px, align: 'left' as const }]
  for (const split of columnSplits) {
    for (const width_px of [320, 600, 800]) {
      const columns = split.split('-').map(() => ({ blocks: pictures(800) }))
      const block = { type: 'columns', ...common, split, gap_px: 24, columns } as const
      const { html } = compileDocument(aDocument([block, ...pictures(0)], { width_px }))
      const { all } = parse(outlookView(html))
      const ghost = all.find(({ name, attributes, children }) => {
        return name === 'table' && attributes['width'] !== '100%' && (children[0]?.children.length ?? 0) > 1
      })
      const cells = ghost?.children[0]?.children ?? []
      expect(cells).toHaveLength(columns.length)
      const sum = cells.reduce((sum, cell) => sum + widthOf(cell), 0)
      expect(widthOf(ghost as Element) - sum).toBeGreaterThanOrEqual(0)
      expect(widthOf(ghost as Element) - sum).toBeLessThan(columns.length)
      for (const cell of cells) {
        const images: Element[] = []
        const walk = (element: Element) => {
          if (element.name === 'img') images.push(element)
          element.children.forEach(walk)
        }
        walk(cell)
        expect(images).toHaveLength(1)
        for (const image of images) expect(widthOf(image)).toBeLessThanOrEqual(widthOf(cell))
      }
      for (const image of all.filter(({ name }) => name === 'img'))
        expect(widthOf(image)).toBeLessThanOrEqual(width_px)
    }
  }
})

test('it stands on tables, stacks on phones, and has colors for the dark', () => {
  const columns = [{ blocks: [said('left')] }, { blocks: [said('right')] }]
  const block = { type: 'columns', ...common, split: '1-1', gap_px: 24, columns } as const
  const { html } = compileDocument(aDocument([block], { language: 'de' }))
  const { all, root } = parse(html)
  expect(root.children.map(({ name, attributes }) => [name, attributes['lang']])).toEqual([['html', 'de']])
  const tables = all.filter(({ name }) => name === 'table')
  expect(tables.map(({ attributes }) => attributes['role'])).toEqual(tables.map(() => 'presentation'))
  const style = all.find(({ name }) => name === 'style')?.text ?? ''
  expect(style).toMatch(/max-width:480px\)\{\.column\{display:block !important;max-width:100% !important/)
  expect(style).toMatch(/prefers-color-scheme:dark/)
  const metas = all.filter(({ name }) => name === 'meta').map(({ attributes }) => attributes['name'])
  expect(metas).toEqual(expect.arrayContaining(['viewport', 'color-scheme', 'supported-color-schemes']))
  const [left, right] = all.filter(({ attributes }) => attributes['class']?.startsWith('column ') === true)
  expect([left?.text.trim(), right?.text.trim()]).toEqual(['left', 'right'])
})

test('a picture has words, or is said to be decoration', () => {
  const picture = {
    type: 'image',
    ...common,
    src: 'https://example.com/a.png',
    href: '',
    width_px: 0,
    align: 'left',
  } as const
  const { html, text } = compileDocument(
    aDocument([
      { ...picture, alt: 'A "red" fox', decorative: false },
      { ...picture, alt: 'not read', decorative: true },
    ]),
  )
  const images = parse(html).all.filter(({ name }) => name === 'img')
  expect(images.map(({ attributes }) => [attributes['alt'], attributes['role']])).toEqual([
    ['A "red" fox', undefined],
    ['', 'presentation'],
  ])
  expect(text).toBe('A "red" fox\n')
})

test('codes stay as they are, in words and in addresses', () => {
  const codes = ['%%First_name%%', '%%Straße & Ort%%', "%%Kid's name%%", '%%api:code%%']
  const { html, text } = compileDocument(
    aDocument([
      ...codes.map((code) => said(code)),
      said('Page', 'https://example.com/?a=1&b=%%First_name%%'),
    ]),
  )
  for (const code of codes) {
    expect(html).toContain(`>${code}<`)
    expect(text).toContain(code)
  }
  expect(html).toContain('href="https://example.com/?a=1&amp;b=%%First_name%%"')
})

test('the text part has every word and address in the order of the blocks', () => {
  const document = blockDocumentInput.parse({
    blocks: [
      { type: 'header', name: 'Example', web_version_text: 'In the browser' },
      { type: 'heading', text: 'May' },
      {
        type: 'text',
        lines: [
          {
            spans: [{ text: 'Good day, %%First_name%%, ' }, { text: 'read', href: 'https://example.com/r' }],
          },
          { kind: 'bullet', spans: [{ text: 'one' }] },
          { kind: 'bullet', spans: [{ text: 'two' }] },
          { kind: 'number', spans: [{ text: 'first' }] },
        ],
      },
      { type: 'button', text: 'Buy', href: 'https://example.com/b' },
      { type: 'divider' },
      { type: 'quote', text: 'Fine.\nVery fine.', attribution: 'Ann' },
      {
        type: 'social',
        links: [
          { network: 'mastodon', href: 'https://example.social/@a' },
          { network: 'x', href: 'ftp://no' },
        ],
      },
      { type: 'html', html: '<b>x</b>', text: 'in words' },
      { type: 'footer', imprint: 'Example Ltd\n1 Street' },
    ],
  })
  expect(compileDocument(document).text).toBe(`In the browser: %%link_to_web_version%%

Example

May

Good day, %%First_name%%, read (https://example.com/r)

- one
- two

1. first

Buy: https://example.com/b

---

> Fine.
> Very fine.
> - Ann

Mastodon: https://example.social/@a

in words

Example Ltd
1 Street

Unsubscribe: %%unsubscribe_link%%
`)
})
