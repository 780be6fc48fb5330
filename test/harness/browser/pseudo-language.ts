import type { Page, Route } from 'playwright-core'
import { endpoints } from '../../../src/contract/api/endpoints.ts'

const endpointIds: ReadonlySet<string> = new Set(
  endpoints.map(({ id }) => id).filter((id) => /[a-z][A-Z]/.test(id)),
)

/** Marks every sentence of the catalogue, and makes it longer, as other languages do: `⟦Lísts of péóplé ~~~~~⟧`. */
const pseudo = `
const vowels = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' }
const code = new Set(['tone', 'link'])
// Of a choice the value is a code, and the label a word.
const isCode = (name, of) => code.has(name) || (name === 'value' && 'label' in of)
const marked = (text) => text === '' || text.startsWith('/') || text.startsWith('⟦')
  ? text
  : '⟦' + text.replace(/[aeiou]/gi, (letter) => vowels[letter]) + '~'.repeat(Math.ceil(text.length * 0.4)) + '⟧'
function pseudo(value) {
  if (typeof value === 'string') return marked(value)
  if (typeof value === 'function') return (...given) => pseudo(value(...given))
  if (Array.isArray(value)) return value.map(pseudo)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isCode(name, value) ? one : pseudo(one)]))
}
`

/** Answers the chunks of words with the same words, marked. The console itself is as it was built. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/words-[\w-]+\.js$/, async (route: Route) => {
    const answer = await route.fetch()
    const names = [...(await answer.text()).matchAll(/export\s*\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').map((one) => one.trim().split(' as ').at(-1) ?? ''),
    )
    const exports = names.map(
      (name) => `const _${name} = pseudo(words.${name}); export { _${name} as ${name} }`,
    )
    const source = `import * as words from ${JSON.stringify(`${route.request().url()}?plain`)}\n${pseudo}\n${exports.join('\n')}`
    await route.fulfill({ body: source, contentType: 'text/javascript' })
  })
}

/** What the server has answered so far: names, addresses, times of records. What looks like a code of the API is none. */
export type Answered = () => Promise<ReadonlySet<string>>

export function dataOf(page: Page): Answered {
  const found = new Set<string>()
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/ga/') || response.url().endsWith('/stream')) return
    reading.push(
      response.json().then(
        (body) => collect(body, found),
        () => undefined,
      ),
    )
  })
  return async () => {
    await Promise.all(reading)
    return found
  }
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string' && !/^[a-z_]*$/.test(value)) into.add(value)
  if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one, into)
}

const shown = `(() => {
  const texts = []
  const isHidden = (element) => element.closest('code, pre, svg, iframe, .cm-editor, [data-verbatim]') !== null
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent !== null && !['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA'].includes(parent.tagName) && !isHidden(parent)) texts.push(walker.currentNode.data)
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    // Libraries measure with elements that nobody meets.
    if (isHidden(element) || element.matches('[aria-hidden=true]')) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
  }
  return [...new Set(texts.map((text) => text.trim()))]
})()`

/** Of `Intl`, in every language: 3 May 2026, 68 MB, Europe/Berlin. */
const formatted =
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|UTC|[kMGT]?B|am|pm)\b|\b[A-Z]\w+(\/[\w+-]+)+|[\d.,]+[kmbn]\b/g

/**
 * @returns the texts on the page that no catalogue has: written in a component; and those with a name of the API, such as
 * `from_email` or `showSendingCredits`, also if a catalogue has them.
 */
export async function foreignTexts(page: Page, answered: Answered): Promise<string[]> {
  const data = await answered()
  // A letter alone, such as the name of a version, stands in many words.
  const known = [...data]
    .filter(({ length }) => length > 1)
    .toSorted((one, other) => other.length - one.length)
  return (await page.evaluate<string[]>(shown)).filter((text) => {
    if (text.split(/\W+/).some((word) => endpointIds.has(word))) return true
    const withoutData = (left: string) => known.reduce((rest, one) => rest.replaceAll(one, ' '), left)
    const withoutFormats = (left: string) => left.replaceAll(formatted, ' ')
    // In either order: a campaign is called May news, and a person lives in Oslo of Europe/Oslo.
    const plains = [withoutFormats(withoutData(text)), withoutData(withoutFormats(text))]
    if (plains.some((plain) => /\p{L}_\p{L}/u.test(plain))) return true
    return !/[⟦⟧~áéíóúÁÉÍÓÚ]/.test(text) && plains.every((plain) => /[A-Za-z]{2,}/.test(plain))
  })
}
