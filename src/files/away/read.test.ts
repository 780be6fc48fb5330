import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { InspectionJob } from './jobs.ts'
import { createFileThreads } from './read.ts'

const job: InspectionJob = {
  read: null,
  isText: true,
  scratchDir: tmpdir(),
  asked: {},
  filename: 'people.csv',
  createsFields: false,
  list: { has_format: false, has_confirmed: false, primary_key_custom_field_id: null, fields: [] },
}
const csv = Buffer.from('email;city\nann@example.com;Köln\n')
const stored = {
  handle: {
    read: async (buffer: Buffer, offset: number, length: number, position: number) => ({
      bytesRead: csv.copy(buffer, offset, position, position + length),
      buffer,
    }),
  },
  sizeBytes: csv.length,
}
const silent = (until: Promise<void> = new Promise(() => {})) => ({
  ...stored,
  handle: {
    read: (...place: Parameters<typeof stored.handle.read>) => until.then(() => stored.handle.read(...place)),
  },
})
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

test('a file is inspected by its descriptor, and by its bytes where it has none', async () => {
  const readAway = createFileThreads({ limitMs: 60_000, resourceLimits })
  const path = join(tmpdir(), `quiver-away-${process.pid}.csv`)
  await writeFile(path, csv)
  await using handle = await open(path)
  const inspections = [
    await readAway(1, 'inspect', job, { handle, sizeBytes: csv.length }),
    await readAway(1, 'inspect', job, stored),
    await readAway(1, 'inspect', { ...job, read: { head: { bytes: csv, isWhole: true }, pass: null, isWorkbook: false } }, null), // oxfmt-ignore
  ]
  for (const { rows, format } of inspections) {
    expect(rows).toEqual([['ann@example.com', 'Köln']])
    expect(format.csv_field_separator.value).toBe(';')
  }
  await expect(readAway(1, 'inspect', { ...job, isText: false }, { ...stored, sizeBytes: 0 })).rejects.toThrow('people.csv is empty.') // oxfmt-ignore
})

test('a file that holds its thread costs its own organization the time, and no other one an answer', async () => {
  const readAway = createFileThreads({ limitMs: 60_000, resourceLimits })
  const order: string[] = []
  const noted = (name: string, work: Promise<unknown>) => work.then(() => order.push(`${name} answered`))
  let end = () => {}
  const isOver = new Promise<void>((resolve) => (end = resolve))
  const held = noted('held', readAway(1, 'inspect', job, silent(isOver)))
  const waiting = noted('waiting', readAway(1, 'inspect', job, stored))
  await noted('other', readAway(2, 'inspect', job, stored))
  end()
  await Promise.all([held, waiting])
  expect(order).toEqual(['other answered', 'held answered', 'waiting answered'])
})

test('a file that takes too long is a sentence, and the next one is read', async () => {
  const readAway = createFileThreads({ limitMs: 300, resourceLimits })
  await expect(readAway(1, 'inspect', job, silent())).rejects.toThrow('cannot be found within 0.3 seconds')
  const next = createFileThreads({ limitMs: 60_000, resourceLimits })
  expect((await next(1, 'inspect', job, stored)).rows_read).toBe(1)
})

test('a thread that dies of a file is a sentence, and what the storage says goes to the caller', async () => {
  const readAway = createFileThreads({ limitMs: 60_000, resourceLimits: { maxOldGenerationSizeMb: 2 } })
  await expect(readAway(1, 'inspect', job, stored)).rejects.toThrow('takes more memory than there is for it')
  const wellFed = createFileThreads({ limitMs: 60_000, resourceLimits })
  const away = new Error('the storage is away')
  const broken = { handle: { read: () => Promise.reject(away) }, sizeBytes: 10 }
  await expect(wellFed(1, 'inspect', job, broken)).rejects.toBe(away)
  expect((await wellFed(1, 'inspect', job, stored)).rows_read).toBe(1)
})
