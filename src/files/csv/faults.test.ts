import { describe, expect, test } from 'vitest'
import { importAtEverySize, importFile } from '../../../test/harness/importing/csv-files.ts'
import {
  RECORD_BYTES_MAX,
  RECORD_CELLS_MAX,
  TEXT_BEHIND_ENCLOSURE,
  TOO_LONG,
  TOO_MANY_CELLS,
} from './scan.ts'
import { createSplitter, forEachRecord } from './reader.ts'

const utf8 = {
  separator: ',',
  enclosure: '"',
  characterSet: 'UTF-8',
  hasHeaders: false,
  keyColumn: 0,
} as const

const outcomeOf = (file: string | Buffer) => importAtEverySize(Buffer.from(file), utf8)
const faultOf = (file: string | Buffer) => outcomeOf(file).end

describe('rows that fail alone', () => {
  test('text behind a closing quote fails its row, whose cells are told with their quotes', () => {
    const { rows } = outcomeOf('a,"b"c,"d",e\n"f" x, "g"""h\ni,"j"\n')
    expect(rows.map(({ cells, problem }) => [problem, ...cells])).toEqual([
      [TEXT_BEHIND_ENCLOSURE, 'a', '"b"c', 'd', 'e'],
      [TEXT_BEHIND_ENCLOSURE, '"f" x', '"g"""h'],
      [null, 'i', 'j'],
    ])
  })

  test('a row over 1 MiB fails alone, one of exactly 1 MiB does not', () => {
    const fits = `a,"${'x'.repeat(RECORD_BYTES_MAX - 4)}"`
    for (const size of [1_000, 65_536, 4 * RECORD_BYTES_MAX]) {
      const file = Buffer.from(`${fits}\r\n${fits},\r\n ,${'x'.repeat(RECORD_BYTES_MAX)}\r\nlast`)
      const { rows } = importFile(file, utf8, size)
      expect(rows.map(({ problem, cells }) => [problem, cells.length])).toEqual([
        [null, 2],
        [TOO_LONG, 2],
        [TOO_LONG, 1],
        [null, 1],
      ])
    }
  })

  test('a row of more than 10,000 cells fails alone, one of exactly 10,000 does not', () => {
    const fits = Array.from({ length: RECORD_CELLS_MAX }, () => 'x').join(',')
    const { rows } = outcomeOf(`${fits}\n${fits},\nlast`)
    expect(rows.map(({ problem, cells }) => [problem, cells.length])).toEqual([
      [null, RECORD_CELLS_MAX],
      [TOO_MANY_CELLS, RECORD_CELLS_MAX],
      [null, 1],
    ])
  })

  test('a row of 256 MiB takes no memory, whether its quote closes or not', () => {
    const chunk = Buffer.alloc(RECORD_BYTES_MAX, 'x')
    const problems: (string | null)[] = []
    const split = (last: string) => {
      const splitter = createSplitter(utf8, ({ problem }) => problems.push(problem))
      splitter.push(Buffer.from('a\n"'))
      const before = process.memoryUsage().rss
      for (let count = 0; count < 256; count++) splitter.push(chunk)
      expect(process.memoryUsage().rss - before).toBeLessThan(32 * RECORD_BYTES_MAX)
      splitter.push(Buffer.from(last))
      return splitter.end()
    }
    expect(split('"\nb')).toMatchObject({ records: 3 })
    expect(problems).toEqual([null, TOO_LONG, null])
    expect(split('\nb')).toEqual({ kind: 'unclosed_enclosure', line: 2, byte: 3 })
  })
})

describe('faults of the file', () => {
  test('a quote that never closes is named by the physical line and byte where it opened', () => {
    expect(faultOf('a\n"b\r\nc\rd\ne",f\r\n\r\ng,"h\ni')).toEqual({
      kind: 'unclosed_enclosure',
      line: 7,
      byte: 21,
    })
    expect(faultOf('"')).toEqual({ kind: 'unclosed_enclosure', line: 1, byte: 1 })
    expect(faultOf('é,"a""')).toEqual({ kind: 'unclosed_enclosure', line: 1, byte: 4 })
    expect(faultOf('\uFEFF\n"')).toEqual({ kind: 'unclosed_enclosure', line: 2, byte: 5 })
  })

  test.each([
    ['a continuation byte alone', [0x80]],
    ['an overlong form of two bytes', [0xc0, 0xaf]],
    ['an overlong form of three bytes', [0xe0, 0x9f, 0xbf]],
    ['an overlong form of four bytes', [0xf0, 0x8f, 0xbf, 0xbf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a character beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that UTF-8 never uses', [0xff]],
    ['a sequence that a line end cuts off', [0xe2, 0x82]],
    ['the Latin-1 letter é', [0xe9]],
  ])('in a UTF-8 file, %s is named by its line and byte', (_, bytes) => {
    const before = Buffer.from('€,"a\r\nö"\rb')
    const fault = { kind: 'invalid_bytes', line: 3, byte: 14 }
    expect(faultOf(Buffer.concat([before, Buffer.from(bytes), Buffer.from('\nc\n"')]))).toEqual(fault)
    expect(faultOf(Buffer.concat([before, Buffer.from(bytes)]))).toEqual(fault)
  })

  test('a file that ends within a character is named by where that begins', () => {
    for (const size of [1, 2, 3]) {
      const cut = Buffer.from('a\n😀').subarray(0, 2 + size)
      expect(faultOf(cut)).toEqual({ kind: 'invalid_bytes', line: 2, byte: 3 })
    }
  })

  test('nothing behind a fault is told', () => {
    const file = Buffer.from('a\nb\xff\nc\n', 'latin1')
    expect(outcomeOf(file).rows.map(({ key }) => key)).toEqual(['a'])
    const splitter = createSplitter(utf8, () => undefined)
    const fault = splitter.push(file)
    expect(fault).toEqual({ kind: 'invalid_bytes', line: 2, byte: 4 })
    expect(splitter.push(Buffer.from('d\n'))).toBe(fault)
    expect(splitter.end()).toBe(fault)
  })

  test('bytes that changed since they were split are a fault, never a replacement character', () => {
    const told: string[][] = []
    const fault = forEachRecord(Buffer.from('a\n\xe9\n', 'latin1'), utf8, (cells) => told.push([...cells]))
    expect(fault).toEqual({ kind: 'invalid_bytes', line: 2, byte: 3 })
    expect(told).toEqual([['a']])
  })
})
