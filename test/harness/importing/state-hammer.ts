import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { importStates, runningStates, type ImportState } from '../../../src/contract/imports/states.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { subscriberImportRoutes } from '../../../src/http/imports/routes.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { expectImport, type OracleResult } from '../oracle/import.ts'
import { anApi, type Api } from '../core/api.ts'
import { putSubscribers } from './existing.ts'
import { aMixedCase, wholeNumber } from '../core/files.ts'
import { aScheduledImport, aWorkFolder, expectOutcome, settingsOf, until, workUntil } from './stories.ts'
import { aField, aList } from '../core/records.ts'

/** Allowed changes of state, as in docs/lifecycles.md. */
export async function publishedTable(): Promise<Map<string, ImportState[]>> {
  const text = await readFile(new URL('../../../docs/lifecycles.md', import.meta.url), 'utf8')
  const rows = text.split('\n| From ')[1]?.split('\n\n')[0]?.split('\n').slice(2) ?? []
  const table = new Map<string, ImportState[]>()
  for (const row of rows) {
    const [from = '', to = ''] = row.split('|').slice(1)
    const states = to.replace('the state that it was paused from', runningStates.join(', '))
    const words = states.split(',').map((word) => word.trim())
    for (const state of from.trim().split(', ')) {
      table.set(
        state,
        importStates.filter((name) => words.includes(name)),
      )
    }
  }
  return table
}

/** Records every change of a state in the database. */
async function recordChanges(sql: Sql): Promise<void> {
  await sql`
    create table state_changes (
      id bigint generated always as identity, import_id bigint, from_state text, to_state text, paused_from text)`
  await sql`
    create function record_change() returns trigger language plpgsql as $$
    begin
      insert into state_changes (import_id, from_state, to_state, paused_from)
      values (new.id, old.state, new.state, old.paused_from);
      return new;
    end $$`
  await sql`
    create trigger record_change after update on jobs
    for each row when (old.state is distinct from new.state) execute function record_change()`
}

type Load = { imports: number; rows: number; clients: number; calls: number; cancels: number }

type Hammered = {
  api: Api
  /** The result of each import if it is not cancelled. */
  oracles: Map<number, OracleResult>
  /** Number of answers by call and status: `pause 200`. */
  answers: Map<string, number>
  cancelled: Map<number, unknown>
}

/** Clients pause, unpause and cancel running imports at random; then all that are left run to their end. */
export async function hammer(load: Load): Promise<Hammered> {
  const folder = await aWorkFolder()
  const spool = createSpool(folder)
  const api = await anApi((route) => subscriberImportRoutes(route, { spool, jsonBytesMax: 1_000 }))
  await recordChanges(api.sql)
  const oracles = await manyImports(api, folder, load)
  const hammered = { api, oracles, answers: new Map(), cancelled: new Map() }
  const changes = { rangeSize: { rows: 10, bytes: 100_000 }, sliceSeconds: 0, preparers: 2 }
  await workUntil(settingsOf(api.url, folder, changes), async () => {
    await callAtRandom(hammered, load)
    for (const id of oracles.keys()) await api.call('POST', `subscriber_imports/${id}/unpause`)
    await until(() => isAllEnded(api.sql))
    return true
  })
  return hammered
}

async function manyImports(api: Api, folder: string, load: Load): Promise<Map<number, OracleResult>> {
  const { organizationId } = api.a
  const oracles = new Map<number, OracleResult>()
  for (let seed = 1; seed <= load.imports; seed += 1) {
    const { content, mapping, before } = aMixedCase(load.rows, seed)
    const listId = await aList(api.sql, organizationId)
    const fieldIds = {
      Name: await aField(api.sql, organizationId, listId, { name: 'Name' }),
      Score: await aField(api.sql, organizationId, listId, { name: 'Score', field_type: 'number' }),
    }
    await putSubscribers(api.sql, organizationId, listId, before, fieldIds)
    const attributes = { content, column_mapping: mapping, overwrite: true }
    const id = await aScheduledImport(api.sql, organizationId, listId, folder, attributes)
    const order = { file: content, mapping, overwrite: true, fields: { Score: wholeNumber } }
    oracles.set(id, expectImport(order, before))
  }
  return oracles
}

async function callAtRandom({ api, oracles, answers, cancelled }: Hammered, load: Load): Promise<void> {
  const ids = [...oracles.keys()]
  let calls = 0
  const client = async (seed: number) => {
    const random = createRandom(seed)
    while (calls < load.calls) {
      calls += 1
      const id = ids[Math.floor(random() * ids.length)] ?? 0
      const isCancel = random() < load.cancels / load.calls
      const verb = isCancel ? 'cancel' : random() < 0.5 ? 'pause' : 'unpause'
      const { status, body } = await api.call('POST', `subscriber_imports/${id}/${verb}`)
      if (status !== 200) expect([status, body.error_code]).toEqual([422, 'validation_failed'])
      if (verb === 'cancel' && status === 200) cancelled.set(id, body.data)
      answers.set(`${verb} ${status}`, (answers.get(`${verb} ${status}`) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: load.clients }, (_, index) => client(index + 1)))
}

async function isAllEnded(sql: Sql): Promise<boolean> {
  const [open] = await sql`select 1 from import_jobs where finished_at is null limit 1`
  return open === undefined
}

type Change = {
  import_id: number
  from_state: ImportState
  to_state: ImportState
  paused_from: ImportState | null
}

/** Every change is documented and begins where the last one ended. @returns the number of imports paused at work. */
export async function expectPublishedChanges({ sql }: Api): Promise<number> {
  const table = await publishedTable()
  const changes = await sql<Change[]>`select * from state_changes order by id`
  const last = new Map<number, ImportState>()
  for (const { import_id, from_state, to_state, paused_from } of changes) {
    expect(from_state).toBe(last.get(import_id) ?? 'scheduled')
    expect([from_state, table.get(from_state)]).toEqual([from_state, expect.arrayContaining([to_state])])
    if (from_state === 'paused' && to_state !== 'cancelled') expect(to_state).toBe(paused_from)
    last.set(import_id, to_state)
  }
  return changes.filter((one) => one.from_state === 'importing' && one.to_state === 'paused').length
}

/** Imports that were not cancelled match the oracle; cancelled ones match the answer of the cancel. */
export async function expectOutcomes({ api, oracles, cancelled }: Hammered): Promise<void> {
  for (const [id, oracle] of oracles) {
    const last = cancelled.get(id)
    if (last === undefined) await expectOutcome(api.sql, api.a.organizationId, id, oracle)
    else {
      expect((await api.call('GET', `subscriber_imports/${id}`)).body.data).toEqual(last)
      await expectConsistent(api.sql, id, oracle.subscribers.size - oracle.logs.added.length)
    }
  }
}

/** The rows that a cancelled import counts as added are on the list and in its log. */
async function expectConsistent(sql: Sql, id: number, before: number): Promise<void> {
  const [row] = await sql<[{ added: number; stored: number; counted: number | null; logged: number }]>`
    select i.added, (
        select count(*) from subscribers s where s.mailing_list_id = i.mailing_list_id) as stored, (
        select active + unsubscribed + scomp + bounced + deactivated from subscriber_counts c
        where c.mailing_list_id = i.mailing_list_id) as counted, (
        select coalesce(sum(length(content) - length(replace(content, chr(10), ''))), 0)::bigint
        from import_logs l where l.import_id = i.id and l.classification = 'added') as logged
    from import_jobs i where i.id = ${id}`
  const { added } = row
  expect(row).toEqual({ added, stored: before + added, counted: before + added, logged: added })
}
