import type { Code, CodeTable, MergeValues } from './codes.ts'

/**
 * Where in a message a code stands, which says how its value is written.
 * - `header`: one line of a header; - `text`, `text_url`: the text part, and a URL in it;
 * - `html`: the HTML part; `url`, `url_start`: within a URL there, and at its very beginning.
 */
export type Place = 'header' | 'text' | 'text_url' | 'html' | 'url' | 'url_start'

/** A part of a content that is different for each subscriber. */
export type Slot = { code: Code; place: Place }

/** A content, read once and rendered for each subscriber. */
export type Template = readonly (string | Slot)[]

export type FoundCode = { start: number; end: number; code: Code }

/** A name of a custom field has at most 49 characters, `api:` and a key at most 54; those beyond the plane count twice. */
const nameLengthMax = 110

/**
 * The replacement codes of a text, `%%name%%`, in order. What is no known code stays text, and its second `%%` may begin
 * the next one. Linear, and a single pass over the content: values are never looked into.
 */
export function findCodes(text: string, codes: CodeTable): FoundCode[] {
  const found: FoundCode[] = []
  let start = text.indexOf('%%')
  while (start !== -1) {
    // Of more percent signs, the last two begin the code.
    while (text[start + 2] === '%') start++
    const close = text.indexOf('%%', start + 2)
    if (close === -1) break
    const isName = close - start - 2 <= nameLengthMax
    const code = isName ? codes(text.slice(start + 2, close)) : undefined
    if (code === undefined) {
      start = close
      continue
    }
    found.push({ start, end: close + 2, code })
    start = text.indexOf('%%', close + 2)
  }
  return found
}

/** A subject or the value of a header. */
export function compileHeader(text: string, codes: CodeTable): Template {
  return cut(
    text,
    findCodes(text, codes).map((found) => ({ ...found, piece: { code: found.code, place: 'header' } })),
  )
}

/** A text part. A code is in a URL when `http://` or `https://` stands before it with no white space between. */
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
  return cut(text, edits)
}

/** What stands in a text in place of the characters from `start` to `end`. */
export type Edit<Piece> = { start: number; end: number; piece: Piece }

/** The text with the edits made. @param edits in order; one that begins within another is passed over. */
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
  for (const piece of template) text += typeof piece === 'string' ? piece : renderSlot(piece, values)
  return text
}

/** The value of a code, encoded for its place. */
export function renderSlot({ code, place }: Slot, values: MergeValues): string {
  const value = code.read(values)
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
      // A whole URL that a subscriber gave; encoded as a part of one it would lead nowhere.
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

/** Line breaks and other control characters, runs of them, become a space. */
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

export function htmlEncode(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

function urlEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
