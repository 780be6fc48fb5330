import type { Code, CodeTable, MergeValues } from './codes.ts'
import { foldBlocks, type ConditionalPiece } from './conditional.ts'
import {
  cut,
  findCodes,
  htmlEncode,
  renderSlot,
  type Edit,
  type LiquidSlot,
  type Place,
  type Slot,
  type TrackingUrls,
} from './merge.ts'
import { readTags } from './tags.ts'

type LinkSlot = { link: number }
type PixelSlot = { pixel: true }

type HtmlPiece = string | Slot | LiquidSlot | LinkSlot | PixelSlot

export type HtmlTemplate = {
  pieces: readonly (HtmlPiece | ConditionalPiece<HtmlPiece>)[]
  links: readonly string[]
}

export type Tracking = { links: boolean; opens: boolean }

/**
 * Changes nothing, not even broken markup, except for `href` of `a` and `area` with an http or https URL without codes.
 * The open pixel goes before `</body>` or at the end.
 */
export function compileHtml(html: string, codes: CodeTable, tracking: Tracking): HtmlTemplate {
  const found = findCodes(html, codes)
  const { urls, bodyEnd } = scanHtml(html)
  const links = new Map<string, number>()
  const edits: Edit<Slot | LinkSlot | PixelSlot>[] = []
  let next = 0
  const takeCodes = (until: number, placeOf: (code: { start: number; code: Code }) => Place) => {
    for (let code = found[next]; code !== undefined && code.start < until; code = found[++next]) {
      edits.push({ start: code.start, end: code.end, piece: { code: code.code, place: placeOf(code) } })
    }
  }
  for (const url of urls) {
    takeCodes(url.start, () => 'html')
    const first = url.start + html.slice(url.start, url.end).search(/\S|$/)
    takeCodes(url.end, ({ start }) => (start <= first ? 'url_start' : 'url'))
    const hasCode = (edits.at(-1)?.end ?? 0) > url.start
    if (!tracking.links || hasCode || url.link === null) continue
    const link = links.get(url.link) ?? links.size
    links.set(url.link, link)
    edits.push({ start: url.start, end: url.end, piece: { link } })
  }
  takeCodes(html.length, () => 'html')
  if (tracking.opens) {
    edits.push({ start: bodyEnd, end: bodyEnd, piece: { pixel: true } })
    edits.sort((one, other) => one.start - other.start)
  }
  return { pieces: foldBlocks(cut(html, edits)), links: [...links.keys()] }
}

export function renderHtml(
  template: Pick<HtmlTemplate, 'pieces'>,
  values: MergeValues,
  urls: TrackingUrls,
): string {
  let html = ''
  for (const piece of template.pieces) {
    if (typeof piece === 'string') html += piece
    else if ('block' in piece)
      html += values.hidden?.[piece.block] === true ? '' : renderHtml(piece, values, urls)
    else if ('liquid' in piece) html += piece.liquid(values, urls)
    else if ('code' in piece) html += renderSlot(piece, values)
    else if ('link' in piece) html += htmlEncode(urls.click(piece.link))
    else html += pixel(urls)
  }
  return html
}

/** And the link that no person sees. */
export function pixel({ open, hidden }: Pick<TrackingUrls, 'open' | 'hidden'>): string {
  const image = `<img src="${htmlEncode(open)}" width="1" height="1" alt="" style="border:0;width:1px;height:1px">`
  if (hidden === undefined) return image
  return `${image}<a href="${htmlEncode(hidden)}" style="display:none" aria-hidden="true" tabindex="-1"></a>`
}

export function wrapHtml(html: string, header: string, footer: string): string {
  if (header === '' && footer === '') return html
  const { bodyStart, bodyEnd } = scanHtml(html)
  return html.slice(0, bodyStart) + header + html.slice(bodyStart, bodyEnd) + footer + html.slice(bodyEnd)
}

/** `link`: the target if clicks can be tracked. */
type UrlSpan = { start: number; end: number; link: string | null }

export const urlAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'background',
  'cite',
  'data',
  'poster',
])
export const linkTags = new Set(['a', 'area'])

function scanHtml(html: string): { urls: UrlSpan[]; bodyStart: number; bodyEnd: number } {
  const urls: UrlSpan[] = []
  const opened = new Set<string>()
  let bodyStart: number | null = null
  let bodyEnd: number | null = null
  let tag = ''
  let hasLink = false
  readTags(html, {
    tag: (name) => {
      opened.add(name)
      tag = name
      hasLink = false
    },
    attribute: (name, value, start, end) => {
      if (!urlAttributes.has(name)) return
      const span = valueSpan(html, start, end)
      if (span === null) return
      // Of a duplicate attribute, browsers use the first.
      const isLink = name === 'href' && linkTags.has(tag) && !hasLink
      hasLink ||= name === 'href'
      urls.push({ ...span, link: isLink ? countableUrl(value) : null })
    },
    tagEnd: (end) => {
      if (tag === 'body') bodyStart ??= end
    },
    close: (name, start) => {
      if ((name === 'body' || name === 'html') && opened.has(name)) bodyEnd ??= start
    },
  })
  bodyStart ??= 0
  return { urls, bodyStart, bodyEnd: Math.max(bodyEnd ?? html.length, bodyStart) }
}

function valueSpan(html: string, start: number, end: number): { start: number; end: number } | null {
  const equals = html.indexOf('=', start)
  if (equals === -1 || equals >= end) return null
  let from = equals + 1
  while (from < end && /\s/.test(html[from] ?? '')) from++
  const quote = html[from]
  if (quote !== '"' && quote !== "'") return { start: from, end }
  const close = html.indexOf(quote, from + 1)
  return close === -1 || close > end ? null : { start: from + 1, end: close }
}

export function countableUrl(value: string): string | null {
  const url = value.replaceAll(/[\t\r\n]/g, '').trim()
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
}
