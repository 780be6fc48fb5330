import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createClient, type Client } from '../../client/api.ts'
import {
  createSubscriberImport,
  importDryRun,
  inspectSubscriberImport,
  showSubscriberImportLog,
  type ImportRecord,
} from '../../contract/imports/endpoints.ts'
import type { Inspection } from '../../contract/imports/inspection.ts'
import type { MailingList } from '../../contract/lists/endpoints.ts'
import type { CsvFormat } from '../../files/csv/records.ts'
import type { CharacterSet } from '../../files/inspection/character-sets/encoding.ts'
import type { GivenFormat } from '../../files/inspection/format.ts'
import { checkServerUrl, readCredential, type ServerOptions } from '../connection.ts'
import { deliver, type Delivery } from './delivery.ts'
import { findList, rulesOf } from './list.ts'
import { findFile, inspectLocally, isPacked, type LocalFile } from './preview.ts'
import { makeProposal, type Proposal } from './proposal.ts'
import { pruneSettings, questionOf, type PruneOptions } from './pruning.ts'
import { curlOf, reportOf } from './report.ts'
import { confirm, printable } from './terminal.ts'
import { watch } from './watch.ts'

export type ImportOptions = ServerOptions &
  PruneOptions & {
    list: string
    map?: string[]
    separator?: CsvFormat['separator']
    enclosure?: CsvFormat['enclosure']
    charset?: CharacterSet
    dates?: 'mdy' | 'dmy'
    headers: boolean
    skipLines?: number
    overwrite: boolean
    createFields: boolean
    dryRun: boolean
    yes: boolean
    acceptOptOuts: boolean
    ignoreOptOuts: boolean
    leaveOutOptOuts: boolean
    uploadDir?: string
    failed?: string
  }

type Job = {
  client: Client
  file: LocalFile
  list: MailingList
  options: ImportOptions
  send: (characterSet: CharacterSet) => Promise<Delivery>
}

/** Sets the exit code of the process. @throws Error, for `tell`. */
export async function runImport(path: string, options: ImportOptions): Promise<void> {
  pruneSettings(options)
  const { credential, organizationId } = readCredential(options.key)
  checkServerUrl(options.url)
  const client = createClient({ url: options.url, credential })
  const file = await findFile(path)
  const isPackedFile = await isPacked(path)
  const { url: serverUrl, uploadDir } = options
  const send = (characterSet: CharacterSet) =>
    deliver({
      ...file,
      characterSet,
      isPacked: isPackedFile,
      serverUrl,
      credential,
      organizationId,
      uploadDir,
    })
  const job: Job = { client, file, list: await findList(client, options.list), options, send }
  // The server unpacks it, so it must be there to be inspected.
  const early = isPackedFile ? await send('UTF-8') : null
  try {
    const inspection = early === null ? await inspectHere(job) : await inspectThere(job, early)
    const proposal = makeProposal(inspection, options)
    console.log(proposal.text)
    if (!(await isSettled(proposal, options))) return stop('Nothing was imported.')
    const delivery = early ?? (await send(inspection.format.character_set.value as CharacterSet))
    try {
      await importFile(job, proposal, delivery)
    } finally {
      if (early === null) await delivery.end()
    }
  } finally {
    await early?.end()
  }
}

function stop(sentence: string): void {
  console.log(sentence)
  process.exitCode = 1
}

function givenFormat(options: ImportOptions): GivenFormat {
  const { separator, enclosure, charset, headers, skipLines, dates } = options
  return {
    ...(separator === undefined ? {} : { separator }),
    ...(enclosure === undefined ? {} : { enclosure }),
    ...(charset === undefined ? {} : { characterSet: charset }),
    ...(dates === undefined ? {} : { dateFormat: dates }),
    ...(headers ? {} : { hasHeaders: false }),
    ...(skipLines === undefined ? {} : { skipLines }),
  }
}

