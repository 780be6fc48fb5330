import {
  defaultTheme,
  type Block,
  type BlockDocument,
  type BlockType,
  type Theme,
} from '../../../../src/contract/blocks/document.ts'
import { samples } from '../../../../src/contract/campaigns/samples.ts'
import { lineOf, newBlock } from '../starts.ts'
import { drawnAt, type Motif } from './drawn.ts'

export function block<Type extends BlockType>(
  type: Type,
  values: Partial<Extract<Block, { type: Type }>> = {},
): Extract<Block, { type: Type }> {
  return { ...newBlock(type), ...values }
}

/** Drawn in the color of the template, or of whoever sends it. It says nothing that the words do not say. */
export const drawn = (motif: Motif, color: string = defaultTheme.button) =>
  block('image', { src: drawnAt(motif, color), decorative: true })

export const words = (...lines: string[]) => block('text', { lines: lines.map((line) => lineOf(line)) })
/** The writer's own: the check does not let a button without one pass. */
export const link = ''
export const foot = (align: 'left' | 'center' = 'left') => [
  block('divider', { padding_px: 16 }),
  block('footer', {
    align,
    lines: [lineOf('You get this message because you subscribed to %%mailing_list_name%%.')],
    imprint: samples.imprint,
    padding_px: 24,
  }),
]

export function made(preheader: string, theme: Partial<Theme>, blocks: Block[]): BlockDocument {
  return { version: 1, preheader, theme: { ...defaultTheme, ...theme }, blocks }
}
