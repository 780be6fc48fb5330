import type {
  Align,
  Block,
  ButtonBlock,
  FooterBlock,
  HeaderBlock,
  HeadingBlock,
  ImageBlock,
  Line,
  Network,
  QuoteBlock,
  SocialBlock,
  Span,
  TextBlock,
  Theme,
} from './document.ts'
import { columnsCell } from './columns.ts'
import { marked, showIf } from './conditions.ts'
import {
  escape,
  escapeLines,
  readableOn,
  safeColor,
  safeHref,
  safeSource,
  within,
  type Surroundings,
} from './markup.ts'

/** One row of a table for each block. */
export function rowsOf(blocks: readonly Block[], surroundings: Surroundings): string {
  return blocks.map((block) => rowOf(block, surroundings)).join('\n')
}

function rowOf(block: Block, around: Surroundings): string {
  const { theme, width_px: outer, sides_px, isPainted, marksBlocks, conditions } = around
  const background = safeColor(block.background, '')
  const isPlain = background === ''
  const padding = within(block.padding_px, 0, 96)
  const isBare = block.type === 'spacer' || (block.type === 'image' && block.padding_px === 0)
  const wanted = isPlain ? sides_px : Math.max(16, sides_px)
  const sides = isBare ? 0 : Math.min(wanted, Math.floor(outer / 10))
  const color = isPlain ? theme.text : readableOn(background)
  const link = isPlain ? theme.link : color
  const inner = {
    theme: { ...theme, text: color, link },
    width_px: outer - 2 * sides,
    sides_px: 0,
    isPainted: isPainted || !isPlain,
    marksBlocks,
    conditions,
  }
  const paint = isPlain ? '' : ` bgcolor="${background}"`
  // What has a background of its own keeps its colors in dark mode.
  const name = inner.isPainted ? '' : ' class="text"'
  const fill = isPlain ? '' : `;background-color:${background}`
  const style = `padding:${padding}px ${sides}px;color:${color}${fill}`
  const isConditional = showIf(block).length > 0 ? ' data-conditional' : ''
  const mark = marksBlocks ? ` data-block="${escape(block.id)}"${isConditional}` : ''
  const row = `<tr><td${mark}${name}${paint} style="${style}">${cellOf(block, inner)}</td></tr>`
  const place = conditions.get(block)
  return place === undefined ? row : marked(row, place)
}

function cellOf(block: Block, around: Surroundings): string {
  switch (block.type) {
    case 'text':
      return textCell(block, around)
    case 'heading':
      return headingCell(block)
    case 'image':
      return imageCell(block, around)
    case 'button':
      return buttonCell(block, around)
    case 'divider':
      return dividerCell(block.thickness_px, safeColor(block.color, '#ddd9d0'))
    case 'spacer': {
      const height = within(block.height_px, 1, 200)
      return `<div style="height:${height}px;line-height:${height}px;font-size:1px">&#8202;</div>`
    }
    case 'header':
      return headerCell(block, around)
    case 'footer':
      return footerCell(block, around)
    case 'social':
      return socialCell(block, around)
    case 'quote':
      return quoteCell(block, around)
    case 'html':
      return block.html
    case 'columns':
      return columnsCell(block, around, rowsOf)
  }
}

function textCell({ lines, align, font_size_px }: TextBlock, { theme }: Surroundings): string {
  const size = within(font_size_px === 0 ? theme.font_size_px : font_size_px, 10, 40)
  return linesOf(lines, { theme, align, size })
}

type Setting = { theme: Theme; align: Align; size: number }

function alignOf(align: Align): Align {
  return align === 'center' || align === 'right' ? align : 'left'
}

/** Neighbouring lines of one kind of list make one list. */
function linesOf(lines: readonly Line[], setting: Setting): string {
  const parts: string[] = []
  let items: string[] = []
  let kind: Line['kind'] = 'paragraph'
  const endList = () => {
    if (items.length === 0) return
    const tag = kind === 'number' ? 'ol' : 'ul'
    const style = `margin:0 0 12px;padding:0 0 0 24px;text-align:${alignOf(setting.align)};font-size:${setting.size}px;line-height:1.5`
    parts.push(`<${tag} style="${style}">${items.join('')}</${tag}>`)
    items = []
  }
  for (const line of lines) {
    const words = line.spans.map((span) => spanOf(span, setting.theme)).join('')
    if (line.kind !== kind) endList()
    kind = line.kind
    if (kind === 'paragraph') {
      const style = `margin:0 0 12px;text-align:${alignOf(setting.align)};font-size:${setting.size}px;line-height:1.5`
      parts.push(`<p style="${style}">${words === '' ? '&nbsp;' : words}</p>`)
    } else items.push(`<li style="margin:0 0 4px">${words}</li>`)
  }
  endList()
  return parts.join('')
}

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

function spanOf({ text, marks, href }: Span, theme: Theme): string {
  let words = escapeLines(text)
  for (const mark of marks) {
    if (Object.hasOwn(tags, mark)) words = `<${tags[mark]}>${words}</${tags[mark]}>`
  }
  return linked(words, href, `color:${theme.link};text-decoration:underline`)
}

function linked(words: string, href: string, style: string): string {
  const target = safeHref(href)
  return target === ''
    ? words
    : `<a class="link" href="${escape(target)}" target="_blank" style="${style}">${words}</a>`
}

const headingSizes = { 1: [28, 1.25], 2: [22, 1.3], 3: [18, 1.35] } as const

