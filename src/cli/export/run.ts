import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type Client } from '../../client/api.ts'
import {
  createSubscriberExport,
  showSubscriberExport,
  type ExportRecord,
} from '../../contract/exports/endpoints.ts'
import { listSegmentsOfList } from '../../contract/segments/endpoints.ts'
import { parseId } from '../../contract/values/text.ts'
import { checkServerUrl, readCredential, type ServerOptions } from '../connection.ts'
import { findList } from '../import/list.ts'
import { download } from './download.ts'

export type ExportOptions = ServerOptions & {
  segment?: string
  status?: ExportRecord['statuses']
  columns?: string[]
  format: 'csv' | 'jsonl'
  gzip: boolean
  output?: string
}

const pollMs = 300

/** Messages go to standard error, because the file may go to standard output. @throws Error, for `tell`. */
export async function runExport(listName: string, options: ExportOptions): Promise<void> {
  const { credential } = readCredential(options.key)
  checkServerUrl(options.url)
  const client = createClient({ url: options.url, credential })
  const list = await findList(client, listName)
  const { data: created } = await client.call(createSubscriberExport, {
    params: { mailing_list_id: list.id },
    body: {
      segment_id: options.segment === undefined ? null : await findSegment(client, list.id, options.segment),
      statuses: options.status ?? null,
      columns: options.columns ?? null,
      file_format: { type: options.format, gzip: options.gzip },
    },
  })
  console.error(`Export ${created.id} of ${list.name}.`)
  const record = await follow(client, created.id)
  if (record.file === null) {
    console.error(`The export ${record.state === 'failed' ? 'has failed' : 'was cancelled'}.`)
    if (record.error_message !== null) console.error(record.error_message)
    process.exitCode = 1
    return
  }
  const path = options.output ?? record.file.name
  await download(options.url, record.file, path)
  const subscribers = record.stats.records_exported.toLocaleString('en')
  console.error(
    `${subscribers} subscribers, ${record.file.size_bytes.toLocaleString('en')} bytes in ${path}.`,
  )
}

async function findSegment(client: Client, listId: number, idOrName: string): Promise<number> {
  const id = parseId(idOrName)
  if (id !== null) return id
  const params = { mailing_list_id: listId }
  const { data } = await client.call(listSegmentsOfList, { params, query: { name: idOrName } })
  const [segment] = data
  if (segment !== undefined) return segment.id
  throw new Error(`The list has no segment ${idOrName}. Check the name, or give the id of the segment.`)
}

/** A line whenever the progress has moved on by a tenth. */
async function follow(client: Client, id: number): Promise<ExportRecord> {
  let shown = 0
  for (;;) {
    const { data: record } = await client.call(showSubscriberExport, { params: { id } })
    const { number_of_records: all, records_exported: done } = record.stats
    const tenths = all === null || all === 0 ? 0 : Math.floor((10 * done) / all)
    if (tenths > shown && record.state === 'exporting') {
      shown = tenths
      console.error(`  ${done.toLocaleString('en')} of ${all?.toLocaleString('en')} subscribers`)
    }
    if (record.state !== 'scheduled' && record.state !== 'exporting') return record
    await pause(pollMs)
  }
}
