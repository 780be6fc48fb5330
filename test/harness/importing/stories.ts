import type { DatabaseUrl } from '../../../src/database/address.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { parse } from 'csv-parse/sync'
import type { LogName } from '../../../src/contract/imports/states.ts'
import type { Database, Scoped, Sql } from '../../../src/database/driver/connection.ts'
import { runWorker, type WorkerSettings } from '../../../src/importing/worker.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { spoolFile } from '../records/spooled.ts'
import { importLogPieces } from '../../../src/store/imports/logs.ts'
import { findImport, insertImport, type ImportRow, type NewImport } from '../../../src/store/imports/rows.ts'
import { classNames, type OracleResult } from '../oracle/import.ts'
import type { OracleSubscriber } from '../oracle/model.ts'
import { failedLogPieces } from '../../../src/http/imports/failed-log.ts'

/** A directory for the files of workers; removed at the end of the test. */
export async function aWorkFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Settings of a worker; small ranges, so that small files have many. */
export function settingsOf(
  databaseUrl: DatabaseUrl,
  folder: string,
  changes: Partial<WorkerSettings> = {},
): WorkerSettings {
  return {
    databaseUrl,
    spoolDir: join(folder, 'spool'),
    scratchDir: join(folder, 'scratch'),
    uploadDir: join(folder, 'uploads'),
    allow: [],
    allowLoopback: true,
    logLevel: process.env.TLOG ?? 'silent',
    index: 0,
    preparers: 1,
    lanes: 2,
    sliceSeconds: 5,
    heartbeatSeconds: 5,
    rangeSize: { rows: 200, bytes: 1_000_000 },
    ...changes,
  }
}

const nothingTriggered: NewImport['autoresponders'] = {
  subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
  api: { trigger_new: null, trigger_updated: null },
}

/** Schedules an import of a file for now (null: without a file), with attributes as the API would have stored them. */
export async function aScheduledImport(
  sql: Scoped,
  organizationId: number,
  listId: number,
  folder: string,
  { content, ...changes }: Partial<NewImport> & { content: string | Buffer | null },
): Promise<number> {
  const spool = createSpool(join(folder, 'spool'))
  const file = content === null ? null : await spoolFile(spool, organizationId, Buffer.from(content))
  return sql.begin((sql) =>
    insertImport(sql, organizationId, {
      mailing_list_id: listId,
      api_key_id: 1,
      user_id: null,
      data_directory: null,
      on_bad_value: 'fail_row',
      begins_at: null,
      overwrite: false,
      autoresponders: nothingTriggered,
      overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
      overwrite_when_status: {
        active: true,
        unsubscribed: false,
        bounced: false,
        deactivated: false,
        scomp: false,
      },
      column_mapping: ['email'],
      default_custom_fields: {},
      subscriber_defaults: { status: 'active' },
      file_format: {
        csv_has_headers: true,
        character_set: 'utf-8',
        csv_field_separator: ',',
        csv_field_enclosure: '"',
        date_format: 'mdy',
      },
      source_type: 'json',
      source_filename: 'data',
      source_url: null,
      keep_for_undo: true,
      spool_name: file?.name ?? null,
      dry_run: false,
      ...changes,
    }),
  )
}

/** Runs a worker in this process until the condition holds. @returns the last state of the imports. */
export async function workUntil(settings: WorkerSettings, isDone: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController()
  const worker = runWorker(settings, stop.signal)
  try {
    await until(isDone)
  } finally {
    stop.abort(new Error('the test is done'))
    await worker
  }
}

export async function workUntilEnded(settings: WorkerSettings, sql: Database): Promise<void> {
  await workUntil(settings, async () => {
    const [open] = await sql<{ count: number }[]>`
      select count(*) from import_jobs where finished_at is null`
    return open?.count === 0
  })
}

