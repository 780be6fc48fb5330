import { open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byDay } from '../../test/harness/night.ts'
import { aWorkFolder } from '../../test/harness/importing/stories.ts'
import { makePlan, type ListRules, type Plan } from '../contract/imports/plan.ts'
import type { ImportRange } from '../store/imports/ranges.ts'
import { createSplitter } from '../files/csv/reader.ts'
import type { CsvFormat } from '../files/csv/records.ts'
import { createOccurrences } from './keys/occurrences.ts'
import { createRangeParser } from './rows/range.ts'
import { isRepeat, markRepeats } from './keys/repeats.ts'
import { compileRowReader } from '../contract/imports/row-reader.ts'
import { splitFile, type RangeSize } from './split.ts'

const list: ListRules = {
  has_format: false,
  has_confirmed: false,
  primary_key_custom_field_id: null,
  fields: [],
}
const planOf = (rules: ListRules, column_mapping: string[]): Plan =>
  makePlan(
    rules,
    {
      column_mapping,
      default_custom_fields: {},
      subscriber_defaults: { status: 'active' },
      file_format: { date_format: 'mdy' },
    },
    'UTC',
  )
const plan = planOf(list, ['email', 'status'])

type Split = { format: CsvFormat; text: string; size: RangeSize; sizeBytes?: number; plan?: Plan }

/** Splits a file and parses all its ranges. @returns for each record what it is, and the ranges. */
async function classesOf({ format, text, size, sizeBytes, plan: given = plan }: Split) {
  const folder = await aWorkFolder()
  const path = join(folder, 'file')
  await writeFile(path, text, format.characterSet === 'UTF-8' ? 'utf8' : 'latin1')
  const handle = await open(path)
  try {
    const { size: realBytes } = await handle.stat()
    const result = await splitFile({
      handle,
      sizeBytes: sizeBytes ?? realBytes,
      format: { ...format, hasHeaders: false, skipLines: 0 },
      plan: given,
      scratchDir: folder,
      signal: new AbortController().signal,
      size,
    })
    if ('fault' in result) throw new Error(`${result.fault.kind} in line ${result.fault.line}`)
    const parse = createRangeParser(handle, format, compileRowReader(given))
    const classes: string[] = []
    for (const range of result.ranges) {
      const parsed = await parse(range)
      for (const { place } of parsed.failed) classes[range.first_record + place] = 'failed'
      for (const place of parsed.repeated.places) classes[range.first_record + place] = 'repeated'
      for (const row of parsed.rows) classes[range.first_record + parsed.packed.placeOf(row)] = 'first'
    }
    expect(await readdir(folder)).toEqual(['file'])
    return { classes, ranges: result.ranges, records: result.records }
  } finally {
    await handle.close()
  }
}

type Line = { key: string; spelled: string; isGood: boolean }

/** One address in one of its spellings, in a row that is good or not. */
function lines({ enclosure: e, characterSet }: CsvFormat): fc.Arbitrary<Line[]> {
  const outside = fc.constantFrom('', ' ', '\t ', ...(characterSet === 'UTF-8' ? ['\u2003'] : []), '\u00a0')
  const keys = [
    'ann@example.com',
    'ben@example.com',
    "o'neil@example.com",
    "o''neil@example.com",
    'd@bücher.example',
  ]
  const line = fc
    .record({
      key: fc.constantFrom(...keys),
      before: outside,
      after: outside,
      isUpper: fc.boolean(),
      isEnclosed: fc.boolean(),
      fault: fc.constantFrom('', '', '', 'status', 'ragged', 'torn', 'invalid'),
    })
    .map(({ key, before, after, isUpper, isEnclosed, fault }): Line => {
      const address = (fault === 'invalid' ? 'no ' : '') + (isUpper ? key.toUpperCase() : key)
      const cell = before + address + after
      const written = isEnclosed || fault === 'torn' ? e + cell.replaceAll(e, e + e) + e : cell
      const ends = { '': '', status: ',gone', ragged: ',active,x', torn: 'x', invalid: '' }
      // With a tab as white space the separator is a comma; a cell that begins with the enclosure is enclosed.
      return { key, spelled: written + ends[fault], isGood: fault === '' }
    })
  return fc.array(line, { maxLength: 30 })
}

function expectedOf(given: Line[]): string[] {
  const seen = new Set<string>()
  return given.map(({ key, isGood }) => {
    if (!isGood) return 'failed'
    const name = seen.has(key) ? 'repeated' : 'first'
    seen.add(key)
    return name
  })
}

