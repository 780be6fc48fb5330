import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { existingRows, fileRows, header, writeRows } from '../../../bench/data.ts'
import { peakMegabytes } from '../../../bench/measure.ts'
import { createClient } from '../../../src/client/api.ts'
import { createCustomField } from '../../../src/contract/lists/custom-fields.ts'
import { createMailingList } from '../../../src/contract/lists/endpoints.ts'
import {
  createSubscriberImport,
  importDryRun,
  inspectSubscriberImport,
  showSubscriberImport,
  undoSubscriberImport,
} from '../../../src/contract/imports/endpoints.ts'
import type { importInput } from '../../../src/contract/imports/input.ts'
import { connect } from '../../../src/database/driver/connection.ts'
import { findRunning } from '../../../src/database/embedded/running.ts'
import { aPlace, aQuiverServer } from '../../harness/core/command.ts'
import { countRows, listOf, uploadFile } from './there-and-back.ts'
import { writeWorkbook } from '../../harness/files/workbooks.ts'
import { until } from '../../harness/importing/stories.ts'

/** Set THERE_AND_BACK_ROWS=10000000 for the largest file that is promised: half an hour. */
const rows = Number(process.env['THERE_AND_BACK_ROWS'] ?? 300_000)
const size = { rows, existing: Math.floor(rows / 10), seed: 5 }
const patienceMs = 3_600_000
/** Excel takes 1,048,576. */
const sheetSize = Math.min(rows, 1_000_000)

type Client = ReturnType<typeof createClient>

async function aServerWithAList() {
  const place = await aPlace()
  const dataDir = place.DATA_DIR
  const server = await aQuiverServer(place)
  const client = createClient({ url: server.url, credential: server.credential })
  const { data: list } = await client.call(createMailingList, { body: { name: 'Members' } })
  const types = { first_name: 'text', last_name: 'text', signup_date: 'date', score: 'number' } as const
  for (const [name, field_type] of Object.entries(types)) {
    await client.call(createCustomField, { params: { mailing_list_id: list.id }, body: { name, field_type } })
  }
  const url = place.DATABASE_URL ?? (await findRunning(dataDir))?.ownerUrl
  const sql = connect(url ?? '', { max: 1, applicationName: 'test' })
  onTestFinished(() => sql.end())
  await mkdir(join(dataDir, 'uploads', '1'), { recursive: true })
  return { dataDir, server, client, sql, listId: list.id }
}

async function finished(client: Client, id: number) {
  await until(async () => {
    const { data } = await client.call(showSubscriberImport, { params: { id } })
    if (data.state === 'failed') throw new Error(data.error_message ?? 'failed')
    return data.state === 'finished'
  }, patienceMs)
  const { data } = await client.call(showSubscriberImport, { params: { id } })
  return data
}

/** An import takes less than 300; the thread that inspects an uploaded file takes 70 beside it, for half a minute. */
const memoryMaxMb = 370

async function staysSmall(pid: number): Promise<void> {
  const mb = await peakMegabytes(pid)
  console.log(`peak memory of the server: ${Math.round(mb)} MB`)
  expect(mb).toBeLessThan(memoryMaxMb)
}

async function undone(client: Client, id: number): Promise<void> {
  await client.call(undoSubscriberImport, { params: { id } })
  await until(async () => {
    const { data } = await client.call(showSubscriberImport, { params: { id } })
    return data.undo?.state === 'finished'
  }, patienceMs)
}

test(
  `${rows.toLocaleString('en')} rows are uploaded, inspected, tried, imported and taken back, and the list is as before`,
  { timeout: patienceMs },
  async () => {
    const { dataDir, server, client, sql, listId } = await aServerWithAList()
    const params = { mailing_list_id: listId }
    const folder = join(dataDir, 'uploads', '1')
    await writeRows(join(folder, 'before.csv'), existingRows(size), header)
    await writeRows(join(folder, 'members.csv'), fileRows(size), header)
    const known = new Set<string>()
    for (const row of existingRows(size)) known.add(row.slice(0, row.indexOf(',')))
    const expected = await countRows(join(folder, 'members.csv'), known)

    const source = { type: 'upload_directory', filename: 'before.csv' } as const
    const settings = { column_mapping: ['email', 'first_name', 'last_name', '', 'signup_date', 'score'] }
    const first = await client.call(createSubscriberImport, {
      params,
      body: { ...settings, file_source: source },
    })
    await finished(client, first.data.id)
    const before = await listOf(sql, listId)

    const target = { url: server.url, a: { credential: server.credential } }
    const upload = await uploadFile(target, join(folder, 'members.csv'), 'members.csv')
    const file_source = { type: 'upload', id: upload } as const
    const inspected = await client.call(inspectSubscriberImport, { params, body: { file_source } })
    expect(inspected.data.decisions).toEqual([])
    const proposal = inspected.data.subscriber_import
    expect(proposal.column_mapping).toEqual(settings.column_mapping)

    const body = { ...(proposal as z.input<typeof importInput>), file_source, overwrite: true, dry_run: true }
    const { data: dryRun } = await client.call(createSubscriberImport, { params, body })
    const tried = await finished(client, dryRun.id)
    expect(tried.stats.subscribers).toMatchObject(expected)
    expect(await listOf(sql, listId)).toEqual(before)

    const { data: real } = await client.call(importDryRun, { params: { id: dryRun.id } })
    const imported = await finished(client, real.id)
    expect(imported.stats.subscribers).toEqual(tried.stats.subscribers)
    expect(await listOf(sql, listId)).not.toEqual(before)

    await undone(client, real.id)
    expect(await listOf(sql, listId)).toEqual(before)
    await staysSmall(server.pid)
  },
)

function* sheetRows(count: number): Generator<string> {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  yield `<row>${header.trim().split(',').map(cell).join('')}</row>`
  for (let index = 0; index < count; index += 1) {
    const number = `<c><v>${index % 1000}</v></c>`
    yield `<row>${['p' + index + '@example.com', 'Ann', 'Abel', 'Oslo', '2024-01-31'].map(cell).join('')}${number}</row>`
  }
}

test(
  `a workbook of ${sheetSize.toLocaleString('en')} rows goes the same way`,
  { timeout: patienceMs },
  async () => {
    const { dataDir, server, client, sql, listId } = await aServerWithAList()
    const params = { mailing_list_id: listId }
    const path = join(dataDir, 'uploads', '1', 'members.xlsx')
    await writeWorkbook(path, { rows: sheetRows(sheetSize) })
    const target = { url: server.url, a: { credential: server.credential } }
    const file_source = { type: 'upload', id: await uploadFile(target, path, 'members.xlsx') } as const
    const inspected = await client.call(inspectSubscriberImport, { params, body: { file_source } })
    const proposal = inspected.data.subscriber_import as z.input<typeof importInput>
    const body = { ...proposal, file_source, dry_run: true }
    const { data: dryRun } = await client.call(createSubscriberImport, { params, body })
    const tried = await finished(client, dryRun.id)
    expect(tried.stats.subscribers).toMatchObject({ added: sheetSize, failed: 0 })
    const { data: real } = await client.call(importDryRun, { params: { id: dryRun.id } })
    expect((await finished(client, real.id)).stats.subscribers).toEqual(tried.stats.subscribers)
    await undone(client, real.id)
    expect(await sql`select 1 from subscribers where mailing_list_id = ${listId} limit 1`).toHaveLength(0)
    await staysSmall(server.pid)
  },
)
