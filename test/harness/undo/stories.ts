import { createRandom } from '../../../bench/data.ts'
import { expect } from 'vitest'
import type { Database, Sql, Transaction } from '../../../src/database/driver/connection.ts'
import type { Caller } from '../../../src/store/callers.ts'
import { findImport } from '../../../src/store/imports/rows.ts'
import { scheduleUndo, undoLogPieces } from '../../../src/store/imports/undo-rows.ts'
import { adjustCounts } from '../../../src/store/subscribers/counts.ts'
import type { OracleImport, OracleStatus } from '../oracle/model.ts'
import { undoClassNames, type List, type OracleUndo } from '../oracle/undo.ts'
import type { WorkerSettings } from '../../../src/importing/worker.ts'
import { expectCounts, subscribersOf, workUntil } from '../importing/stories.ts'

const statuses: OracleStatus[] = ['active', 'unsubscribed', 'bounced', 'deactivated', 'scomp']

export type UndoStory = { order: OracleImport; before: List }

/** A file that adds people and overwrites all that can be overwritten, and the list that it meets. */
export function anUndoStory(rows: number, seed: number): UndoStory {
  const random = createRandom(seed)
  const one = <Value>(values: Value[]) => values[Math.floor(random() * values.length)] as Value
  const before: List = new Map()
  const lines = ['email,Name,City,status,confirmed,email_format']
  for (let index = 0; index < rows; index += 1) {
    const key = `p${Math.floor(random() * 1e6).toString(36)}.${index}@example.com`
    if (random() < 0.6) {
      const format = one(['html', 'text', undefined])
      const confirmed = one([true, false, undefined])
      before.set(key, {
        email: key,
        status: one(statuses),
        fields: {
          ...(random() < 0.8 && { Name: one(['Ann', 'Bo']) }),
          ...(random() < 0.5 && { City: one(['Oslo', 'Rome']) }),
          ...(random() < 0.5 && { Note: 'kept' }),
        },
        ...(confirmed !== undefined && { confirmed }),
        ...(format !== undefined && { format }),
      })
    }
    if (random() < 0.1) continue
    const cells = [
      random() < 0.02 ? 'no address' : key,
      one(['Ann', 'Bo', 'Cy', '']),
      one(['Oslo', 'Rome', '']),
      one([...statuses, '']),
      one(['yes', 'no', '']),
      one(['html', 'text', 'both', '']),
    ]
    lines.push(cells.join(','))
  }
  return {
    before,
    order: {
      file: `${lines.join('\n')}\n`,
      mapping: ['email', 'Name', 'City', 'status', 'confirmed', 'email_format'],
      overwrite: true,
      overwriteStatus: true,
      overwriteConfirmed: true,
      overwriteFormat: true,
      hasConfirmed: true,
      hasFormat: true,
      whenStatus: Object.fromEntries(statuses.map((status) => [status, status !== 'deactivated'])),
    },
  }
}

type Place = { organizationId: number; listId: number }

