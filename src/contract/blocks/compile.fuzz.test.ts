import * as fc from 'fast-check'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { changedValue, valueOrRefusal } from '../../../test/harness/fuzz/changed.ts'
import { propertyRuns } from '../../../test/harness/fuzz/runs.ts'
import { checkFields } from '../api/problems.ts'
import { compileDocument } from './compile.ts'
import { blockDocumentInput } from './schema.ts'

const spans = [{ text: 'Good day %%First_name%%' }, { text: 'read', href: 'https://example.com/?a=1&b=2', marks: ['bold', 'italic'] }] // oxfmt-ignore
const lines = [{ spans }, { kind: 'bullet', spans }, { kind: 'number', spans }]
const inner = [
  { type: 'text', lines, align: 'center' },
  { type: 'heading', text: 'May', level: 1 },
  { type: 'image', src: 'https://example.com/a.png', alt: 'A', href: 'mailto:a@example.com', width_px: 300 },
  { type: 'button', text: 'Buy', href: 'https://example.com/b', color: '#0b5f6b', full_width: true },
  { type: 'divider', thickness_px: 2 },
  { type: 'spacer', height_px: 30 },
  { type: 'social', links: [{ network: 'x', href: 'https://example.com/x' }] },
  { type: 'quote', text: 'Fine.\nVery.', attribution: 'Ann' },
  { type: 'html', html: '<b>x</b>', text: 'x' },
]
const blocks = [
  { type: 'header', name: 'Example', web_version_text: 'In the browser' },
  ...inner,
  { type: 'columns', split: '1-2', gap_px: 10, columns: [{ blocks: inner.slice(0, 3) }, { blocks: [] }] },
  { type: 'footer', lines, imprint: 'Example Ltd\n1 Street', id: 'f', background: '#ffffff' },
]
const theme = { language: 'de-AT', width_px: 640, font: 'serif', text: '#000000' }
/** Small, so that a change meets each field. */
const samples = [{ version: 1, preheader: 'Before', theme }, ...blocks.map((block) => ({ blocks: [block] }))]

const form = z.object({ document: blockDocumentInput })

/** Of JSON, as deep as a body may be. */
function sizeOf(value: unknown): number {
  let size = 0
  const open = [value]
  while (open.length > 0) {
    const one = open.pop()
    size += typeof one === 'string' ? 2 + one.length : 2
    if (typeof one !== 'object' || one === null) continue
    for (const [key, child] of Object.entries(one)) {
      size += key.length + 3
      open.push(child)
    }
  }
  return size
}

test('changed documents compile to what can be stored, or are refused, in proportion to their size', () => {
  let compiled = 0
  fc.assert(
    fc.property(changedValue(samples), (value) => {
      const checked = valueOrRefusal(() => checkFields(form, { document: value }))
      if (checked === null) return
      compiled += 1
      const { document } = checked
      const { html, text } = compileDocument(document, { marksBlocks: true })
      expect(html).toMatch(/^<!doctype html>[^\0\p{Cs}]*<\/html>\n$/u)
      expect(text).toMatch(/^[^\0\p{Cs}]*\n$/u)
      const size = sizeOf(document)
      // An & becomes five characters; a block and a span have about as much markup as they have names of fields.
      expect(html.length).toBeLessThanOrEqual(8_000 + 10 * size)
      expect(text.length).toBeLessThanOrEqual(100 + 2 * size)
      const twice = compileDocument(
        { ...document, blocks: [...document.blocks, ...document.blocks] },
        { marksBlocks: true },
      )
      expect(twice.html.length).toBeLessThanOrEqual(2 * html.length)
      expect(twice.text.length).toBeLessThanOrEqual(2 * text.length + 2)
    }),
    propertyRuns(50_000, 200),
  )
  expect(compiled).toBeGreaterThan(10)
})
