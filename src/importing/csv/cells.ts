import { isAscii } from 'node:buffer'
import type { CsvFormat, RawRecord } from './records.ts'
import { CELL_DOUBLED } from './scan.ts'

/** Makes strings of cells. */
export interface CellDecoder {
  /** Puts the record's cells into the array, which then has exactly them. */
  decode: (record: RawRecord, cells: string[]) => void
  /** To be called when a buffer may hold other bytes than before. */
  forget: () => void
}

/**
 * The bytes of a chunk are decoded once as Latin-1, which keeps positions, and cells are cut out of that text. Only
 * a UTF-8 cell with other than ASCII is decoded by itself, so that one name in a chunk does not slow all its rows.
 */
export function createCellDecoder({ characterSet, enclosure }: CsvFormat): CellDecoder {
  const doubled = enclosure + enclosure
  let textOf: Buffer | null = null
  let text = ''
  let isText = false

  function readText({ bytes, byteStart, byteEnd, isCopy }: RawRecord): void {
    text = bytes.toString('latin1', 0, isCopy ? byteEnd - byteStart : bytes.length)
    isText = characterSet === 'ISO-8859-1' || (!isCopy && isAscii(bytes))
    textOf = isCopy ? null : bytes
  }

  return {
    decode(record, cells) {
      if (record.bytes !== textOf) readText(record)
      const { bytes, origin, cells: places, cellCount } = record
      const slices = text
      const isSliced = isText
      if (cells.length !== cellCount) cells.length = cellCount
      for (let index = 0, slot = 0; index < cellCount; index++, slot += 3) {
        const from = origin + places[slot]!
        const to = origin + places[slot + 1]!
        const isAsciiCell = isSliced || isAsciiBetween(bytes, from, to)
        const cell = isAsciiCell ? slices.substring(from, to) : bytes.toString('utf8', from, to)
        cells[index] = places[slot + 2] === CELL_DOUBLED ? cell.replaceAll(doubled, enclosure) : cell
      }
    },
    forget() {
      textOf = null
    },
  }
}

function isAsciiBetween(bytes: Buffer, from: number, to: number): boolean {
  let at = from
  while (at < to && bytes[at]! < 0x80) at++
  return at === to
}
