import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSpool } from '../../../src/files/spool.ts'
import { rangeSize } from '../../../src/importing/split.ts'
import { aCompleteUpload } from '../../harness/files/complete-uploads.ts'
import { writeWorkbook } from '../../harness/files/workbooks.ts'
import { anImportApi } from '../../harness/importing/api.ts'
import { settingsOf } from '../../harness/importing/stories.ts'
import { aWorkerProcess } from '../../harness/importing/worker-processes.ts'
import { until } from '../../harness/core/until.ts'

const rows = 1_000_000

function* strings(): Generator<string> {
  yield '<si><t>Email</t></si><si><t>Name</t></si>'
  for (let index = 0; index < rows; index += 1) {
    yield `<si><t>person.${index}@example.com</t></si><si><t>Name, number ${index}</t></si>`
  }
}

function* sheetRows(): Generator<string> {
  yield '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Since</t></is></c></row>'
  for (let index = 0; index < rows; index += 1) {
    const at = index + 2
    yield `<row r="${at}"><c r="A${at}" t="s"><v>${2 * index + 2}</v></c><c r="B${at}" t="s"><v>${2 * index + 3}</v></c><c r="C${at}" s="1"><v>${40_000 + (index % 5000)}</v></c><c r="D${at}"><v>${index * 1.25}</v></c></row>`
  }
}

async function peakMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

test('a workbook of 1,000,000 rows is imported by a worker in less than 300 MB', async () => {
  const api = await anImportApi()
  const path = join(api.folder, 'large.xlsx')
  await writeWorkbook(path, { rows: sheetRows(), strings: strings(), formats: ['dd.mm.yyyy'] })
  const spool = createSpool(join(api.folder, 'spool'))
  const { organizationId } = api
  const id = await aCompleteUpload(api.sql, spool, { organizationId, content: { path } })
  const { body } = await api.create({
    file_source: { type: 'upload', id },
    column_mapping: ['email', '', 'subscribe_time', ''],
  })
  const worker = aWorkerProcess(settingsOf(api.url, api.folder, { rangeSize }))
  await until(async () => (await api.show(body.data.id)).finished_at !== null, { seconds: 1200 })
  expect(await api.show(body.data.id)).toMatchObject({
    state: 'finished',
    error_message: null,
    stats: { number_of_records: rows, subscribers: { added: rows, failed: 0 } },
  })
  const [last] = await api.sql`
    select subscribe_time::date::text as since from subscribers where key = ${`person.${rows - 1}@example.com`}`
  expect(last).toEqual({ since: '2023-03-14' })
  const mb = await peakMb(worker.pid)
  console.log(`peak memory of the worker: ${Math.round(mb)} MB`)
  expect(mb).toBeLessThan(300)
})
