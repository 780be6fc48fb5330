import { RECORD_BYTES_MAX } from '../csv/scan.ts'
import { UnpackFault } from './limits.ts'
import { shownNumber, type NumberKind } from './numbers.ts'
import { appended, createTextCollector, fitting, unescaped } from './texts.ts'
import type { XmlHandlers } from './xml.ts'

/** The cells that have a value, by column from 0 in rising order; a number is the index of a shared text. */
export type Row = { columns: number[]; contents: (string | number)[]; characters: number }

const emptyRow = (): Row => ({ columns: [], contents: [], characters: 0 })

export type SheetReader = {
  handlers: Required<XmlHandlers>
  /** The rows that were completed since the last call, and the highest index in them; -1: none. */
  take: () => { rows: Row[]; sharedMax: number }
  isEnded: () => boolean
}

type Rules = { kinds: readonly NumberKind[]; isFrom1904: boolean }

/** An import has no more. */
const columnsMax = 10_000

export function createSheetReader(rules: Rules): SheetReader {
  let rows: Row[] = []
  let sharedMax = -1
  let row = emptyRow()
  let rowNumber = 0
  let column = -1
  let cell: Record<string, string> = {}
  let value = ''
  let isInValue = false
  let isEnded = false
  const inline = createTextCollector('is', (text) => (value = text))

  const endCell = () => {
    if (value === '' || cell.t === 'z') return
    const content = contentOf(cell, value, rules)
    if (content === '') return
    if (typeof content === 'number') sharedMax = Math.max(sharedMax, content)
    if (column >= columnsMax) throw tooWide(cell.r?.slice(0, 20) ?? `row ${rowNumber}`)
    if (column <= (row.columns.at(-1) ?? -1)) throw damaged(`the cells of row ${rowNumber} are not in order`)
    // The row is too long already, and fails alone.
    if (row.characters > RECORD_BYTES_MAX) return
    row.columns.push(column)
    row.contents.push(content)
    if (typeof content === 'string') row.characters += content.length
  }
  const handlers: Required<XmlHandlers> = {
    open: (name, attributes) => {
      if (name === 'c') {
        cell = attributes
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        value = ''
      } else if (name === 'v') isInValue = true
      else if (name === 'row') {
        row = emptyRow()
        column = -1
        rowNumber = Number(attributes.r ?? rowNumber + 1)
      } else inline.open(name, attributes)
    },
    text: (text) => {
      if (isInValue) value = appended(value, text)
      else inline.text(text)
    },
    close: (name) => {
      if (name === 'v') isInValue = false
      else if (name === 'c') endCell()
      else if (name === 'row') {
        if (row.columns.length > 0) rows.push(row)
      } else if (name === 'sheetData') isEnded = true
      else inline.close(name)
    },
  }
  return {
    handlers,
    take: () => {
      const taken = { rows, sharedMax }
      rows = []
      sharedMax = -1
      return taken
    },
    isEnded: () => isEnded,
  }
}

function contentOf({ t: type = 'n', s: style }: Record<string, string>, value: string, rules: Rules) {
  switch (type) {
    case 's':
      return indexOf(value)
    case 'n':
      return shownNumber(fitting(value), rules.kinds[Number(style ?? 0)] ?? 'plain', rules.isFrom1904)
    case 'b':
      return value === '1' ? 'true' : 'false'
    // A date as text, which few programs write.
    case 'd':
      return fitting(value).replace(/T00:00:00(\.0+)?Z?$/, '')
    case 'str':
      return fitting(unescaped(value))
    default:
      return fitting(value)
  }
}

function indexOf(value: string): number {
  if (/^\d{1,8}$/.test(value)) return Number(value)
  throw damaged('a cell refers to a text that is not in it')
}

function damaged(problem: string): UnpackFault {
  return new UnpackFault(`The workbook is damaged: ${problem}. Save it again, or save the sheet as CSV.`)
}

/** `A1` is in column 0, `AA7` in 26. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > 1_000_000) break
  }
  return column - 1
}

function tooWide(place: string): UnpackFault {
  return new UnpackFault(
    `The workbook has a value in ${place}, and an import has at most ${columnsMax} columns. Delete what is right of the list.`,
  )
}
