import type { Block, ColumnsBlock, ColumnSplit } from './document.ts'
import { within, type Surroundings } from './markup.ts'

const shares: Record<ColumnSplit, readonly number[]> = {
  '1-1': [1, 1],
  '1-2': [1, 2],
  '2-1': [2, 1],
  '1-1-1': [1, 1, 1],
}

export function shareOf(split: ColumnSplit): readonly number[] {
  return Object.hasOwn(shares, split) ? shares[split] : shares['1-1']
}

/**
 * Side by side where there is room, one below the other up to 480 px. Programs without media queries wrap them, because
 * each is an inline block with a largest width; Outlook for Windows, which knows neither, gets a table of its own.
 */
export function columnsCell(
  { split, columns, gap_px }: ColumnsBlock,
  around: Surroundings,
  rowsOf: (blocks: readonly Block[], surroundings: Surroundings) => string,
): string {
  const { theme, width_px } = around
  const parts = shareOf(split)
  const gap = within(gap_px, 0, 48)
  const room = width_px - gap * (parts.length - 1)
  const whole = parts.reduce((sum, part) => sum + part, 0)
  const cells = parts.map((part, place) => {
    const own = Math.floor((room * part) / whole)
    const right = place < parts.length - 1 ? gap : 0
    const width = own + right
    const rows = rowsOf(columns[place]?.blocks ?? [], { ...around, width_px: own, sides_px: 0 })
    const table = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows === '' ? emptyRow : rows}</table>`
    const style = `display:inline-block;width:100%;max-width:${width}px;vertical-align:top;font-size:${theme.font_size_px}px`
    const inner = right === 0 ? table : `<div class="gap" style="padding-right:${right}px">${table}</div>`
    const column = `<div class="column share-${part}-${whole}" style="${style}">${inner}</div>`
    const ghost = `<td width="${width}" valign="top" style="width:${width}px;padding-right:${right}px">`
    return `<!--[if mso]>${ghost}<![endif]-->${column}<!--[if mso]></td><![endif]-->`
  })
  const table = `<!--[if mso]><table role="presentation" width="${width_px}" cellpadding="0" cellspacing="0" border="0"><tr><![endif]-->`
  return `<div style="font-size:0;text-align:left">${table}${cells.join('')}<!--[if mso]></tr></table><![endif]--></div>`
}

const emptyRow = '<tr><td style="font-size:1px;line-height:1px">&#8202;</td></tr>'

/** Between the two, the inline blocks would wrap although there is room. */
export function columnStyle(panel_px: number): string {
  const share = (part: number, whole: number) => {
    const percent = `${((100 * part) / whole).toFixed(2)}%`
    return `.share-${part}-${whole}{width:${percent} !important;max-width:${percent} !important}`
  }
  const shares = [share(1, 2), share(1, 3), share(2, 3)].join('')
  return [
    '@media (max-width:480px){.column{display:block !important;max-width:100% !important}.gap{padding-right:0 !important}}',
    `@media (min-width:481px) and (max-width:${panel_px + 16}px){${shares}}`,
  ].join('\n')
}