function headingCell({ text, level, align }: HeadingBlock): string {
  const rank = level === 1 || level === 3 ? level : 2
  const [size, lineHeight] = headingSizes[rank]
  const style = `margin:0;text-align:${alignOf(align)};font-size:${size}px;line-height:${lineHeight};font-weight:700;color:inherit`
  return `<h${rank} style="${style}">${escapeLines(text)}</h${rank}>`
}

type Picture = Pick<ImageBlock, 'src' | 'alt' | 'decorative' | 'href' | 'width_px' | 'align'>

function imageCell(picture: Picture, { theme, width_px }: Surroundings): string {
  const src = safeSource(picture.src)
  if (src === '') return ''
  const width = picture.width_px === 0 ? width_px : within(picture.width_px, 8, width_px)
  const meaning = picture.decorative ? 'alt="" role="presentation"' : `alt="${escape(picture.alt)}"`
  const style = `display:block;width:100%;max-width:${width}px;height:auto;border:0;margin:${margins[alignOf(picture.align)]};color:${theme.text}`
  const image = `<img src="${escape(src)}" ${meaning} width="${width}" style="${style}">`
  const aligned = `<div align="${alignOf(picture.align)}">`
  return `${aligned}${linked(image, picture.href, 'text-decoration:none')}</div>`
}

const margins: Record<Align, string> = { left: '0 auto 0 0', center: '0 auto', right: '0 0 0 auto' }

/** Outlook ignores the padding of links, so there it comes from the cell. */
function buttonCell(
  { text, href, align, color, full_width }: ButtonBlock,
  { theme, width_px }: Surroundings,
): string {
  const fill = safeColor(color, theme.button)
  const radius = within(theme.radius_px, 0, 40)
  const width = full_width ? ` width="${width_px}"` : ''
  const label = `display:inline-block;padding:12px 24px;font-size:16px;line-height:1.25;font-weight:600;color:${readableOn(fill)};text-decoration:none;border-radius:${radius}px;mso-padding-alt:0px`
  const target = safeHref(href)
  const words =
    target === ''
      ? `<span style="${label}">${escapeLines(text)}</span>`
      : `<a href="${escape(target)}" target="_blank" style="${label}">${escapeLines(text)}</a>`
  const cell = `<td align="center" bgcolor="${fill}" style="background-color:${fill};border-radius:${radius}px;mso-padding-alt:12px 24px">${words}</td>`
  const stretch = full_width ? ';width:100%' : ''
  return `<table role="presentation" align="${alignOf(align)}"${width} cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;margin:${margins[alignOf(align)]}${stretch}"><tr>${cell}</tr></table>`
}

function dividerCell(thickness: number, color: string): string {
  const rule = `border-top:${within(thickness, 1, 12)}px solid ${color};font-size:1px;line-height:1px;margin:0;width:100%`
  return `<p class="rule" style="${rule}">&#8202;</p>`
}

function headerCell(block: HeaderBlock, around: Surroundings): string {
  const { theme } = around
  const { name, src, href, width_px, align, web_version_text: web } = block
  const small = `margin:0 0 12px;text-align:${alignOf(align)};font-size:12px;line-height:1.5`
  const color = `color:${theme.link};text-decoration:underline`
  const version =
    web === '' ? '' : `<p style="${small}">${linked(escape(web), '%%link_to_web_version%%', color)}</p>`
  const picture = imageCell({ src, alt: name, decorative: false, href, width_px, align }, around)
  if (picture !== '') return version + picture
  const words = linked(escape(name), href, 'color:inherit;text-decoration:none')
  const style = `margin:0;text-align:${alignOf(align)};font-size:20px;line-height:1.4;font-weight:700`
  return `${version}<p style="${style}">${words}</p>`
}

function footerCell(
  { lines, imprint, unsubscribe_text, align }: FooterBlock,
  { theme }: Surroundings,
): string {
  const style = `margin:0 0 8px;text-align:${alignOf(align)};font-size:13px;line-height:1.5`
  const color = `color:${theme.link};text-decoration:underline`
  const address = imprint.trim() === '' ? '' : `<p style="${style}">${escapeLines(imprint)}</p>`
  const words = unsubscribe_text.trim() === '' ? 'Unsubscribe' : unsubscribe_text
  const leave = `<p style="${style}">${linked(escape(words), '%%unsubscribe_link%%', color)}</p>`
  return linesOf(lines, { theme, align, size: 13 }) + address + leave
}

export const networkNames: Record<Network, string> = {
  website: 'Website',
  bluesky: 'Bluesky',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  pinterest: 'Pinterest',
  threads: 'Threads',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  x: 'X',
  youtube: 'YouTube',
}

/** Words instead of icons: nothing to load, and readable without pictures. */
function socialCell({ links, align }: SocialBlock, { theme }: Surroundings): string {
  const style = `color:${theme.link};text-decoration:underline;white-space:nowrap`
  const words = links
    .filter(({ network, href }) => Object.hasOwn(networkNames, network) && safeHref(href) !== '')
    .map(({ network, href }) => linked(networkNames[network], href, style))
  return `<p style="margin:0;text-align:${alignOf(align)};font-size:14px;line-height:1.8">${words.join(' &nbsp;&middot;&nbsp; ')}</p>`
}

function quoteCell({ text, attribution, color }: QuoteBlock, { theme }: Surroundings): string {
  const bar = safeColor(color, theme.link)
  const said = `<p style="margin:0;font-size:18px;line-height:1.5;font-style:italic">${escapeLines(text)}</p>`
  const by =
    attribution === ''
      ? ''
      : `<p style="margin:8px 0 0;font-size:14px;line-height:1.5">${escape(attribution)}</p>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:4px 0 4px 16px;border-left:4px solid ${bar};color:inherit">${said}${by}</td></tr></table>`
}
