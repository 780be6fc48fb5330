import { isAscii } from 'node:buffer'
import type { CsvFormat, RawRecord } from './records.ts'
import { CELL_DOUBLED } from './scan.ts'
import { decodeWindows1252 } from './windows-1252.ts'

export interface CellDecoder {
  decode: (record: RawRecord, cells: string[]) => void
  /** Call this when a buffer may have been overwritten. */
  forget: () => void
}

/** Slices cells from a latin1 string of the chunk, which keeps byte positions; decodes only cells with other bytes. */
export function createCellDecoder({ characterSet, enclosure }: CsvFormat): CellDecoder {
  const doubled = enclosure + enclosure
  const isOneByte = characterSet === 'windows-1252'
  let textOf: Buffer | null = null
  let text = ''
  let isText = false

  function readText({ bytes, byteStart, byteEnd, isCopy }: RawRecord): void {
    const end = isCopy ? byteEnd - byteStart : bytes.length
    text = isOneByte ? decodeWindows1252(bytes, 0, end) : bytes.toString('latin1', 0, end)
    isText = isOneByte || (!isCopy && isAscii(bytes))
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
