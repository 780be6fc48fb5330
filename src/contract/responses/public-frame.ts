import { colourPattern, edgeOn, textOn } from './brand-colours.ts'
import type { PublicWords } from './words-en.ts'
import type { Language } from './words.ts'

/** What readers see of an organization. Empty texts and null: nothing is shown. */
export type ShownBrand = {
  name: string
  /** `#rrggbb`; null: the color of Quiver. */
  color: string | null
  logo: { url: string; width_px: number; height_px: number } | null
  imprint: string
  imprint_url: string
}

export const noBrand: ShownBrand = { name: '', color: null, logo: null, imprint: '', imprint_url: '' }

type Framed = {
  language: Language
  words: Pick<PublicWords, 'imprint'>
  brand: ShownBrand
  title: string
  body: string
  /** CSS besides that of all pages. */
  style?: string
}

const panels = { light: '#ffffff', dark: '#1b1f23' }
const own = { light: '#0b5f6b', dark: '#5cc3d0' }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function encode(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A whole page without scripts. @param title, body: HTML. */
export function framed({ language, words, brand, title, body, style = '' }: Framed): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}${brand.name === '' ? '' : ` · ${encode(brand.name)}`}</title>
<style>
${styleIn(brand.color)}
${style}
</style>
</head>
<body>
${headOf(brand)}<main>
<h1>${title}</h1>
${body}
</main>
${footOf(brand, words)}</body>
</html>
`
}

function headOf({ name, logo }: ShownBrand): string {
  if (logo !== null) {
    const size = `width="${logo.width_px}" height="${logo.height_px}"`
    return `<header><img src="${encode(logo.url)}" alt="${encode(name)}" ${size}></header>\n`
  }
  return name === '' ? '' : `<header><p class="name">${encode(name)}</p></header>\n`
}

function footOf({ imprint, imprint_url: url }: ShownBrand, words: Framed['words']): string {
  const lines = imprint.trim() === '' ? [] : [encode(imprint.trim()).replaceAll(/\r\n?|\n/g, '<br>\n')]
  const link = /^https?:\/\//i.test(url)
    ? [`<a href="${encode(url)}" rel="noreferrer">${encode(words.imprint)}</a>`]
    : []
  const parts = [...lines, ...link].map((part) => `<p>${part}</p>`)
  return parts.length === 0 ? '' : `<footer>\n${parts.join('\n')}\n</footer>\n`
}

function colours(color: string | null, scheme: 'light' | 'dark'): string {
  const main = color !== null && colourPattern.test(color) ? color : own[scheme]
  return `--main: ${main}; --on: ${textOn(main)}; --edge: ${edgeOn(main, panels[scheme])}`
}

function styleIn(color: string | null): string {
  const known = styles.get(color)
  if (known !== undefined) return known
  if (styles.size >= stylesMax) styles.clear()
  const style = styleOf(color)
  styles.set(color, style)
  return style
}

/** By color: its contrasts took half the time of a page. */
const styles = new Map<string | null, string>()
const stylesMax = 100

function styleOf(color: string | null): string {
  return `:root { color-scheme: light dark; --page: #fbfaf7; --panel: ${panels.light}; --text: #1c2024; --quiet: #565c63;
  --line: #ddd9d0; ${colours(color, 'light')} }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171a; --panel: ${panels.dark}; --text: #e8e6e1; --quiet: #a3a8ad; --line: #2c3238;
    ${colours(color, 'dark')} }
  /* Most logos are drawn for white. */
  header img { padding: 10px 14px; border-radius: 8px; background: #fff }
}
* { box-sizing: border-box }
body { margin: 0; padding: 10vh 1rem 2rem; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif }
header, main, footer { max-width: 28rem; margin: 0 auto }
header { margin-bottom: 1.5rem }
header img { display: block; width: auto; height: auto; max-width: min(100%, 15rem); max-height: 4.5rem }
.name { margin: 0; font-size: 1.125rem; font-weight: 600; overflow-wrap: anywhere }
main { padding: 2rem; border: 1px solid var(--line); border-top: 4px solid var(--edge); border-radius: 10px; background: var(--panel) }
h1 { margin: 0; font-size: 1.625rem; line-height: 1.25; text-wrap: balance }
p { margin: 0.75rem 0 0; overflow-wrap: anywhere }
form { margin: 1.5rem 0 0 }
main a { color: inherit }
.more { margin-top: 1.5rem; font-size: 0.9375rem }
.way-back { margin-top: 1.75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); color: var(--quiet) }
.way-back form { margin-top: 1rem }
button { min-height: 44px; padding: 0.4rem 1.5rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--main); color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
button.second { background: transparent; border-color: var(--quiet); color: var(--text) }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px }
footer { padding: 1.25rem 2rem 0; color: var(--quiet); font-size: 0.875rem }
footer a { color: inherit }
@media (max-width: 30rem) {
  body { padding-top: 2rem }
  main { padding: 1.5rem }
  footer { padding-left: 1.5rem; padding-right: 1.5rem }
  button { width: 100% }
}`
}
