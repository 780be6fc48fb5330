import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { importAtEverySize, importFile } from '../../../test/harness/importing/csv-files.ts'
import { forEachRecord, type SplitFormat } from './reader.ts'
import { fromWindows1252, toWindows1252 } from '../../../test/harness/importing/windows-1252.ts'

const utf8 = {
  separator: ',',
  enclosure: '"',
  characterSet: 'UTF-8',
  hasHeaders: false,
  keyColumn: 0,
} as const
const windows1252 = { ...utf8, characterSet: 'windows-1252' } as const

const outcomeOf = (file: string | Buffer, format: SplitFormat = utf8) =>
  importAtEverySize(Buffer.from(file), format)
const cellsOf = (file: string | Buffer, format: SplitFormat = utf8) =>
  outcomeOf(file, format).rows.map(({ cells }) => cells)
const faultOf = (file: string | Buffer, format: SplitFormat = utf8) => outcomeOf(file, format).end

describe('rows', () => {
  test('CR LF, LF and CR all end a row, mixed too', () => {
    expect(cellsOf('a,1\r\nb\nc,3\r\r\nd')).toEqual([['a', '1'], ['b'], ['c', '3'], ['d']])
  })

  test('a last row without a line end is a row', () => {
    expect(cellsOf('a\nb')).toEqual([['a'], ['b']])
    expect(cellsOf('a\nb,')).toEqual([['a'], ['b', '']])
    expect(cellsOf('a\n"b"')).toEqual([['a'], ['b']])
  })

  test('blank lines are no rows, nor are lines of spaces', () => {
    expect(cellsOf('\n\r\n\ra\n\n\r\r\n   \n b \n  ')).toEqual([['a'], [' b ']])
  })

  test('a line of separators, of a tab that separates nothing, or of an empty enclosed cell is a row', () => {
    expect(cellsOf(',\n\t\n""\n" "\n')).toEqual([['', ''], ['\t'], [''], [' ']])
    expect(cellsOf('\t\n', { ...utf8, separator: '\t' })).toEqual([['', '']])
  })

  test('an empty file, one of blank lines and one of a header only have 0 rows', () => {
    expect(faultOf('')).toEqual({ kind: 'split', records: 0, bytes: 0 })
    expect(faultOf('\r\n \n')).toEqual({ kind: 'split', records: 0, bytes: 4 })
    expect(faultOf('email,name', { ...utf8, hasHeaders: true })).toEqual({
      kind: 'split',
      records: 0,
      bytes: 10,
    })
  })

  test('the header is the first row that is not blank, and is neither told nor counted', () => {
    const { rows, end } = outcomeOf('\n \r\n"email\n",name\na@b.c,Anna\n', { ...utf8, hasHeaders: true })
    expect(rows).toMatchObject([{ number: 1, cells: ['a@b.c', 'Anna'] }])
    expect(end).toMatchObject({ records: 1 })
  })

  test('rows tell their number and their exact bytes, without the line end', () => {
    const file = 'h\n\nå,1\r\n\r\n"x\ny",2\rz'
    const told = outcomeOf(file, { ...utf8, hasHeaders: true }).rows.map(({ number, byteStart, byteEnd }) => {
      return [number, Buffer.from(file).subarray(byteStart, byteEnd).toString()]
    })
    expect(told).toEqual([
      [1, 'å,1'],
      [2, '"x\ny",2'],
      [3, 'z'],
    ])
  })

  test('a ragged row has the cells that it has', () => {
    expect(cellsOf('a,b\nc\nd,e,f,\n')).toEqual([['a', 'b'], ['c'], ['d', 'e', 'f', '']])
  })
})

