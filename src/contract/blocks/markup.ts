import type { Block, Font, Theme } from './document.ts'

/** The blocks with a condition, with the number of their marks. */
export type Conditions = ReadonlyMap<Block, number>

/** What a block needs to know about its place. The values of the theme are safe. */
export type Surroundings = {
  theme: Theme
  width_px: number
  sides_px: number
  isPainted: boolean
  marksBlocks: boolean
  conditions: Conditions
}

/** Everything that the compiler writes into HTML passes through here, so a document that was not validated is safe as well. */

/** A replacement code. What a code must not contain would end the markup around it. */
const code = /%%(?:[^%<>"&\p{Cc}]|&(?=[ _])){1,610}%%/gu

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * For text, and for attributes in double quotes. Codes stay as they are, because the sender looks for them in the HTML;
 * it encodes the values.
 */
export function escape(text: string): string {
  let escaped = ''
  let end = 0
  const plain = text.toWellFormed()
  for (const found of plain.matchAll(code)) {
    escaped += escapeWords(plain.slice(end, found.index)) + found[0]
    end = found.index + found[0].length
  }
  return escaped + escapeWords(plain.slice(end))
}

/** Without the control characters that HTML has no place for. */
function escapeWords(text: string): string {
  return text.replaceAll(/(?![\t\n\r\x7F-\x9F])\p{Cc}|[&<>"]/gu, (character) => entities[character] ?? '')
}

export function escapeLines(text: string): string {
  return escape(text).replaceAll(/\r\n?|\n/g, '<br>')
}

/** http, https, mailto, or an address that begins with a code or an output of Liquid; '' for anything else. */
export function safeHref(href: string): string {
  // Browsers drop these inside of an address, so `java\nscript:` would be one.
  const bare = href.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim()
  return /^(?:https?:\/\/|mailto:|%%[\p{L}\p{N}]|\{\{-?\s*[\p{L}"'])/iu.test(bare) ? bare : ''
}

/** As an address of a link, or a picture that the message carries. */
export function safeSource(src: string): string {
  if (/^cid:asset-\d{1,9}$/.test(src.trim())) return src.trim()
  const bare = safeHref(src)
  return /^mailto:/i.test(bare) ? '' : bare
}

export function safeColor(color: string, otherwise: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : otherwise
}

export function within(value: number, min: number, max: number): number {
  return Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : min
}

/** By relative luminance (WCAG 2.2): the one of the two with more contrast. */
export function readableOn(background: string): '#ffffff' | '#14171a' {
  const channels = [1, 3, 5].map((start) => Number.parseInt(background.slice(start, start + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // 0.0085: the luminance of #14171a.
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.0585 ? '#ffffff' : '#14171a'
}

const families: Record<Font, string> = {
  sans: '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  serif: 'Georgia,Cambria,Times New Roman,Times,serif',
  mono: 'Menlo,Consolas,Courier New,monospace',
  humanist: 'Seravek,Gill Sans,Calibri,Optima,Candara,sans-serif',
  geometric: 'Avenir,Montserrat,Century Gothic,Verdana,sans-serif',
}

export function familyOf(font: Font): string {
  return Object.hasOwn(families, font) ? families[font] : families.sans
}
