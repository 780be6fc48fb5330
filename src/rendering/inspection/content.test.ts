import { expect, test } from 'vitest'
import { blockDocumentInput } from '../../contract/blocks/schema.ts'
import { compileDocument } from '../../contract/blocks/compile.ts'
import { samples } from '../../contract/campaigns/samples.ts'
import { inspectContent } from './content.ts'

const message = {
  organization: {
    htmlHeader: '',
    htmlFooter: '',
    textHeader: '',
    textFooter: '',
    unsubTagMode: 'append_if_missing' as const,
  },
  fields: [],
  source: { kind: 'campaign' as const, id: 1, name: 'May' },
}

/** What stops a content of HTML, by its kind. */
function stopsIn(html: string, code: 'link' | 'sample', subject = 'News'): string[] {
  const body = { id: 1, format: 'html' as const, subject, html, text: '' }
  const found = inspectContent({ body, document: null, message, htmlBytes: html.length })
  return found.filter((one) => one.kind === 'stop' && one.code === code).map(({ sentence }) => sentence)
}

function stopsInBlocks(blocks: object[], code: 'link' | 'sample', preheader = ''): string[] {
  const document = blockDocumentInput.parse({ preheader, blocks })
  const body = { id: 1, format: 'both' as const, subject: 'News', ...compileDocument(document) }
  const found = inspectContent({ body, document, message, htmlBytes: body.html.length })
  return found.filter((one) => one.kind === 'stop' && one.code === code).map(({ sentence }) => sentence)
}

test('a link that leads nowhere stops a message, and so does one that no reader can follow', () => {
  const dead = [
    '<a>Read</a>',
    '<a href>Read</a>',
    '<a href="">Read</a>',
    '<a href=" # ">Read</a>',
    '<a href="http://">Read</a>',
    '<a href="https:///path">Read</a>',
    '<a href="http:/www.alder.co">Read</a>',
    '<a href="www.alder.co/autumn">Read</a>',
    '<a href="/autumn">Read</a>',
    '<a href="javascript:void(0)">Read</a>',
    '<a href="mailto:">Read</a>',
    '<a href="https://intranet/page">Read</a>',
    '<a href="http://localhost:3000/">Read</a>',
    '<a href="http://127.0.0.1/">Read</a>',
    '<a href="https://192.168.1.4/shop">Read</a>',
    '<a href="https://shop.local">Read</a>',
    '<a href="https://example.com/">Read</a>',
    '<a href="HTTPS://WWW.Example.org">Read</a>',
    '<a href="https://yourdomain.com/x">Read</a>',
    '<a href="https&#58;//example.com">Read</a>',
    '<map><area href="#"></map>',
  ]
  expect(dead.filter((html) => stopsIn(html, 'link').length !== 1)).toEqual([])
  const [sentence] = stopsIn(
    '<a href="www.alder.co"><img src="https://alder.co/a.png" alt="Our  shop"></a>',
    'link',
  )
  expect(sentence).toBe(
    'The link “Our shop” leads to “www.alder.co”, which is no address: begin it with https://.',
  )
})

test('a link that works, or that a code completes, stops nothing', () => {
  const alive = [
    '<a href="https://alder.co/autumn?a=1&amp;b=%20#top">Read</a>',
    '<a href="https://user:secret@alder.co:8443/">Read</a>',
    '<a href="http://xn--bcher-kva.de">Read</a>',
    '<a href="https://bücher.de">Read</a>',
    '<a href="https://shop.alder.example/x">Read</a>',
    '<a href="https://alder.co?to=https://example.com/">Read</a>',
    '<a href="https://[2001:db8::1]/">Read</a>',
    '<a href="%%unsubscribe_link%%">Read</a>',
    '<a href="https://%%Domain%%/x">Read</a>',
    '<a href="{{ person.shop }}">Read</a>',
    '<a href="mailto:anna@alder.co">Read</a>',
    '<a href="tel:+49301234">Read</a>',
    '<a href="#news">Read</a><a name="news"></a>',
    '<a id="top"></a>',
  ]
  expect(alive.flatMap((html) => stopsIn(html, 'link').map((found) => [html, found]))).toEqual([])
})

test('a button whose link was written wrongly is in no HTML, and is found all the same', () => {
  const bad = 'www.koehler.co/herbst'
  const column = { blocks: [{ type: 'button', text: 'In a column', href: '' }] }
  const found = stopsInBlocks(
    [
      { type: 'button', text: 'Read the main story', href: bad },
      { type: 'columns', columns: [column, { blocks: [] }] },
      { type: 'image', src: 'https://koehler.co/a.png', alt: 'Autumn', href: bad },
      { type: 'text', lines: [{ kind: 'paragraph', spans: [{ text: 'here', href: bad }, { text: '.' }] }] },
      { type: 'social', links: [{ network: 'x', href: '' }] },
      { type: 'button', text: 'Works', href: 'https://koehler.co/' },
      { type: 'image', src: 'https://koehler.co/a.png', alt: 'Without a link' },
    ],
    'link',
  )
  const wrong = `leads to “${bad}”, which is no address: begin it with https://.`
  expect(found).toEqual([
    `The button “Read the main story” ${wrong}`,
    'The button “In a column” has no address: it leads nowhere.',
    `The picture “Autumn” ${wrong}`,
    `The link “here” ${wrong}`,
    'The link “x” has no address: it leads nowhere.',
  ])
})

test('what a template has left stops a message: its imprint, its words, its pictures', () => {
  expect(stopsInBlocks([{ type: 'footer', imprint: samples.imprint }], 'sample')).toEqual([
    'The imprint is still that of the template: say who sends this.',
  ])
  for (const sample of Object.values(samples)) {
    const first = sample.split('\n')[0] ?? ''
    const lines = [{ kind: 'paragraph', spans: [{ text: sample.replaceAll('\n', ' ') }] }]
    const text = sample === samples.imprint ? [] : stopsInBlocks([{ type: 'text', lines }], 'sample')
    if (sample !== samples.imprint) expect(text).toEqual([`“${first}” is still there from the template.`])
    expect(stopsIn(`<table><tr><td>${first}</td></tr></table>`, 'sample')).toHaveLength(1)
  }
  expect(stopsInBlocks([], 'sample', samples.lead)).toHaveLength(1)
  for (const html of [
    '<p>Lorem ipsum dolor sit amet</p>',
    '<p>Your <b>text</b> here</p>',
    '<h1>Add your headline here</h1>',
    '<p>Musterstraße 1</p>',
    '<img src="https://via.placeholder.com/600x200" alt="">',
    '<img src="//picsum.photos/200" alt="">',
  ]) {
    expect([html, stopsIn(html, 'sample').length > 0]).toEqual([html, true])
  }
  expect(stopsIn('<p>Hi</p>', 'sample', 'Lorem ipsum')).toHaveLength(1)
})

test('what people write about the same things stops nothing', () => {
  for (const html of [
    '<p>Please tell us your name and the name of your company.</p>',
    '<style>/* your text here */</style><p>Hello</p>',
    '<p>Your company is invited to our fair.</p>',
    '<img src="https://alder.co/lorem-ipsum.png" alt="">',
  ]) {
    expect([html, stopsIn(html, 'sample')]).toEqual([html, []])
  }
})