describe('cells', () => {
  test('separators, line ends and doubled enclosures inside an enclosed cell are its text', () => {
    expect(cellsOf('"a,b","c\r\nd\re\nf","g""h""","""",""\n')).toEqual([
      ['a,b', 'c\r\nd\re\nf', 'g"h"', '"', ''],
    ])
  })

  test('single quotes enclose when they are the enclosure, and double quotes are then ordinary', () => {
    const format = { ...utf8, separator: '\t', enclosure: "'" } as const
    expect(cellsOf(`'a\tb'\t"c"\t'd''e"'\n`, format)).toEqual([['a\tb', '"c"', `d'e"`]])
    expect(cellsOf(`'a,b'\n`)).toEqual([["'a", "b'"]])
  })

  test('an enclosure that does not start its cell is an ordinary character', () => {
    expect(cellsOf('5" pipe,a"b"c,d " e,f""\n')).toEqual([['5" pipe', 'a"b"c', 'd " e', 'f""']])
  })

  test('blanks around an enclosed cell are no part of it, and what separates in it is its text', () => {
    expect(cellsOf('"a", "b, c"\t,\t "d\n "\r\n "e""" , f \n  "" \n "g"')).toEqual([
      ['a', 'b, c', 'd\n '],
      ['e"', ' f '],
      [''],
      ['g'],
    ])
    const tabs = { ...utf8, separator: '\t' } as const
    expect(cellsOf('"a"\t "b\tc" \t\t"d"', tabs)).toEqual([['a', 'b\tc', '', 'd']])
    expect(outcomeOf('a, "k" \n', { ...utf8, keyColumn: 1 }).rows).toMatchObject([{ key: 'k' }])
    expect(faultOf('a\nb, "c')).toEqual({ kind: 'unclosed_enclosure', line: 2, byte: 6 })
  })

  test('white space and NUL bytes are kept', () => {
    expect(cellsOf(' a ,\tb\0c,"\0"\n')).toEqual([[' a ', '\tb\0c', '\0']])
  })

  test('text stays text of any length and alphabet', () => {
    const long = 'жö€😀a'.repeat(30_000)
    const file = Buffer.from(`${long},"${long}""",x\nplain,y,z`)
    for (const size of [1_000, 65_536, 1_048_576]) {
      expect(importFile(file, utf8, size).rows.map(({ cells }) => cells)).toEqual([
        [long, `${long}"`, 'x'],
        ['plain', 'y', 'z'],
      ])
    }
  })

  test('the key of a row is the text of its cell, empty where the row has none', () => {
    const keys = outcomeOf('a,"k""1"\nb\nc,ключ\n', { ...utf8, keyColumn: 1 }).rows.map(({ key }) => key)
    expect(keys).toEqual(['k"1', '', 'ключ'])
  })
})

describe('character sets', () => {
  test('a byte-order mark is dropped before a plain cell, an enclosed one, and alone', () => {
    expect(cellsOf('\uFEFFa,b')).toEqual([['a', 'b']])
    expect(cellsOf('\uFEFF"a,b"')).toEqual([['a,b']])
    expect(faultOf('\uFEFF')).toEqual({ kind: 'split', records: 0, bytes: 3 })
    expect(outcomeOf('\uFEFFa').rows).toMatchObject([{ byteStart: 3, byteEnd: 4 }])
  })

  test('only the first mark is one: behind it, and in other rows, it is text', () => {
    expect(cellsOf('\uFEFF\uFEFFa\n\uFEFFb')).toEqual([['\uFEFFa'], ['\uFEFFb']])
  })

  test('windows-1252, and ISO-8859-1 with it, has no invalid bytes and no mark', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const text = fromWindows1252(all).replace('"', '""')
    const file = toWindows1252(`ï»¿a,"${text}"`)
    expect(cellsOf(file, windows1252)).toEqual([['ï»¿a', text.replace('""', '"')]])
  })
})

describe('names that mean something to JavaScript', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'length']

  test.each(names)('a header and a cell called %s are text and cause nothing', (name) => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    const { rows } = outcomeOf(`${name},x\n${name},"${name}"\n`, { ...utf8, hasHeaders: true })
    expect(rows).toMatchObject([{ key: name, cells: [name, name] }])
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    expect(Object.getPrototypeOf(rows[0]!.cells)).toBe(Array.prototype)
  })

  test('nothing is written to Object.prototype: a frozen one changes nothing', async () => {
    const script = `
      import { forEachRecord } from './src/files/csv/reader.ts'
      Object.freeze(Object.prototype)
      const format = { separator: ',', enclosure: '"', characterSet: 'UTF-8' }
      const file = Buffer.from('__proto__,constructor\\n"prototype","x""y"')
      forEachRecord(file, format, (cells) => console.log(cells.join(' ')))`
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toBe('__proto__ constructor\nprototype x"y\n')
  })
})

describe('buffers', () => {
  test('a buffer of many pieces reads as a whole', () => {
    const file = Array.from({ length: 20_000 }, (_, i) => `person${i}@example.com,"Zoë, ${i}"\r\n`).join('')
    const told: string[] = []
    const fault = forEachRecord(Buffer.from(file), utf8, ([email, name]) => told.push(`${email} ${name}`))
    expect(fault).toBeNull()
    expect(told).toEqual(Array.from({ length: 20_000 }, (_, i) => `person${i}@example.com Zoë, ${i}`))
  })
})
