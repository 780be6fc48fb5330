import { htmlEncode, oneLine, urlEncode, type Place } from '../merge.ts'
import type { HtmlPlace } from './html-context.ts'

export type LiquidPlace = Place | HtmlPlace

export function encodeFor(place: LiquidPlace, text: string): string {
  switch (place) {
    case 'header':
      return oneLine(text)
    case 'text':
      return text
    case 'text_url':
      return urlEncode(text)
    case 'html':
      return htmlEncode(text)
    case 'url':
      return htmlEncode(urlEncode(text))
    case 'url_start':
      return htmlEncode(isAddress(text) ? text : urlEncode(text))
    case 'bare':
      return bareEncode(text)
    case 'bare_url':
      return bareEncode(urlEncode(text))
    case 'bare_url_start':
      return bareEncode(isAddress(text) ? text : urlEncode(text))
    case 'script':
      return text.replaceAll(/[^\p{L}\p{N} .,_#%+-]/gu, '')
  }
}

/** A complete one; encoding it as a part of another would break it. */
function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** Attributes without quotes end at a space. */
function bareEncode(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_.-]/gu, (character) => `&#${character.codePointAt(0)};`)
}

/** Lists as people write them; records have no text. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  if (Array.isArray(value))
    return value
      .map(textOfValue)
      .filter((text) => text !== '')
      .join(', ')
  return ''
}