async function inspectHere({ client, file, list, options }: Job): Promise<Inspection> {
  const wanted = { given: givenFormat(options), createsFields: options.createFields }
  return inspectLocally(file, await rulesOf(client, list), wanted)
}

async function inspectThere({ client, list, options }: Job, { source }: Delivery): Promise<Inspection> {
  const { separator, enclosure, characterSet, hasHeaders, skipLines, dateFormat } = givenFormat(options)
  const { data } = await client.call(inspectSubscriberImport, {
    params: { mailing_list_id: list.id },
    body: {
      file_source: source,
      create_custom_fields: options.createFields,
      file_format: {
        csv_field_separator: separator,
        csv_field_enclosure: enclosure,
        character_set: characterSet,
        csv_has_headers: hasHeaders,
        skip_lines: skipLines,
        date_format: dateFormat,
      },
    },
  })
  return data
}

/** An import that runs unattended stops at undecided opt-outs. */
async function isSettled({ undecided }: Proposal, { yes, dryRun }: ImportOptions): Promise<boolean> {
  const isAttended = process.stdin.isTTY && process.stdout.isTTY
  if (undecided.length > 0) {
    const questions = undecided.map((question) => printable(question)).join('\n  ')
    if (yes) {
      throw new Error(
        `${questions} Add --accept-opt-outs to give them the status that is proposed, --leave-out-opt-outs to leave these rows out, or --ignore-opt-outs if all of them may be written to.`,
      )
    }
    console.log(`  ${questions}\n`)
    if (isAttended && !dryRun && !(await confirm('Give them the status that is proposed?'))) return false
  }
  if (yes || dryRun || isAttended) return true
  throw new Error('There is no terminal to confirm on. Check the columns above, then add --yes.')
}

async function importFile(job: Job, proposal: Proposal, delivery: Delivery): Promise<void> {
  const { client, list, options } = job
  const isDry = options.dryRun || !options.yes
  const first = await create(job, proposal, delivery, isDry)
  const into = `into ${printable(list.name)} (${delivery.note})`
  console.log(isDry ? `Dry run ${first.id} ${into}: nothing is changed.` : `Import ${first.id} ${into}.`)
  const ended = await watchAndTell(job, first, delivery)
  if (!isDry || ended.state !== 'finished') return
  if (options.dryRun) {
    const call = curlOf(options.url, `subscriber_imports/${ended.id}/import`, 'POST')
    console.log(`To import the file as it is, within 24 hours:\n  ${call}`)
    return
  }
  const { text, isYesByDefault } = questionOf(ended, options.pruneLimit)
  if (!(await confirm(text, { isYesByDefault }))) return stop('Nothing was imported.')
  const { data: record } = await client.call(importDryRun, { params: { id: ended.id } })
  console.log(`Import ${record.id} ${into}.`)
  await watchAndTell(job, record, delivery)
}

async function create(
  { client, list, options }: Job,
  { settings }: Proposal,
  { source, characterSet }: Delivery,
  isDry: boolean,
): Promise<ImportRecord> {
  const file_format = { ...settings.file_format, character_set: characterSet }
  const { data, warnings } = await client.call(createSubscriberImport, {
    params: { mailing_list_id: list.id },
    body: {
      ...settings,
      ...pruneSettings(options),
      file_format,
      file_source: source,
      ...(isDry ? { dry_run: true } : {}),
    },
  })
  for (const sentence of warnings) console.error(`Warning: ${printable(sentence)}`)
  return data
}

async function watchAndTell(
  { client, options }: Job,
  created: ImportRecord,
  delivery: Delivery,
): Promise<ImportRecord> {
  const startMs = performance.now()
  const record = await watch({ client, record: created, delivery, serverUrl: options.url })
  console.log(reportOf(record, (performance.now() - startMs) / 1000))
  await tellFailed(client, record, options)
  process.exitCode = record.state === 'finished' ? 0 : 1
  return record
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
