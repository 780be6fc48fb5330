import type { FileHandle } from 'node:fs/promises'
import type { ImportRange } from '../store/imports/ranges.ts'
import { createSplitter, keyText, type SplitRecord } from '../files/csv/reader.ts'
import type { FileFormat } from '../files/csv/format.ts'
import type { FileFault } from '../files/csv/records.ts'
import {
  createKeyHash,
  createOccurrences,
  type KeyHash,
  type Occurrences,
  type Part,
} from './keys/occurrences.ts'
import type { Plan } from '../contract/imports/plan.ts'
import { markRepeats } from './keys/repeats.ts'
import type { Comparison } from './prune/comparison.ts'
import { compileRowReader, type RowReader } from '../contract/imports/row-reader.ts'

/** Maximum per range. Of 1,000 to 200,000 rows, 20,000 was the fastest. */
export type RangeSize = { rows: number; bytes: number }
export const rangeSize: RangeSize = { rows: 20_000, bytes: 4_194_304 }

export type FileToSplit = {
  handle: FileHandle
  sizeBytes: number
  format: FileFormat
  plan: Plan
  scratchDir: string
  signal: AbortSignal
  size: RangeSize
  /** Looks the subscribers of the list up among the keys of the file. */
  comparison?: Comparison | null
}

export type SplitResult = { ranges: ImportRange[]; records: number } | { fault: FileFault }

const chunkBytes = 1_048_576

/** Checks the whole file, and cuts it into ranges that workers can apply in any order. */
export async function splitFile(file: FileToSplit): Promise<SplitResult> {
  const reader = compileRowReader(file.plan)
  const occurrences = await createOccurrences(file.scratchDir, file.sizeBytes)
  try {
    const cutter = createCutter(file.size, file.sizeBytes)
    const hash = createKeyHash()
    const note = noteKeys(file, reader, { hash, occurrences })
    const splitter = createSplitter({ ...file.format, keyColumn: file.plan.keyColumn }, (record) => {
      cutter.add(record)
      note(record)
    })
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (let position = 0; ;) {
      file.signal.throwIfAborted()
      const { bytesRead } = await file.handle.read(chunk, 0, chunkBytes, position)
      if (bytesRead === 0) break
      position += bytesRead
      const fault = splitter.push(chunk.subarray(0, bytesRead))
      if (fault !== null) return { fault }
      await occurrences.flush()
    }
    const end = splitter.end()
    if (end.kind !== 'split') return { fault: end }
    const ranges = cutter.end()
    await file.comparison?.readList(hash, occurrences.partitions)
    await markRepeats(file, reader, comparedParts(occurrences, file.comparison), ranges)
    return { ranges, records: end.records }
  } finally {
    await occurrences.close()
  }
}

function createCutter({ rows, bytes }: RangeSize, fileBytes: number) {
  const ranges: ImportRange[] = []
  let current: ImportRange | null = null
  let bytesMax = 0
  const isFull = (range: ImportRange, record: SplitRecord) =>
    range.records >= rows || record.byteEnd - range.byte_start > bytesMax
  return {
    add(record: SplitRecord): void {
      if (current !== null && isFull(current, record)) current = null
      if (current === null) {
        bytesMax = Math.min(bytes, bytesAt(record.byteStart, fileBytes))
        current = {
          number: ranges.length,
          byte_start: record.byteStart,
          byte_end: record.byteEnd,
          first_record: record.number - 1,
          records: 0,
          repeats: null,
        }
        ranges.push(current)
      }
      current.records += 1
      current.byte_end = record.byteEnd
    },
    end: () => ranges,
  }
}

const bytesMin = 393_216

/**
 * Small ranges at the start, so that the database soon has something to do, and at the end, so that all lanes end at
 * about the same time.
 */
function bytesAt(start: number, fileBytes: number): number {
  return Math.max(bytesMin, Math.min(start, (fileBytes - start) / 4))
}

async function* comparedParts(
  occurrences: Occurrences,
  comparison: Comparison | null | undefined,
): AsyncGenerator<Part> {
  for await (const part of occurrences.parts()) {
    await comparison?.lookUp(part)
    yield part
  }
}

type Keys = { hash: KeyHash; occurrences: Occurrences }

/** For a comparison, also the keys of rows that will fail: a fault in a row must not end a subscription. */
function noteKeys(
  { plan, format, comparison }: FileToSplit,
  reader: RowReader,
  { hash, occurrences }: Keys,
): (record: SplitRecord) => void {
  const hasComparison = comparison !== undefined && comparison !== null
  return (record) => {
    if (record.keyFrom === record.keyTo || (record.problem !== null && !hasComparison)) return
    let isRow = record.problem === null
    const isFolded =
      plan.keyField === null &&
      !record.isKeyDoubled &&
      hash.fold(record.keyBytes, record.keyFrom, record.keyTo)
    if (!isFolded) {
      const text = keyText(record, format)
      const key = reader.keyOf(text)
      if (key === null && !hasComparison) return
      if (key === null) isRow = false
      const bytes = Buffer.from(key ?? text.trim().toLowerCase())
      hash.fold(bytes, 0, bytes.length)
    }
    if (!isRow) return occurrences.see(hash.high, hash.low)
    const { byteStart, byteEnd } = record
    occurrences.note(hash.high, hash.low, {
      row: record.number - 1,
      byteStart,
      byteLength: byteEnd - byteStart,
    })
  }
}
