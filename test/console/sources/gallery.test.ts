import { expect, test } from 'vitest'
import { gallery } from '../../../console/campaigns/compose/gallery/all.ts'
import { drawingOf, withDrawings } from '../../../console/campaigns/compose/gallery/drawn.ts'
import { filledFor } from '../../../console/campaigns/compose/gallery/brand.ts'
import { compileDocument } from '../../../src/contract/blocks/compile.ts'
import type { BlockDocument } from '../../../src/contract/blocks/document.ts'
import { inspectContent } from '../../../src/rendering/inspection/content.ts'

const sender = {
  name: 'Alder & Finch',
  color: '#123456',
  logo: { id: 1, url: 'https://news.alder.co/a/1-logo', width_px: 300, height_px: 80 },
  imprint: '1 Street, 12345 Town',
  imprint_url: 'https://alder.co/',
}

const organization = {
  htmlHeader: '',
  htmlFooter: '',
  textHeader: '',
  textFooter: '',
  unsubTagMode: 'append_if_missing' as const,
}

function stopsIn(document: BlockDocument): string[] {
  const parts = compileDocument(document)
  const body = { id: 1, format: 'both' as const, subject: 'News', ...parts }
  const source = { kind: 'campaign' as const, id: 1, name: 'May' }
  const message = { organization, fields: [], source }
  const found = inspectContent({ body, document, message, htmlBytes: parts.html.length })
  return found.filter(({ kind }) => kind === 'stop').map(({ sentence }) => sentence)
}

test('there are twelve templates at least, and none can be sent as it is', () => {
  expect(gallery.length).toBeGreaterThanOrEqual(12)
  expect(new Set(gallery.map(({ key }) => key)).size).toBe(gallery.length)
  expect(gallery.filter(({ document }) => stopsIn(document).length === 0)).toEqual([])
})

test.each(gallery)(
  '$key is filled with name, address, color, logo and web site of the sender',
  ({ document }) => {
    const filled = filledFor(document, sender)
    const { html, text } = compileDocument(filled)
    expect(text).toContain('Alder & Finch\n1 Street, 12345 Town')
    expect(text).not.toMatch(/Your (?:company|shop|street)/)
    expect(html).toContain('#123456')
    // The logo stands wherever a template has a header, and leads to the site.
    const hasHeader = document.blocks.some(({ type }) => type === 'header')
    expect(html.includes('src="https://news.alder.co/a/1-logo"')).toBe(hasHeader)
    if (hasHeader) expect(html).toContain('href="https://alder.co/"')
    if (document.theme.button !== '#0b5f6b') expect(html).not.toContain(document.theme.button)
    expect(stopsIn(filled)).not.toContain('The imprint is still that of the template: say who sends this.')
  },
)

test('twelve templates come with a picture of ours, drawn in the color of the sender', () => {
  const sources = gallery.flatMap(({ document }) =>
    filledFor(document, sender).blocks.flatMap((block) => (block.type === 'image' ? [block.src] : [])),
  )
  expect(sources.length).toBeGreaterThanOrEqual(12)
  expect(new Set(sources).size).toBe(sources.length)
  for (const src of sources) {
    const { svg } = drawingOf(src) ?? expect.fail(src)
    expect(svg).toContain('rgb(18,52,86)')
    expect(svg).not.toMatch(/NaN|undefined/)
    expect(withDrawings(`<img src="${src}">`)).toMatch(/^<img src="data:image\/svg\+xml,/)
  }
})

test('what is not known of a sender stays a sample, which the check finds', () => {
  const unknown = { name: '', color: null, logo: null, imprint: '', imprint_url: '' }
  for (const { document } of gallery) {
    expect(filledFor(document, unknown).theme).toEqual(document.theme)
    expect(stopsIn(filledFor(document, unknown))).toContain(
      'The imprint is still that of the template: say who sends this.',
    )
  }
})
