import * as fc from 'fast-check'
import { isUtf8 } from 'node:buffer'
import { expect, test } from 'vitest'
import { anyFiles, importFile, wellFormedFiles } from '../../../test/harness/importing/csv-files.ts'
import { expectAsWritten, expectByTheRules } from '../../../test/harness/importing/csv-oracles.ts'
import { fromWindows1252 } from '../../../test/harness/importing/windows-1252.ts'

const minutes = 60_000
const runs = { numRuns: 10_000 }

test(
  '10,000 well-formed files read as written and as csv-parse reads them',
  { timeout: 10 * minutes },
  () => {
    fc.assert(fc.property(wellFormedFiles, expectAsWritten), runs)
  },
)

test(
  '10,000 files of any bytes read by the rules or have their fault named',
  { timeout: 10 * minutes },
  () => {
    fc.assert(fc.property(anyFiles, expectByTheRules), runs)
  },
)

const format = { separator: ',', enclosure: '"', hasHeaders: false, keyColumn: 1 } as const

/** Both spellings of a pair in one row: alone in an enclosed cell, and within a plain one where it may stand. */
function pairFile(pair: Buffer): { bytes: Buffer; cells: number } {
  const doubled = Buffer.from([...pair].flatMap((byte) => (byte === QUOTE ? [QUOTE, QUOTE] : [byte])))
  const isPlain = ![COMMA, LF, CR].some((byte) => pair.includes(byte))
  const plain = isPlain ? [Buffer.from(',x'), pair, Buffer.from('y')] : []
  return {
    bytes: Buffer.concat([Buffer.from('k,"'), doubled, Buffer.from('"'), ...plain]),
    cells: isPlain ? 3 : 2,
  }
}

const [QUOTE, COMMA, LF, CR] = [34, 44, 10, 13]

function* allPairs(): Generator<Buffer> {
  for (let high = 0; high < 256; high++) for (let low = 0; low < 256; low++) yield Buffer.from([high, low])
}

test(
  'every pair of bytes in windows-1252 becomes exactly its two characters',
  { timeout: 10 * minutes },
  () => {
    for (const pair of allPairs()) {
      const { bytes, cells } = pairFile(pair)
      const { rows } = importFile(bytes, { ...format, characterSet: 'windows-1252' }, 65_536)
      const text = fromWindows1252(pair)
      expect(rows.map((row) => row.cells)).toEqual([['k', text, `x${text}y`].slice(0, cells)])
    }
  },
)

test(
  'every pair of bytes in UTF-8 is decoded exactly or refused, never replaced',
  { timeout: 10 * minutes },
  () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    let refused = 0
    for (const pair of allPairs()) {
      const { bytes, cells } = pairFile(pair)
      const { end, rows } = importFile(bytes, { ...format, characterSet: 'UTF-8' }, 65_536)
      if (isUtf8(pair)) {
        const text = strict.decode(pair)
        expect(rows.map((row) => row.cells)).toEqual([['k', text, `x${text}y`].slice(0, cells)])
      } else {
        refused++
        expect(end.kind).toBe('invalid_bytes')
      }
    }
    // 128 * 128 pairs of ASCII and 30 * 64 characters of two bytes are valid.
    expect(refused).toBe(65_536 - 16_384 - 1_920)
  },
)
