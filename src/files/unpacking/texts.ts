import type { XmlHandlers } from './xml.ts'

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
      if (isOpen && !isPhonetic) text += piece
    },
    close: (name) => {
      if (name === 't') isOpen = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === element) onText(unescaped(text))
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