describe('a row repeats another', () => {
  const formats: CsvFormat[] = [
    { separator: ',', enclosure: '"', characterSet: 'UTF-8' },
    { separator: ',', enclosure: "'", characterSet: 'UTF-8' },
    { separator: ',', enclosure: "'", characterSet: 'windows-1252' },
  ]

  test.each(formats)('when an earlier good row has its key, however both are spelled: %o', async (format) => {
    const size = fc.record({ rows: fc.integer({ min: 1, max: 12 }), bytes: fc.constantFrom(1, 50, 100_000) })
    const claim = fc.constantFrom(0, 20 * 400_000 * 3, 20 * 400_000 * 1000)
    const run = async (given: Line[], size: RangeSize, sizeBytes: number, end: string) => {
      const text = given.map(({ spelled }) => spelled + end).join('')
      const { classes, ranges, records } = await classesOf({ format, text, size, sizeBytes })
      expect(classes).toEqual(expectedOf(given))
      expect(records).toBe(given.length)
      expectWhole(ranges, records, size)
    }
    const end = fc.constantFrom('\n', '\r\n', '\r', '\n\n')
    await fc.assert(fc.asyncProperty(lines(format), size, claim, end, run), { numRuns: byDay(15, 60) })
  })

  test('on a list with a primary key field: when that is the same', async () => {
    const rules = { id: 5, name: 'Id', field_type: 'number', required: true, options: [] } as const
    const limits = { minimum_length: null, maximum_length: null, minimum_value: null, maximum_value: null }
    const fields = [{ ...rules, ...limits, options: [] }]
    const keyed = planOf({ ...list, primary_key_custom_field_id: 5, fields }, ['email', 'Id'])
    const text =
      'a@x.de,7\na@x.de,8\nb@x.de,007\nnobody,9\nc@x.de, +9 \nd@x.de,9\ne@x.de,\nf@x.de,-0\ng@x.de,0'
    const { classes } = await classesOf({
      format: formats[0]!,
      text,
      size: { rows: 2, bytes: 1_000 },
      plan: keyed,
    })
    expect(classes).toEqual('first first repeated failed first repeated failed first repeated'.split(' '))
  })

  test('and no other row does, though all their hashes were equal', async () => {
    const format = formats[0]!
    const addresses = Array.from({ length: 200 }, (_, index) => `p${(index * 7) % 60}@example.com`)
    const text = addresses.map((address, index) => `${address},${index % 11 === 0 ? 'gone' : ''}\n`).join('')
    const folder = await aWorkFolder()
    await writeFile(join(folder, 'file'), text)
    const handle = await open(join(folder, 'file'))
    const occurrences = await createOccurrences(folder, 0)
    const ranges: ImportRange[] = []
    const splitter = createSplitter({ ...format, hasHeaders: false, keyColumn: 0 }, (record) => {
      const { number, byteStart, byteEnd } = record
      occurrences.note(1, 1, { row: number - 1, byteStart, byteLength: byteEnd - byteStart })
      const last = ranges.at(-1)
      if (last !== undefined && last.records < 9) last.records += 1
      else
        ranges.push({
          number: ranges.length,
          byte_start: byteStart,
          byte_end: 0,
          first_record: number - 1,
          records: 1,
          repeats: null,
        })
    })
    splitter.push(Buffer.from(text))
    splitter.end()
    const file = { handle, format, plan, signal: new AbortController().signal }
    await markRepeats(file, compileRowReader(plan), occurrences.parts(), ranges)
    const seen = new Set<string>()
    for (const [row, address] of addresses.entries()) {
      if (row % 11 === 0) continue
      const range = ranges[Math.floor(row / 9)]!
      expect([row, isRepeat(range.repeats, row - range.first_record)]).toEqual([row, seen.has(address)])
      seen.add(address)
    }
    await occurrences.close()
    await handle.close()
  })
})

/** The ranges are all of the records, in order, none too large unless it is a single record. */
function expectWhole(ranges: ImportRange[], records: number, size: RangeSize): void {
  let next = 0
  let end = 0
  for (const [index, range] of ranges.entries()) {
    expect([range.number, range.first_record]).toEqual([index, next])
    expect(range.byte_start).toBeGreaterThanOrEqual(end)
    expect(range.records).toBeLessThanOrEqual(size.rows)
    if (range.records > 1) expect(range.byte_end - range.byte_start).toBeLessThanOrEqual(size.bytes)
    next += range.records
    end = range.byte_end
  }
  expect(next).toBe(records)
}

test('a file of one address in every row keeps one', async () => {
  const rows = 30_000
  const format: CsvFormat = { separator: ',', enclosure: '"', characterSet: 'UTF-8' }
  const { classes } = await classesOf({
    format,
    text: 'ann@example.com\n'.repeat(rows),
    size: { rows: 20_000, bytes: 4_000_000 },
  })
  expect(classes.filter((name) => name === 'repeated')).toHaveLength(rows - 1)
  expect(classes[0]).toBe('first')
})

test('the first ranges of a large file and its last are small, and small files are cut by rows alone', async () => {
  const format: CsvFormat = { separator: ',', enclosure: '"', characterSet: 'UTF-8' }
  const size = { rows: 7_000, bytes: 4_000_000 }
  const rowsOf = async (rows: number) => {
    const text = Array.from({ length: rows }, (_, row) => `${row}@${'x'.repeat(89)}.example\n`).join('')
    const { ranges, records } = await classesOf({ format, text, size })
    expectWhole(ranges, records, size)
    return ranges.map(({ records: count }) => count)
  }
  expect(await rowsOf(3_000)).toEqual([3_000])
  const counts = await rowsOf(40_000)
  expect(counts.length).toBeLessThan(13)
  expect(Math.max(...counts)).toBe(7_000)
  for (const one of [...counts.slice(0, 2), ...counts.slice(-2)]) expect(one).toBeLessThan(4_200)
})