/** Polls until an external condition holds; the limit only ends a test that hangs. */
export async function until(isDone: () => Promise<boolean>, limitMs = 60_000): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('what the test waits for did not happen')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The subscribers of the list in the form of the oracle: fields by name, without nulls and creation times. */
export async function subscribersOf(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<Map<string, OracleSubscriber>> {
  const rows = await sql<{ key: string; subscriber: OracleSubscriber }[]>`
    select s.key, jsonb_strip_nulls(jsonb_build_object('status', s.status, 'confirmed', s.confirmed,
        'format', s.email_format, 'subscribeIp', s.subscribe_ip, 'removeIp', s.remove_ip,
        'subscribeTime', ${isoText(sql, 'subscribe_time')}, 'removeTime', ${isoText(sql, 'remove_time')},
        'confirmTime', ${isoText(sql, 'confirm_time')}))
      || jsonb_build_object('email', coalesce(s.email, s.key), 'fields', coalesce((
        select jsonb_object_agg(f.name, v.value)
        from (select (jsonb_each(s.custom_fields)).*) v
        join custom_fields f on f.organization_id = s.organization_id and f.id = v.key::integer), '{}')) as subscriber
    from subscribers s
    where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}`
  return new Map(rows.map(({ key, subscriber }) => [key, subscriber]))
}

function isoText(sql: Sql, column: string) {
  return sql`to_char(nullif(s.${sql(column)}, s.created_at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Every counter, log and subscriber equals that of the oracle: nothing lost, nothing doubled. */
export async function expectOutcome(
  sql: Sql,
  organizationId: number,
  importId: number,
  oracle: OracleResult,
): Promise<ImportRow> {
  const row = await findImport(sql, organizationId, importId)
  expect({ state: row.state, error: row.error_message }).toEqual({ state: 'finished', error: null })
  expect(row.number_of_records).toBe(oracle.records)
  expect(row.records_imported).toBe(oracle.records)
  const counted = Object.fromEntries(classNames.map((name) => [name, row[name]]))
  expect(counted).toEqual(Object.fromEntries(classNames.map((name) => [name, oracle.logs[name].length])))
  for (const name of classNames) {
    const text = await logText(sql, organizationId, importId, name)
    if (name !== 'failed') expect(text).toBe(oracle.logs[name].map((address) => `${address}\n`).join(''))
    else {
      const cells: string[][] = parse(text, { relax_column_count: true })
      expect(cells.map((row) => row.slice(0, -1))).toEqual(oracle.logs.failed)
    }
  }
  const subscribers = await subscribersOf(sql, organizationId, row.mailing_list_id)
  await expectPruned(sql, row, { subscribers, pruned: oracle.pruned, organizationId })
  expect(subscribers).toEqual(oracle.subscribers)
  await expectCounts(sql, organizationId, row.mailing_list_id, oracle.subscribers)
  return row
}

type Pruned = {
  organizationId: number
  subscribers: Map<string, OracleSubscriber>
  pruned: OracleResult['pruned']
}

/** Takes the new times of removal, which the oracle does not know, from the subscribers. */
async function expectPruned(sql: Sql, row: ImportRow, { organizationId, subscribers, pruned }: Pruned) {
  const found = row.not_in_file === null ? null : pruned.size
  expect([row.prune_found, row.pruned, row.prune_left_alone]).toEqual([found, pruned.size, 0])
  const log = await logText(sql, organizationId, row.id, 'pruned')
  expect(log.split('\n').slice(0, -1).toSorted()).toEqual([...pruned.values()].toSorted())
  if (row.not_in_file !== 'unsubscribe' || row.dry_run) return
  for (const key of pruned.keys()) {
    const subscriber = subscribers.get(key)
    expect(new Date(subscriber?.removeTime ?? 0).getTime()).toBeGreaterThan(row.created_at.getTime() - 1)
    delete subscriber?.removeTime
  }
}

async function logText(sql: Sql, organizationId: number, importId: number, name: LogName) {
  const pieces = importLogPieces(sql, organizationId, importId, name)
  let text = ''
  for await (const piece of name === 'failed' ? failedLogPieces(pieces, true) : pieces) text += piece
  return text
}

/** The counts used by quotas agree with the subscribers. */
export async function expectCounts(
  sql: Sql,
  organizationId: number,
  listId: number,
  subscribers: Map<string, OracleSubscriber>,
): Promise<void> {
  const [row] = await sql<Record<OracleSubscriber['status'], number>[]>`
    select active, unsubscribed, scomp, bounced, deactivated from subscriber_counts
    where organization_id = ${organizationId} and mailing_list_id = ${listId}`
  const counts = { active: 0, unsubscribed: 0, scomp: 0, bounced: 0, deactivated: 0 }
  for (const { status } of subscribers.values()) counts[status] += 1
  expect({ ...counts, ...row }).toEqual(counts)
}
