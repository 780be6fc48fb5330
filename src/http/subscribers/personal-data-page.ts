import type { PersonalData } from '../../actions/subscribers/personal-data.ts'
import type { DataWords } from '../../contract/subscribers/personal-data-words/en.ts'
import { dataWords } from '../../contract/subscribers/personal-data-words/words.ts'
import { directionOf, type Language } from '../../contract/users/languages.ts'

/** One file without anything from elsewhere. What is written here escapes every name and value. */
export async function* dataPage(
  { about, records }: PersonalData,
  language: Language,
): AsyncGenerator<string> {
  const words = { ...dataWords(language), time: timeIn(language, about.time_zone) }
  const { left_out: leftOut, ...head } = about
  const title = `${words.page.title}: ${about.email}`
  yield `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(words.page.title)}</h1>
${listOf(head, words)}
`
  const met = new Set<string>(leftOut)
  let open: string | undefined
  for await (const { part, data } of records) {
    if (open !== part) {
      yield `${open === undefined ? '' : '</section>\n'}<section>\n<h2>${escape(words.parts[part])}</h2>\n`
      open = part
      met.add(part)
    }
    yield `<article>${listOf(data, words)}</article>\n`
  }
  if (open !== undefined) yield '</section>\n'
  const names = Object.entries(words.parts)
  yield note(
    words.page.empty,
    names.filter(([part]) => !met.has(part)).map(([, name]) => name),
  )
  yield note(
    words.page.leftOut,
    leftOut.map((part) => words.parts[part]),
  )
  yield '</main>\n</body>\n</html>\n'
}

function note(heading: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const items = names.map((name) => `<li>${escape(name)}</li>`).join('')
  return `<section class="note">\n<h2>${escape(heading)}</h2>\n<ul>${items}</ul>\n</section>\n`
}

type Words = DataWords & { time: (instant: string) => string }

function timeIn(language: Language, timeZone: string): Words['time'] {
  // Digits as in the addresses and numbers around them.
  const locale = { en: 'en-GB', ar: 'ar-u-nu-latn' }[language as string] ?? language
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone })
  return (instant) => format.format(new Date(instant))
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/

/** In the order of the labels. What is empty says nothing. */
function listOf(data: object, words: Words): string {
  const place = (name: string) => {
    const found = Object.keys(words.fields).indexOf(name)
    return found < 0 ? Number.MAX_SAFE_INTEGER : found
  }
  const sorted = Object.entries(data).toSorted(([one], [other]) => place(one) - place(other))
  const entries = sorted.flatMap(([name, value]) => {
    const isText = typeof value === 'string' && value !== ''
    const shown = isText ? own(inWords(name, value, words)) : shownAs(value, words)
    return shown === '' ? [] : [`<dt>${escape(labelOf(name, words))}</dt><dd>${shown}</dd>`]
  })
  return entries.length === 0 ? '' : `<dl>${entries.join('')}</dl>`
}

/** What the server has words for; what people have written stays as it is. */
const worded: ReadonlySet<string> = new Set(['from', 'kind', 'state', 'status', 'to', 'type'])

function inWords(name: string, value: string, { time, values }: Words): string {
  if (instant.test(value)) return time(value)
  return worded.has(name) && Object.hasOwn(values, value) ? (values[value] ?? value) : value
}

function shownAs(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return own(value ? words.page.yes : words.page.no)
  if (Array.isArray(value)) return listed(value, words)
  if (typeof value !== 'object') return own(plain(value))
  return named(value) ?? listOf(value, words)
}

function listed(values: readonly unknown[], words: Words): string {
  if (values.length === 0) return ''
  if (values.every((one) => typeof one !== 'object' || one === null)) return own(values.join(', '))
  const items = values.map((one) => field(one, words) ?? shownAs(one, words)).filter((item) => item !== '')
  return items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

/** A record by its name: its number is for programs. */
function named(value: object): string | undefined {
  if (!('id' in value && 'name' in value)) return undefined
  const { id, name } = value
  return own(plain(name ?? id))
}

/** A field of the list, or a line of a message's head, with its value. */
function field(one: unknown, words: Words): string | undefined {
  if (typeof one !== 'object' || one === null || !('name' in one && 'value' in one)) return undefined
  const value = shownAs(one.value, words)
  return value === '' ? '' : `${own(plain(one.name))}: ${value}`
}

function labelOf(name: string, { fields }: Words): string {
  const label = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined
  return label ?? name.replaceAll('_', ' ')
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A value keeps its own direction, and its place beside its label. */
function own(text: string): string {
  return `<bdi>${escape(text)}</bdi>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Without the control characters that HTML has no place for. */
function escape(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}|[&<>"']/gu, (sign) => entities[sign] ?? '')
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 48rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 0.5rem; break-after: avoid; }
article { border-top: 1px solid #8886; padding: 0.75rem 0; break-inside: avoid; }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.15rem 1rem; margin: 0; }
dt { opacity: 0.72; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; text-align: start; }
dd dl { white-space: normal; }
ul { margin: 0; padding-inline-start: 1.1rem; white-space: normal; }
li { white-space: pre-wrap; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.35rem; } }
@media print { @page { margin: 18mm; } main { max-width: none; padding: 0; } article { font-size: 0.85rem; } }
`
