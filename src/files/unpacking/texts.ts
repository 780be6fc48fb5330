import { UnpackFault } from './limits.ts'
import type { XmlHandlers } from './xml.ts'

/** As Excel. */
export const cellCharactersMax = 32_767

/** As it is written, each character may be an escape of seven. */
const writtenMax = 7 * cellCharactersMax

/** @throws UnpackFault if the text of a cell becomes too long: its pieces are without number. */
export function appended(text: string, piece: string): string {
  if (text.length + piece.length > writtenMax) throw tooLong()
  return text + piece
}

/** @throws UnpackFault */
export function fitting(text: string): string {
  if (text.length > cellCharactersMax) throw tooLong()
  return text
}

function tooLong(): UnpackFault {
  return new UnpackFault(
    `The workbook has a cell of more than ${cellCharactersMax} characters, which is more than Excel allows. Shorten its text, or save the sheet as CSV.`,
  )
}

/**
 * Joins the runs of rich texts: `<si><r><t>Na</t></r><r><t>me</t></r></si>`.
 * @param element around a text: `si` in the table, `is` in a cell.
 */
export function createTextCollector(
  element: 'si' | 'is',
  onText: (text: string) => void,
): Required<XmlHandlers> {
  let text = ''
  let isOpen = false
  // The reading of Japanese characters, which are part of no text.
  let isPhonetic = false
  return {
    open: (name) => {
      if (name === element) text = ''
      else if (name === 't') isOpen = true
      else if (name === 'rPh') isPhonetic = true
    },
    text: (piece) => {
      if (isOpen && !isPhonetic) text = appended(text, piece)
    },
    close: (name) => {
      if (name === 't') isOpen = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === element) onText(fitting(unescaped(text)))
    },
  }
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
