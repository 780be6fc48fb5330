import { compileRowReader, type Row } from '../../contract/imports/row-reader.ts'
import type { Inspection } from '../../contract/imports/inspection.ts'
import type { ListRules, Plan } from '../../contract/imports/plan.ts'
import { createReader } from '../csv/reader.ts'
import type { CsvFormat } from '../csv/records.ts'
import { inspect, type FileToInspect } from '../inspection/inspect.ts'
import type { GivenFormat } from '../inspection/format.ts'
import { readLocalFile, readUnpackedFile, type ReadFile } from '../inspection/local-file.ts'
import type { ReadMail } from '../mime/read.ts'
import type { PackedFile } from '../unpacking/pieces.ts'

/** What is read of a file away from the thread that answers calls. Plain values, because they are passed to another thread. */
export type Jobs = {
  inspect: { job: InspectionJob; result: Inspection }
  rows: { job: RowsJob; result: [id: number, row: Row][] }
  mail: { job: { bytes: Uint8Array }; result: ReadMail }
}

export type Kind = keyof Jobs

export type InspectionJob = Omit<FileToInspect, 'head' | 'pass' | 'left' | 'isUnpacked' | 'given'> & {
  /** What was read of the file; null: `file` is opened. */
  read: ReadFile | null
  /** The content of a request is text, whatever its first bytes are. */
  isText: boolean
  scratchDir: string
  /** What is known of the file; the request may change it. */
  usual?: GivenFormat | undefined
  asked: GivenFormat
  /** What the request may not change. */
  fixed?: GivenFormat | undefined
  list: ListRules
}

/** What the text of a workbook has, whatever the request says. */
const workbookFormat = { separator: ',', enclosure: '"', characterSet: 'UTF-8' } as const

async function inspectFile(job: InspectionJob, file: PackedFile | null): Promise<Inspection> {
  const { head, pass, left, isUnpacked, isWorkbook } = job.read ?? (await readFile(job, file))
  const given = { ...job.usual, ...job.asked, ...(isWorkbook ? workbookFormat : {}), ...job.fixed }
  const { filename, createsFields, known } = job
  // A buffer arrives as an array of bytes.
  const bytes = Buffer.from(head.bytes.buffer, head.bytes.byteOffset, head.bytes.byteLength)
  return inspect(
    { head: { ...head, bytes }, pass, left, isUnpacked, filename, given, createsFields, known },
    job.list,
  )
}

async function readFile({ isText, scratchDir }: InspectionJob, file: PackedFile | null): Promise<ReadFile> {
  if (file === null) throw new Error('nothing was given to inspect')
  return isText ? { ...(await readLocalFile(file)), isWorkbook: false } : readUnpackedFile(file, scratchDir)
}

/** Rows of a file that was split, by their range and their place in it. */
export type RowsJob = {
  format: CsvFormat
  plan: Plan
  ranges: readonly { number: number; byte_start: number; byte_end: number }[]
  wanted: readonly { id: number; rangeNumber: number; place: number }[]
}

const chunkBytes = 262_144

/** Reads each range only up to the last wanted row. */
async function readRows({ format, plan, ranges, wanted }: RowsJob, file: PackedFile | null) {
  const reader = compileRowReader(plan)
  const rows: [number, Row][] = []
  for (const range of ranges) {
    const theirs = new Map(
      wanted.filter(({ rangeNumber }) => rangeNumber === range.number).map(({ place, id }) => [place, id]),
    )
    const last = Math.max(...theirs.keys())
    let place = 0
    const records = createReader(format, (cells, problem) => {
      const id = theirs.get(place)
      place += 1
      const row = id === undefined || problem !== null ? null : reader.read(cells)
      if (id !== undefined && row !== null && typeof row !== 'string') rows.push([id, row])
    })
    for (let at = range.byte_start; at < range.byte_end && place <= last;) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, range.byte_end - at))
      const read = await file?.handle.read(chunk, 0, chunk.length, at)
      if (read === undefined || read.bytesRead === 0) break
      records.push(chunk.subarray(0, read.bytesRead))
      at += read.bytesRead
    }
    if (place <= last) records.end()
  }
  return rows
}

/** @throws AppError and UnpackFault: sentences. */
export const jobs: {
  [Name in Kind]: (job: Jobs[Name]['job'], file: PackedFile | null) => Promise<Jobs[Name]['result']>
} = {
  inspect: inspectFile,
  rows: readRows,
  // Loaded when the first message comes: most servers take none.
  mail: async ({ bytes }) => (await import('../mime/read.ts')).readMail(bytes),
}
