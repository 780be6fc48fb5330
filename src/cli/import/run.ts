import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createClient } from '../../client/api.ts'
import type { Client } from '../../client/api.ts'
import { parseAuthorization } from '../../contract/api/credential.ts'
import { listCustomFields } from '../../contract/lists/custom-fields.ts'
import { showMailingList } from '../../contract/lists/endpoints.ts'
import { createSubscriberImport, showSubscriberImportLog } from '../../contract/imports/endpoints.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import type { CsvFormat } from '../../files/csv/records.ts'
import { deliver } from './delivery.ts'
import type { Delivery } from './delivery.ts'
import { fieldNamesOf } from './mapping.ts'
import { optOutQuestion } from './opt-outs.ts'
import { guessDates, makeProposal } from './proposal.ts'
import type { DateOrder } from './proposal.ts'
import { curlOf, reportOf } from './report.ts'
import { sniffFile } from './sniff.ts'
import type { Sniffed } from './sniff.ts'
import { confirm, printable } from './terminal.ts'
import { watch } from './watch.ts'

export type ImportOptions = {
  list: number
  map?: string[]
  separator?: CsvFormat['separator']
  enclosure?: CsvFormat['enclosure']
  charset?: CsvFormat['characterSet']
  dates?: DateOrder
  headers: boolean
  overwrite: boolean
  yes: boolean
  ignoreOptOuts: boolean
  url: string
  key?: string
  uploadDir?: string
  failed?: string
}

type Plan = { listName: string; mapping: string[]; dates: DateOrder; text: string }

/** Sets the exit code of the process. @throws Error, for `tell`. */
export async function runImport(path: string, options: ImportOptions): Promise<void> {
  const { credential, organizationId } = readCredential(options.key)
  if (!URL.canParse(options.url))
    throw new Error(`${options.url} is not a URL; it must look like http://127.0.0.1:8080.`)
  const sniffed = await sniffFile(path, givenFormat(options))
  const client = createClient({ url: options.url, credential })
  const plan = await makePlan(client, sniffed, options)
  console.log(plan.text)
  if (!(await isAgreed(options))) {
    console.log('Nothing was imported.')
    process.exitCode = 1
    return
  }
  const delivery = await deliver({
    path,
    sizeBytes: sniffed.sizeBytes,
    characterSet: sniffed.format.characterSet,
    serverUrl: options.url,
    organizationId,
    uploadDir: options.uploadDir,
    usualUploadDir: usualUploadDir(process.env),
  })
  try {
    const startMs = performance.now()
    const created = await create(client, { sniffed, plan, delivery, options })
    console.log(`Import ${created.id} into ${printable(plan.listName)} (${delivery.note}).`)
    const record = await watch({ client, record: created, delivery, serverUrl: options.url })
    console.log(reportOf(record, (performance.now() - startMs) / 1000))
    await tellFailed(client, record, options)
    process.exitCode = record.state === 'finished' ? 0 : 1
  } finally {
    await delivery.end()
  }
}

function readCredential(key: string | undefined) {
  if (key === undefined || key === '') {
    throw new Error('No credential given. Set QUIVER_API_KEY to the api_key of a key, or use --key.')
  }
  const credential = parseAuthorization(`Basic ${key}`)
  if (credential === null) {
    throw new Error(
      'The credential is malformed: it must be the api_key of a key, exactly as the server shows it.',
    )
  }
  return { credential: key, organizationId: credential.organizationId }
}

/** The default of a server that was started here with the same environment. */
function usualUploadDir({ UPLOAD_DIR, DATA_DIR }: NodeJS.ProcessEnv): string {
  return resolve(UPLOAD_DIR || join(DATA_DIR || './data', 'uploads'))
}

function givenFormat({ separator, enclosure, charset }: ImportOptions): Partial<CsvFormat> {
  return {
    ...(separator === undefined ? {} : { separator }),
    ...(enclosure === undefined ? {} : { enclosure }),
    ...(charset === undefined ? {} : { characterSet: charset }),
  }
}

async function makePlan(client: Client, { format, rows }: Sniffed, options: ImportOptions): Promise<Plan> {
  const { data: list } = await client.call(showMailingList, { params: { id: options.list } })
  const { mapping, table, optOuts } = makeProposal({
    rows,
    hasHeaders: options.headers,
    fieldNames: fieldNamesOf(list, await findCustomFields(client, options.list)),
    given: options.map,
  })
  const question = optOuts.length === 0 || options.ignoreOptOuts ? '' : optOutQuestion(optOuts)
  if (options.yes && question !== '') {
    throw new Error(`${question} If all of them may be written to, add --ignore-opt-outs.`)
  }
  const guess = guessDates(rows)
  const dates = options.dates ?? guess.order
  const isPlain = options.dates !== undefined || guess.isSure
  const notes = [
    `${format.characterSet}, separator: ${separatorNames[format.separator]}, quote: ${format.enclosure}${options.overwrite ? '; active subscribers are overwritten' : ''}`,
    question,
    isPlain ? '' : 'Dates like 01/02/2014 are read as January 2. If they mean February 1, add --dates dmy.',
  ]
  return {
    listName: list.name,
    mapping,
    dates,
    text: `${table}\n\n  ${notes.filter((note) => note !== '').join('\n  ')}\n`,
  }
}

const separatorNames = { ',': 'comma', ';': 'semicolon', '|': 'vertical bar', '\t': 'tab' }

async function findCustomFields(client: Client, listId: number): Promise<{ name: string }[]> {
  const fields: { name: string }[] = []
  for (let page = 0; ; page += 1) {
    const query = { page, per_page: 500 }
    const answer = await client.call(listCustomFields, { params: { mailing_list_id: listId }, query })
    fields.push(...answer.data)
    if (page + 1 >= (answer.paging?.num_pages ?? 0)) return fields
  }
}

async function isAgreed(options: ImportOptions): Promise<boolean> {
  if (options.yes) return true
  if (process.stdin.isTTY && process.stdout.isTTY) return confirm('Import with these settings?')
  throw new Error('There is no terminal to confirm on. Check the columns above, then add --yes.')
}

type CreateInput = { sniffed: Sniffed; plan: Plan; delivery: Delivery; options: ImportOptions }

async function create(
  client: Client,
  { sniffed, plan, delivery, options }: CreateInput,
): Promise<ImportRecord> {
  const { data } = await client.call(createSubscriberImport, {
    params: { mailing_list_id: options.list },
    body: {
      overwrite: options.overwrite,
      column_mapping: plan.mapping,
      file_source: delivery.source,
      file_format: {
        csv_has_headers: options.headers,
        character_set: delivery.characterSet,
        csv_field_separator: sniffed.format.separator,
        csv_field_enclosure: sniffed.format.enclosure,
        date_format: plan.dates,
      },
    },
  })
  return data
}

async function tellFailed(
  client: Client,
  { id, stats }: ImportRecord,
  options: ImportOptions,
): Promise<void> {
  if (stats.subscribers.failed === 0) return
  const params = { id, classification: 'failed' }
  if (options.failed === undefined) {
    console.log(
      `Failed rows, with reasons:\n  ${curlOf(options.url, `subscriber_imports/${id}/logs/failed`)}`,
    )
    return
  }
  const { body } = await client.text(showSubscriberImportLog, { params })
  if (body !== null)
    await pipeline(Readable.fromWeb(body), createWriteStream(options.failed, { mode: 0o600 }))
  console.log(`The failed rows, with reasons, are in ${options.failed}.`)
}
