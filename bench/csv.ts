/** MB/s of the CSV reader and of csv-parse on 100 MB, the best of three runs: `npx tsx bench/csv.ts`. */
import { parse } from 'csv-parse/sync'
import type { CsvFormat } from '../src/files/csv/records.ts'
import { createSplitter, forEachRecord } from '../src/files/csv/reader.ts'

const FILE_BYTES = 100e6
const CHUNK_BYTES = 262_144
const RANGE_BYTES = 2e6
const RUNS = 3

const commas = { separator: ',', enclosure: '"', characterSet: 'UTF-8' } as const
const files: Record<string, { format: CsvFormat; row: (i: number) => string }> = {
  'plain rows': { format: commas, row: (i) => cells(i).join(',') + '\n' },
  'quoted rows, line ends and quotes inside': {
    format: commas,
    row: (i) => `"${cells(i).join('","').replace('Last', 'La\nst').replace('First', 'Fi""rst')}"\r\n`,
  },
  'tab and single quotes': {
    format: { separator: '\t', enclosure: "'", characterSet: 'UTF-8' },
    row: (i) => `'${cells(i).join("'\t'")}'\n`,
  },
  'UTF-8, two names of six cells beyond ASCII': { format: commas, row: (i) => accented(i) },
  'windows-1252': { format: { ...commas, characterSet: 'windows-1252' }, row: (i) => accented(i) },
}

for (const [name, { format, row }] of Object.entries(files)) {
  const file = fileOf(format, row)
  const ranges = rangesOf(file, format)
  const split = fastest(file, () => splitAll(file, format))
  const read = fastest(file, () => readAll(file, ranges, format))
  const part = file.subarray(
    0,
    ranges.find((at) => at > FILE_BYTES / 5),
  )
  const other = fastest(part, () => parseAll(part, format))
  console.log(`${name.padEnd(44)} split ${split}  import ${read}  csv-parse ${other}  MB/s`)
}

function cells(i: number): string[] {
  const day = String(1 + (i % 28)).padStart(2, '0')
  const email = `person${i}.surname@example${i % 977}.com`
  return [email, `Firstname${i % 313}`, `Lastname${i % 1771}`, 'Stockholm', `2014-03-${day}`, `${i % 1000}`]
}

function accented(i: number): string {
  return cells(i).join(',').replace('Firstname', 'Zoë').replace('Stockholm', 'Malmö') + '\n'
}

function fileOf({ characterSet }: CsvFormat, row: (i: number) => string): Buffer {
  const encoding = characterSet === 'UTF-8' ? 'utf8' : 'latin1'
  const parts: Buffer[] = []
  for (let i = 0, size = 0; size < FILE_BYTES;) {
    let text = ''
    for (const until = i + 10_000; i < until; i++) text += row(i)
    const part = Buffer.from(text, encoding)
    parts.push(part)
    size += part.length
  }
  return Buffer.concat(parts)
}

/** Positions between records, about `RANGE_BYTES` apart. */
function rangesOf(file: Buffer, format: CsvFormat): number[] {
  const ranges = [0]
  const splitter = createSplitter({ ...format, hasHeaders: false, keyColumn: 0 }, ({ byteStart }) => {
    if (byteStart - ranges.at(-1)! >= RANGE_BYTES) ranges.push(byteStart)
  })
  splitter.push(file)
  return [...ranges, file.length]
}

function splitAll(file: Buffer, format: CsvFormat): number {
  let keyBytes = 0
  const splitter = createSplitter({ ...format, hasHeaders: false, keyColumn: 0 }, ({ keyFrom, keyTo }) => {
    keyBytes += keyTo - keyFrom
  })
  for (let at = 0; at < file.length; at += CHUNK_BYTES) splitter.push(file.subarray(at, at + CHUNK_BYTES))
  splitter.end()
  return keyBytes
}

function readAll(file: Buffer, ranges: number[], format: CsvFormat): number {
  let characters = 0
  const onCells = (cells: string[]) => {
    for (const cell of cells) characters += cell.length
  }
  for (let index = 1; index < ranges.length; index++) {
    forEachRecord(file.subarray(ranges[index - 1], ranges[index]), format, onCells)
  }
  return characters
}

function parseAll(file: Buffer, { separator, enclosure, characterSet }: CsvFormat): number {
  let count = 0
  parse(file, {
    delimiter: separator,
    quote: enclosure,
    escape: enclosure,
    encoding: characterSet === 'UTF-8' ? 'utf8' : 'latin1',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (record: string[]) => {
      count += record.length
      return null
    },
  })
  return count
}

function fastest(file: Buffer, run: () => number): string {
  let best = Infinity
  for (let count = 0; count < RUNS; count++) {
    const start = performance.now()
    run()
    best = Math.min(best, performance.now() - start)
  }
  return (file.length / 1000 / best).toFixed(0).padStart(4)
}
