import { fieldSeparators } from '../../contract/imports/input.ts'

export type SepLine = {
  separator: (typeof fieldSeparators)[number] | null
  /** With its line end and a UTF-8 byte-order mark before it. */
  byteLength: number
}

/** Enough for a mark, the line in quotes and its end. */
export const sepLineBytesMax = 16

const pattern = /^(?:\u00ef\u00bb\u00bf)?("?)sep=(.)\1(?:\r\n|\n|\r|$)/i

/**
 * Excel's first line, `sep=;`, which is no row. `separator` is null for one that imports do not know.
 * @param start the first bytes of the file, in an encoding that contains ASCII
 */
export function readSepLine(start: Buffer): SepLine | null {
  const match = pattern.exec(start.toString('latin1', 0, sepLineBytesMax))
  if (match === null) return null
  const separator = fieldSeparators.find((candidate) => candidate === match[2]) ?? null
  return { separator, byteLength: match[0].length }
}

const beginning = /^(?:\u00ef\u00bb\u00bf)?"?(?:s(?:e(?:p(?:=(?:."?\r?)?)?)?)?)?$/i

/** Whether the next bytes may complete a mark and a `sep=` line. */
export function mayBecomeSepLine(start: Buffer): boolean {
  return start.length < 3 || (start.length < sepLineBytesMax && beginning.test(start.toString('latin1')))
}
