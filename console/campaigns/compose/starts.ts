import {
  defaultTheme,
  type Block,
  type BlockDocument,
  type BlockType,
  type InnerBlock,
  type Line,
} from '../../../src/contract/blocks/document.ts'

/** Tells blocks apart while they are edited. */
export function newId(): string {
  return crypto.randomUUID().slice(0, 8)
}

export function lineOf(text: string, kind: Line['kind'] = 'paragraph'): Line {
  return { kind, spans: text === '' ? [] : [{ text, marks: [], href: '' }] }
}

const common = () => ({ id: newId(), background: '', padding_px: 12 })

const makers: { [Type in BlockType]: () => Extract<Block, { type: Type }> } = {
  text: () => ({ type: 'text', ...common(), lines: [lineOf('')], align: 'left', font_size_px: 0 }),
  heading: () => ({ type: 'heading', ...common(), text: '', level: 2, align: 'left' }),
  image: () => ({
    type: 'image',
    ...common(),
    src: '',
    alt: '',
    decorative: false,
    href: '',
    width_px: 0,
    align: 'left',
  }),
  button: () => ({
    type: 'button',
    ...common(),
    text: '',
    href: '',
    align: 'left',
    color: '',
    full_width: false,
  }),
  columns: () => ({
    type: 'columns',
    ...common(),
    split: '1-1',
    gap_px: 24,
    columns: [{ blocks: [] }, { blocks: [] }],
  }),
  divider: () => ({ type: 'divider', ...common(), color: '', thickness_px: 1 }),
  spacer: () => ({ type: 'spacer', ...common(), padding_px: 0, height_px: 24 }),
  header: () => ({
    type: 'header',
    ...common(),
    name: '',
    src: '',
    href: '',
    width_px: 160,
    align: 'left',
    web_version_text: '',
  }),
  footer: () => ({
    type: 'footer',
    ...common(),
    lines: [],
    imprint: '',
    unsubscribe_text: 'Unsubscribe',
    align: 'left',
  }),
  social: () => ({ type: 'social', ...common(), links: [], align: 'left' }),
  quote: () => ({ type: 'quote', ...common(), text: '', attribution: '', color: '' }),
  html: () => ({ type: 'html', ...common(), html: '', text: '' }),
}

export const innerTypes = [
  'text',
  'heading',
  'image',
  'button',
  'quote',
  'divider',
  'spacer',
  'social',
  'html',
] as const satisfies readonly InnerBlock['type'][]
export const blockTypes = [
  'text',
  'heading',
  'image',
  'button',
  'columns',
  'quote',
  'divider',
  'spacer',
  'header',
  'footer',
  'social',
  'html',
] as const satisfies readonly BlockType[]

export function newBlock<Type extends BlockType>(type: Type): Extract<Block, { type: Type }> {
  return makers[type]()
}

export function newDocument(): BlockDocument {
  return { version: 1, preheader: '', theme: defaultTheme, blocks: [newBlock('text'), newBlock('footer')] }
}

/** Copies get names of their own, and so do blocks of clients that gave none. */
export function withNewIds<Any extends Block>(block: Any): Any {
  const named = { ...block, id: newId() }
  if (named.type !== 'columns') return named
  const columns = named.columns.map(({ blocks }) => ({ blocks: blocks.map((inner) => withNewIds(inner)) }))
  return { ...named, columns }
}
