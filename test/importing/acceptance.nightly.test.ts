import { createReadStream } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { columnMapping, fileRows, header, writeRows } from '../../bench/data.ts'
import { createClient } from '../../src/client/api.ts'
import { createCustomField } from '../../src/contract/lists/custom-fields.ts'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import {
  createSubscriberImport,
  showSubscriberImport,
  showSubscriberImportLog,
} from '../../src/contract/imports/endpoints.ts'
import { aPlace, aQuiverServer, startQuiver } from '../harness/core/command.ts'
import { wholeNumber } from '../harness/core/files.ts'
import { until } from '../harness/importing/stories.ts'
import { classNames, expectImport, type OracleResult } from '../harness/oracle/import.ts'

/** The whole product as users run it: a server process on its embedded database, files of real size. */

type Client = ReturnType<typeof createClient>
type Source =
  | { type: 'url'; url: string }
  | { type: 'upload_directory'; filename: string }
  | { type: 'json'; content: string }

async function aListWithFields(client: Client): Promise<number> {
  const { data: list } = await client.call(createMailingList, { body: { name: 'Members' } })
  const types = { first_name: 'text', last_name: 'text', signup_date: 'date', score: 'number' } as const
  for (const [name, field_type] of Object.entries(types)) {
    await client.call(createCustomField, { params: { mailing_list_id: list.id }, body: { name, field_type } })
  }
  return list.id
}

async function post(client: Client, listId: number, source: Source): Promise<number> {
  const body = { column_mapping: columnMapping, file_source: source }
  const { data } = await client.call(createSubscriberImport, { params: { mailing_list_id: listId }, body })
  return data.id
}

async function untilFinished(client: Client, id: number): Promise<void> {
  await until(async () => {
    const { data } = await client.call(showSubscriberImport, { params: { id } })
    if (data.state === 'failed') throw new Error(data.error_message ?? 'failed')
    return data.state === 'finished'
  }, 600_000)
}

/** Counters and logs, through the API. */
async function expectOracle(client: Client, id: number, oracle: OracleResult): Promise<void> {
  const { data } = await client.call(showSubscriberImport, { params: { id } })
  const wanted = Object.fromEntries(classNames.map((name) => [name, oracle.logs[name].length]))
  expect(data.stats.subscribers).toEqual(wanted)
  expect(data.stats.number_of_records).toBe(oracle.records)
  expect(data.stats.records_imported).toBe(oracle.records)
  for (const name of classNames) {
    if (oracle.logs[name].length === 0) continue
    const response = await client.text(showSubscriberImportLog, { params: { id, classification: name } })
    const text = await response.text()
    if (name !== 'failed')
      expect(text === oracle.logs[name].map((address) => `${address}\n`).join('')).toBe(true)
    else {
      const rows: string[][] = parse(text)
      expect(rows.map((row) => row.slice(0, -1))).toEqual(oracle.logs.failed)
    }
  }
}

async function aFileAndItsOracle(path: string, rows: number): Promise<OracleResult> {
  await writeRows(path, fileRows({ rows, existing: 0, seed: 11 }), header)
  const date = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)
  return expectImport(
    { file: await readFile(path), mapping: columnMapping, fields: { score: wholeNumber, signup_date: date } },
    new Map(),
  )
}

/** Serves one file on a loopback address. */
async function aFileServer(path: string): Promise<string> {
  const { size } = await stat(path)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': size })
    createReadStream(path).pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/members.csv`
}

test('a million rows by url and a million by upload directory end as the oracle expects', async () => {
  const place = await aPlace()
  const dataDir = place.DATA_DIR
  const server = await aQuiverServer(place)
  const client = createClient({ url: server.url, credential: server.credential })
  await mkdir(join(dataDir, 'uploads', '1'), { recursive: true })
  const path = join(dataDir, 'uploads', '1', 'members.csv')
  const oracle = await aFileAndItsOracle(path, 1_000_000)
  for (const source of [
    { type: 'url', url: await aFileServer(path) },
    { type: 'upload_directory', filename: 'members.csv' },
  ] as const) {
    const id = await post(client, await aListWithFields(client), source)
    await untilFinished(client, id)
    await expectOracle(client, id, oracle)
  }
})

test('10 MB by json end as the oracle expects', async () => {
  const place = await aPlace()
  const dataDir = place.DATA_DIR
  const server = await aQuiverServer(place)
  const client = createClient({ url: server.url, credential: server.credential })
  const path = join(dataDir, 'small.csv')
  const oracle = await aFileAndItsOracle(path, 150_000)
  const content = await readFile(path, 'utf8')
  expect(content.length).toBeGreaterThan(10_000_000)
  const id = await post(client, await aListWithFields(client), { type: 'json', content })
  await untilFinished(client, id)
  await expectOracle(client, id, oracle)
})

test('a server killed with -9 during an import finishes it after a restart', async () => {
  const place = await aPlace()
  const dataDir = place.DATA_DIR
  const first = await aQuiverServer(place)
  const client = createClient({ url: first.url, credential: first.credential })
  await mkdir(join(dataDir, 'uploads', '1'), { recursive: true })
  const oracle = await aFileAndItsOracle(join(dataDir, 'uploads', '1', 'members.csv'), 400_000)
  const id = await post(client, await aListWithFields(client), {
    type: 'upload_directory',
    filename: 'members.csv',
  })
  await until(async () => {
    const { data } = await client.call(showSubscriberImport, { params: { id } })
    expect(data.state).not.toBe('finished')
    return data.stats.records_imported > 0
  })
  first.kill('SIGKILL')
  await first.ended
  const second = await startQuiver(['serve'], { ...place, PORT: '0' })
  const [, url = ''] = await second.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const again = createClient({ url, credential: first.credential })
  await untilFinished(again, id)
  await expectOracle(again, id, oracle)
})