/** Changes one part of some people, deletes some, and adds some of those again. @returns the keys of the deleted. */
export async function changeSome(
  sql: Database,
  { organizationId, listId }: Place,
  seed: number,
): Promise<Set<string>> {
  const random = createRandom(seed)
  const deleted = new Set<string>()
  const rows = await sql<{ id: number; key: string; status: OracleStatus }[]>`
    select id, key, status from subscribers where mailing_list_id = ${listId} order by key`
  const [field] = await sql<{ id: number }[]>`
    select id from custom_fields where mailing_list_id = ${listId} and name = 'Name'`
  const name = String(field?.id)
  await sql.begin(async (sql) => {
    const count = (status: OracleStatus, by: number) =>
      adjustCounts(sql, organizationId, listId, { [status]: by })
    for (const { id, key, status } of rows) {
      const here = sql`mailing_list_id = ${listId} and id = ${id}`
      const dice = Math.floor(random() * 24)
      if (dice === 0) await sql`update subscribers set custom_fields = custom_fields - ${name} where ${here}`
      if (dice === 1) {
        await sql`update subscribers set custom_fields = custom_fields || ${sql.json({ [name]: 'New' })} where ${here}`
      }
      if (dice === 2) await sql`update subscribers set confirmed = not confirmed where ${here}`
      if (dice === 3) await sql`update subscribers set email_format = 'both' where ${here}`
      if (dice === 4) await sql`update subscribers set remove_time = '2020-01-01' where ${here}`
      if (dice === 5) {
        await sql`update subscribers set status = 'bounced' where ${here}`
        await count(status, -1)
        await count('bounced', 1)
      }
      // A change of nothing is no change.
      if (dice === 6) await sql`update subscribers set status = status where ${here}`
      if (dice > 8) continue
      if (dice < 7) continue
      deleted.add(key)
      await sql`delete from subscribers where ${here}`
      await count(status, -1)
      if (dice === 8) {
        await sql`
          insert into subscribers (organization_id, mailing_list_id, key) values (${organizationId}, ${listId}, ${key})`
        await count('active', 1)
      }
    }
  })
  return deleted
}

export function aCaller(organizationId: number): Caller {
  return {
    organization_id: organizationId,
    api_key_id: 1,
    user_id: null,
    time_zone: 'UTC',
  } as unknown as Caller
}

export async function requestUndo(sql: Database, organizationId: number, importId: number): Promise<void> {
  await sql.begin((sql: Transaction) => scheduleUndo(sql, aCaller(organizationId), importId))
}

export async function workUntilUndone(settings: WorkerSettings, sql: Database): Promise<void> {
  await workUntil(settings, () => areAllUndone(sql))
}

export async function areAllUndone(sql: Database): Promise<boolean> {
  const [open] = await sql<{ count: number }[]>`select count(*) from undo_jobs where finished_at is null`
  return open?.count === 0
}

/** The list, its counts, the counters and the logs are those of the oracle. */
export async function expectUndone(
  sql: Sql,
  { organizationId, listId, importId }: Place & { importId: number },
  oracle: OracleUndo,
): Promise<void> {
  const { undo } = await findImport(sql, organizationId, importId)
  expect({ state: undo?.state, error: undo?.error_message }).toEqual({ state: 'finished', error: null })
  const counted = undoClassNames.map((name) => [name, undo?.[name]])
  const expected = undoClassNames.map((name) => [name, oracle.classes[name].length])
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected))
  for (const name of undoClassNames) {
    const lines: string[] = []
    for await (const piece of undoLogPieces(sql, organizationId, importId, name)) {
      lines.push(...piece.split('\n').slice(0, -1))
    }
    if (name === 'left_gone') expect(lines.length).toBe(oracle.classes.left_gone.length)
    else expect(lines.toSorted()).toEqual(oracle.classes[name].toSorted())
  }
  expect(await subscribersOf(sql, organizationId, listId)).toEqual(oracle.subscribers)
  await expectCounts(sql, organizationId, listId, oracle.subscribers)
  const left = await sql`select 1 from import_undo_pieces where import_id = ${importId}`
  expect(left.count).toBe(0)
}

/** Every row of every table about subscribers, in full. */
export async function contentsOf(sql: Sql): Promise<Record<string, unknown>> {
  const tables = ['subscribers', 'subscriber_counts', 'suppressed_addresses', 'autoresponder_reactions',
    'message_responses', 'link_clicks', 'deliveries', 'soft_bounces', 'reaction_causes', 'erased_addresses',
    'custom_fields', 'custom_field_options', 'mailing_lists', 'segments', 'organizations'] // oxfmt-ignore
  const contents: Record<string, unknown> = {}
  for (const table of tables) {
    // An undo is a change, too.
    const rows = await sql<
      { row: string }[]
    >`select (to_jsonb(t) - 'updated_at')::text as row from ${sql(table)} t`
    contents[table] = rows.map(({ row }) => row).toSorted()
  }
  return contents
}
