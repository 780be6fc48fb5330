import type { Code, CodeTable, MergeValues } from './codes.ts'
import { foldBlocks, type ConditionalPiece } from './conditional.ts'

/** Decides how a value is encoded. `text_url`: inside a URL of the text part; `url`: inside one of the HTML part. */
export type Place = 'header' | 'text' | 'text_url' | 'html' | 'url' | 'url_start'

export type Slot = { code: Code; place: Place }

export type TrackingUrls = {
  click: (link: number) => string
  open: string
  /** Of a link that no person sees: who follows it is a program. Absent: the message has none. */
  hidden?: string | undefined
}

/** A part that was parsed as a whole. */
export type LiquidSlot = { liquid: (values: MergeValues, urls: TrackingUrls | null) => string }

type TextPiece = string | Slot | LiquidSlot
export type Template = readonly (TextPiece | ConditionalPiece<TextPiece>)[]

export type FoundCode = { start: number; end: number; code: Code }

/** Field names have at most 49 characters, `api:` and a key at most 54; a character may take two code units. */
const nameLengthMax = 110
/** What a code says where its value is blank. */
const defaultLengthMax = 500

/** Unknown codes stay text, and their second `%%` may begin the next code. Values are not searched for codes. */
export function findCodes(text: string, codes: CodeTable): FoundCode[] {
  const found: FoundCode[] = []
  let start = text.indexOf('%%')
  while (start !== -1) {
    // Of three or more percent signs, the last two begin the code.
    while (text[start + 2] === '%') start++
    const close = text.indexOf('%%', start + 2)
    if (close === -1) break
    const code = readCode(text, start + 2, close, codes)
    if (code === undefined) {
      start = close
      continue
    }
    found.push({ start, end: close + 2, code })
    start = text.indexOf('%%', close + 2)
  }
  return found
}

function readCode(text: string, start: number, end: number, codes: CodeTable): Code | undefined {
  if (end - start > nameLengthMax + defaultLengthMax) return undefined
  const name = text.slice(start, end)
  const bar = name.indexOf('|')
  return (bar === -1 ? name.length : bar) > nameLengthMax ? undefined : codes(name)
}

export function compileHeader(text: string, codes: CodeTable): Template {
  return cut(
    text,
    findCodes(text, codes).map((found) => ({ ...found, piece: { code: found.code, place: 'header' } })),
  )
}

/** A code is inside a URL if `http://` or `https://` precedes it without white space in between. */
export function compileText(text: string, codes: CodeTable): Template {
  let end = 0
  let isInUrl = false
  const edits = findCodes(text, codes).map((found) => {
    const before = text.slice(end, found.start)
    const run = before.slice(before.search(/\s\S*$/) + 1)
    isInUrl = (isInUrl && run.length === before.length) || /https?:\/\//i.test(run)
    end = found.end
    const place: Place = isInUrl ? 'text_url' : 'text'
    return { ...found, piece: { code: found.code, place } }
  })
  return foldBlocks(cut(text, edits))
}

export type Edit<Piece> = { start: number; end: number; piece: Piece }

export function cut<Piece>(text: string, edits: readonly Edit<Piece>[]): (string | Piece)[] {
  const pieces: (string | Piece)[] = []
  let end = 0
  for (const edit of edits) {
    if (edit.start < end) continue
    if (edit.start > end) pieces.push(text.slice(end, edit.start))
    pieces.push(edit.piece)
    end = edit.end
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

export function renderTemplate(template: Template, values: MergeValues): string {
  let text = ''
  for (const piece of template) {
    if (typeof piece === 'string') text += piece
    else if ('block' in piece)
      text += values.hidden?.[piece.block] === true ? '' : renderTemplate(piece.pieces, values)
    else text += 'liquid' in piece ? piece.liquid(values, null) : renderSlot(piece, values)
  }
  return text
}

export function renderSlot({ code, place }: Slot, values: MergeValues): string {
  const value = code.read(values)
  // The author's own words, written for the place where they stand.
  if (code.otherwise !== undefined && value.trim() === '')
    return place === 'header' ? oneLine(code.otherwise) : code.otherwise
  switch (place) {
    case 'header':
      return oneLine(value)
    case 'text':
      return value
    case 'text_url':
      return code.urlEncode ? urlEncode(value) : value
    case 'html':
      return code.htmlEncode ? htmlEncode(value) : value
    case 'url_start':
      // A complete URL; encoding it as a URL component would break it.
      if (code.isUrl || /^https?:\/\//i.test(value)) return code.htmlEncode ? htmlEncode(value) : value
      return renderInUrl(code, value)
    case 'url':
      return renderInUrl(code, value)
  }
}

function renderInUrl(code: Code, value: string): string {
  if (code.urlEncode) return htmlEncode(urlEncode(value))
  return code.htmlEncode ? htmlEncode(value) : value
}

export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const encodedInHtml = /[&<>"']/

export function htmlEncode(text: string): string {
  // Most values have none of them, and looking is faster than replacing nothing.
  if (!encodedInHtml.test(text)) return text
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

export function urlEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
