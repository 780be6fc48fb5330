import { anImport } from '../records/lists.ts'
import { newFieldsOf } from '../../../src/contract/imports/new-fields.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { putSubscribers } from './existing.ts'
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { allTables, differingTables } from '../postgres/tables.ts'
import { limit } from './mixed.ts'
import { aMixedCase, wholeNumber, withOthers, type MixedCase } from '../core/files.ts'
import { aDatabase } from '../core/database.ts'
import {
  aScheduledImport,
  aWorkFolder,
  expectOutcome,
  settingsOf,
  workUntil,
  workUntilEnded,
} from './stories.ts'
import { aField, aList } from '../core/records.ts'
import type { aPgBouncer } from '../postgres/pgbouncer.ts'
import { aWire, type CutAt } from '../core/wire.ts'
import { expectImport } from '../oracle/import.ts'
import { figure } from '../watching/figure.ts'

/** R2: at whatever message to the database a worker dies, the import ends the same. */

const whenStatus = { active: true, unsubscribed: false, bounced: true, deactivated: false, scomp: false }

/** `freePlaces`: of the organization's quota. `failedRows`: the file comes from an import whose rows have all failed. */
type Kind = {
  dryRun?: boolean
  freePlaces?: number
  failedRows?: boolean
  notInFile?: 'deactivate' | 'unsubscribe'
  /** In front of the database. */
  bouncer?: typeof aPgBouncer
}

/** With `notInFile`, the import also creates the field Score. */
async function aCase(mixed: MixedCase, { dryRun = false, freePlaces, failedRows, notInFile }: Kind) {
  const { sql, url, giveBack } = await aDatabase()
  const folder = await aWorkFolder()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const fieldIds = {
    Name: await aField(sql, organizationId, listId, { name: 'Name' }),
    ...(notInFile === undefined && {
      Score: await aField(sql, organizationId, listId, { name: 'Score', field_type: 'number' }),
    }),
  }
  await putSubscribers(sql, organizationId, listId, mixed.before, fieldIds)
  const source =
    failedRows === true
      ? {
          content: null,
          source_type: 'failed_rows' as const,
          source_import_id: await aFailedImport(sql, organizationId, listId, mixed.content),
        }
      : { content: mixed.content }
  const importId = await aScheduledImport(sql, organizationId, listId, folder, {
    ...source,
    column_mapping: mixed.mapping,
    overwrite: true,
    overwrite_when_status: whenStatus,
    dry_run: dryRun,
    ...(notInFile !== undefined && {
      not_in_file: notInFile,
      prune_limit: '100%',
      create_custom_fields: newFieldsOf([{ name: 'Score', field_type: 'number' }]),
    }),
  })
  if (freePlaces !== undefined) await limit(sql, organizationId, freePlaces)
  return { sql, url, giveBack, folder, organizationId, importId }
}

/** As an import leaves it that has read the file and refused every row. */
async function aFailedImport(
  sql: Sql,
  organizationId: number,
  listId: number,
  content: string,
): Promise<number> {
  const [header = [], ...rows]: string[][] = parse(content)
  const id = await anImport(sql, organizationId, listId, {
    state: 'finished',
    finished_at: new Date(),
    number_of_records: rows.length,
    records_imported: rows.length,
    failed: rows.length,
    header_cells: JSON.stringify(header),
    column_mapping: [],
  })
  const half = Math.ceil(rows.length / 2)
  for (const [number, part] of [rows.slice(0, half), rows.slice(half)].entries()) {
    await sql`
      insert into import_logs (organization_id, import_id, range_number, classification, content)
      values (${organizationId}, ${id}, ${number}, 'failed', ${JSON.stringify(part.map((cells) => [...cells, 'odd']))})`
  }
  return id
}

/** @returns whether the wire was cut before the import had ended. */
async function dieAt(mixed: MixedCase, cutAt: CutAt, kind: Kind): Promise<boolean> {
  const { sql, url, giveBack, folder, organizationId, importId } = await aCase(mixed, kind)
  const before = await allTables(sql)
  const bouncer = await kind.bouncer?.(url)
  const wire = await aWire(bouncer?.url ?? url, cutAt)
  let isCut = false
  void wire.cut.then(() => (isCut = true))
  const isEnded = async () => {
    const [row] = await sql`
      select 1 from import_jobs where id = ${importId} and finished_at is not null`
    return row !== undefined
  }
  await workUntil(
    settingsOf(bouncer?.behind(wire.url) ?? wire.url, folder),
    async () => isCut || (await isEnded()),
  )
  const wasCut = isCut
  await workUntilEnded(settingsOf(bouncer?.behind() ?? url, folder), sql)
  const oracle = expectImport(
    {
      file: mixed.content,
      mapping: mixed.mapping,
      overwrite: true,
      whenStatus,
      fields: { Score: wholeNumber },
      ...kind,
    },
    mixed.before,
  )
  await expectOutcome(sql, organizationId, importId, oracle)
  if (kind.dryRun === true) {
    const touched = differingTables(before, await allTables(sql))
    const pruneRanges = kind.notInFile === undefined ? [] : ['import_prune_ranges']
    expect(touched).toEqual([
      'import_logs',
      ...pruneRanges,
      'import_ranges',
      'job_turns',
      'jobs',
      'subscriber_imports',
    ])
  }
  if (kind.notInFile !== undefined && kind.dryRun !== true) await expectOnce(sql, oracle.pruned.size)
  await bouncer?.stop()
  await giveBack()
  return wasCut
}

/** What leaves no trace in the list, or could be there twice. */
async function expectOnce(sql: Sql, pruned: number): Promise<void> {
  const [counts] = await sql`
    select (select count(*) from custom_fields where name = 'Score') as fields,
      (select count(*) from audit_events where kind = 'custom_field.created') as created,
      (select count(*) from audit_events, jsonb_array_elements(details->'subscriber_ids')) as audited,
      (select count(distinct one) from audit_events, jsonb_array_elements(details->'subscriber_ids') e (one)) as people,
      (select sum(cardinality(pruned_ids))::integer from import_prune_ranges) as recorded,
      (select count(*) from import_undo_pieces, unnest(ids, old_statuses, written_statuses) p (id, old, written)
        where old = 'active' and written in ('deactivated', 'unsubscribed')) as kept`
  const once = { audited: pruned, people: pruned, recorded: pruned, kept: pruned }
  expect(counts).toEqual({ fields: 1, created: 1, ...once })
}

/**
 * Kills workers before, or after, their messages to the database: the first of them, and every `step`th from there on.
 * @returns the number of deaths before the import had ended.
 */
export async function dieAtMessages(
  moment: CutAt['moment'],
  first: number,
  step: number,
  kind: Kind = {},
): Promise<number> {
  const mixed = kind.notInFile === undefined ? aMixedCase(600) : withOthers(aMixedCase(300), 600)
  let points = 0
  for (let message = first; await dieAt(mixed, { message, moment }, kind); message += step) points += 1
  figure(`${points} deaths ${moment} a message: the same result`)
  return points
}
