import type { NewClause } from '../segments/clauses.ts'

/**
 * A message as blocks, from which its HTML and its text are compiled. It is stored beside them, so that it can be edited
 * again. Every field is present; the schema fills in what a client leaves out.
 */
export type BlockDocument = {
  version: 1
  /** Shown by mail programs after the subject. */
  preheader: string
  theme: Theme
  blocks: Block[]
}

export const documentVersion = 1

export const fonts = ['sans', 'serif', 'mono', 'humanist', 'geometric'] as const
export const aligns = ['left', 'center', 'right'] as const
export const marks = ['bold', 'italic', 'underline', 'strike'] as const
export const lineKinds = ['paragraph', 'bullet', 'number'] as const
export const columnSplits = ['1-1', '1-2', '2-1', '1-1-1'] as const
export const networks = [
  'website',
  'bluesky',
  'facebook',
  'instagram',
  'linkedin',
  'mastodon',
  'pinterest',
  'threads',
  'tiktok',
  'whatsapp',
  'x',
  'youtube',
] as const

export type Align = (typeof aligns)[number]
export type Font = (typeof fonts)[number]
export type Mark = (typeof marks)[number]
export type ColumnSplit = (typeof columnSplits)[number]
export type Network = (typeof networks)[number]

/** Colors are `#rrggbb`; '' means none, or the theme's color. */
export type Theme = {
  /** Of the content, for programs that read it aloud and for hyphenation. */
  language: string
  width_px: number
  font: Font
  font_size_px: number
  radius_px: number
  background: string
  panel: string
  text: string
  link: string
  button: string
  dark_background: string
  dark_panel: string
  dark_text: string
  dark_link: string
}

export type Span = { text: string; marks: Mark[]; href: string }
export type Line = { kind: (typeof lineKinds)[number]; spans: Span[] }

type Common = {
  /** Chosen by the client; tells blocks apart in an editor. */
  id: string
  background: string
  padding_px: number
}

/** Only readers for whom all clauses hold see the block. Absent or empty: everybody. */
type Conditional = Common & { show_if?: NewClause[] | undefined }

export type TextBlock = Conditional & { type: 'text'; lines: Line[]; align: Align; font_size_px: number }
export type HeadingBlock = Conditional & { type: 'heading'; text: string; level: 1 | 2 | 3; align: Align }
export type ImageBlock = Conditional & {
  type: 'image'
  src: string
  alt: string
  /** Without meaning for the reader, so that it needs no alternative text. */
  decorative: boolean
  href: string
  /** 0: the whole width. */
  width_px: number
  align: Align
}
export type ButtonBlock = Conditional & {
  type: 'button'
  text: string
  href: string
  align: Align
  color: string
  full_width: boolean
}
export type DividerBlock = Conditional & { type: 'divider'; color: string; thickness_px: number }
export type SpacerBlock = Conditional & { type: 'spacer'; height_px: number }
export type HeaderBlock = Common & {
  type: 'header'
  /** Shown instead of the picture; also its alternative text. */
  name: string
  src: string
  href: string
  width_px: number
  align: Align
  /** The words of a link to the message in a browser; '': none. */
  web_version_text: string
}
export type FooterBlock = Common & {
  type: 'footer'
  lines: Line[]
  /** Who sends this, with a postal address: one line each. */
  imprint: string
  unsubscribe_text: string
  align: Align
}
export type SocialBlock = Conditional & {
  type: 'social'
  links: { network: Network; href: string }[]
  align: Align
}
export type QuoteBlock = Conditional & { type: 'quote'; text: string; attribution: string; color: string }
export type HtmlBlock = Conditional & {
  type: 'html'
  html: string
  /** Replaces it in the text part. */
  text: string
}
export type ColumnsBlock = Conditional & {
  type: 'columns'
  split: ColumnSplit
  gap_px: number
  columns: { blocks: InnerBlock[] }[]
}

/** What a column can hold: columns do not nest. */
export type InnerBlock =
  | TextBlock
  | HeadingBlock
  | ImageBlock
  | ButtonBlock
  | DividerBlock
  | SpacerBlock
  | SocialBlock
  | QuoteBlock
  | HtmlBlock
export type Block = InnerBlock | HeaderBlock | FooterBlock | ColumnsBlock
export type BlockType = Block['type']

export const defaultTheme: Theme = {
  language: 'en',
  width_px: 600,
  font: 'sans',
  font_size_px: 16,
  radius_px: 6,
  background: '#f4f2ee',
  panel: '#ffffff',
  text: '#1c2024',
  link: '#0b5f6b',
  button: '#0b5f6b',
  dark_background: '#14171a',
  dark_panel: '#1b1f23',
  dark_text: '#e8e6e1',
  dark_link: '#5cc3d0',
}

export type Upgrade = (document: Record<string, unknown>) => Record<string, unknown>

/** The first makes version 2 of version 1, and so on. A stored document is never rewritten, but read through these. */
const upgrades: readonly Upgrade[] = []

/** Does not change what is not a document, or is newer than this server. */
export function upgradeDocument(value: unknown, steps: readonly Upgrade[] = upgrades): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  let document: Record<string, unknown> = { ...value }
  const { version = 1 } = document
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return value
  for (const [place, step] of steps.entries()) {
    if (place + 1 >= version) document = { ...step(document), version: place + 2 }
  }
  return document
}
