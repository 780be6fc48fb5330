import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../test/harness/core/measure.ts'
import { zoe } from '../../test/harness/sending/merge-values.ts'
import { compileContent, renderContent } from './content.ts'
import { isDeeperThan, wordsOf } from './tags.ts'

/** What one organization may write must not hold up the messages, and the web versions, of the others. */

const size = 500_000
const content = {
  format: 'both',
  subject: '',
  html: '',
  text: '',
  fromName: '',
  fromEmail: 'a@example.com',
  senderEmail: '',
  replyTo: '',
  organization: { htmlHeader: '<p>header</p>', htmlFooter: '', textHeader: '', textFooter: '' },
  customHeaders: [],
} as const

async function compile(html: string) {
  return cpuTimeOf(() => compileContent({ ...content, html }, [], { opens: true, links: true }))
}

function filled(text: string): string {
  return text.repeat(Math.floor(size / text.length))
}

test.each([
  ['elements within each other', filled('<b>')],
  ['lists within each other', filled('<ul><li>')],
  ['headings within each other', filled('<h1>')],
  ['tables within each other', filled('<table><tr><td>')],
  ['links that never end', filled('<a href="https://a.example/">')],
  ['ends of what never began', filled('<b>').slice(0, size / 2) + filled('</i>').slice(0, size / 2)],
  ['a body in a body', filled('<body>')],
  ['codes behind white space in a url', `<a href="${' '.repeat(size / 2)}${filled('%%subscriber_id%%')}">`],
])('%s: a content as large as it may be is read in no time', async (_name, html) => {
  const ordinary = await compile(filled('<p>Dear <b>%%subscriber_id%%</b></p>'))
  const { result, cpuMs } = await compile(html)
  expect(result.html?.links.length).toBeLessThan(2)
  expect(cpuMs).toBeLessThan(1000 + 5 * ordinary.cpuMs)
})

test('of 1,000 texts for codes each is found at once, however often the content asks', async () => {
  const replacements = Object.fromEntries(
    Array.from({ length: 1000 }, (_, key) => [`key ${key}`, `<${key}>`]),
  )
  const text = filled('%%api:KEY_999%%')
  const compiled = compileContent({ ...content, format: 'text', text }, [], { opens: false, links: false })
  const { result, cpuMs } = await cpuTimeOf(() =>
    renderContent(compiled, { ...zoe, replacements }, { click: () => '', open: '' }),
  )
  expect(result.text).toBe('<999>'.repeat(Math.floor(size / 15)))
  expect(cpuMs).toBeLessThan(1000)
})

test('end tags that may be left out do not make a text deep; elements within each other do', () => {
  expect(isDeeperThan('<p>one<li>two<br>'.repeat(50), 100)).toBe(false)
  expect(isDeeperThan(`<ul>${'<li>one'.repeat(1000)}</ul>`, 2)).toBe(false)
  expect(isDeeperThan(`<table>${'<tr><td>a<td>b'.repeat(1000)}</table>`, 3)).toBe(false)
  expect(isDeeperThan('<div><img><p></p></div>'.repeat(1000), 2)).toBe(false)
  expect(isDeeperThan('<div>'.repeat(101), 100)).toBe(true)
  expect(isDeeperThan('<constructor>'.repeat(3), 2)).toBe(true)
})

test('what is too deep to be laid out keeps its words and its codes', () => {
  const html = `<style>p { }</style>${'<div>'.repeat(200)}Dear  <b>%%first_name%%</b>,<br>1 &lt; 2<script>no()</script>`
  expect(wordsOf(html)).toBe('Dear %%first_name%%,\n1 < 2')
  const compiled = compileContent({ ...content, html }, [], { opens: false, links: false })
  const rendered = renderContent(compiled, zoe, { click: () => '', open: '' })
  expect(rendered.text).toContain('1 < 2')
})
