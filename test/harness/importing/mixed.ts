import { randomUUID } from 'node:crypto'
import type { Scoped, Sql } from '../../../src/database/driver/connection.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { expectImport, type OracleResult } from '../oracle/import.ts'
import type { OracleStatus, OracleSubscriber } from '../oracle/model.ts'
import { putSubscribers } from './existing.ts'
import { aMixedCase, wholeNumber, withOthers } from '../core/files.ts'
import { aScheduledImport, expectOutcome } from './stories.ts'
import { aField, aList } from '../core/records.ts'

export type MixedImport = {
  organizationId: number
  listId: number
  importId: number
  before: Map<string, OracleSubscriber>
  oracle: OracleResult
}

type Order = {
  rows: number
  /** Default: a list of its own. */
  organizationId?: number
  seed?: number
  overwrite?: boolean
  whenStatus?: Record<OracleStatus, boolean>
  /** Active subscribers that the organization may still add. */
  freePlaces?: number
  dryRun?: boolean
  /** People on the list who are not in the file; then the import prunes. */
  others?: number
}

export const onlyActive = {
  active: true,
  unsubscribed: false,
  bounced: false,
  deactivated: false,
  scomp: false,
}

/** Schedules the import of a mixed file into a list of its own. */
export async function aMixedImport(sql: Scoped, folder: string, order: Order): Promise<MixedImport> {
  const { rows, seed = 1, overwrite = true, whenStatus = onlyActive, freePlaces } = order
  const { others = 0 } = order
  const mixed = withOthers(aMixedCase(rows, seed), others)
  const organizationId = order.organizationId ?? (await insertOrganization(sql, randomUUID(), 'UTC'))
  const listId = await aList(sql, organizationId)
  const fieldIds = {
    Name: await aField(sql, organizationId, listId, { name: 'Name' }),
    Score: await aField(sql, organizationId, listId, { name: 'Score', field_type: 'number' }),
  }
  await putSubscribers(sql, organizationId, listId, mixed.before, fieldIds)
  if (freePlaces !== undefined) await limit(sql, organizationId, freePlaces)
  const importId = await aScheduledImport(sql, organizationId, listId, folder, {
    content: mixed.content,
    column_mapping: mixed.mapping,
    overwrite,
    overwrite_when_status: whenStatus,
    dry_run: order.dryRun ?? false,
    ...(others > 0 && { not_in_file: 'unsubscribe', prune_limit: '100%' }),
  })
  const oracle = expectImport(
    {
      file: mixed.content,
      mapping: mixed.mapping,
      overwrite,
      whenStatus,
      fields: { Score: wholeNumber },
      ...(freePlaces === undefined ? {} : { freePlaces }),
      ...(order.dryRun === true && { dryRun: true }),
      ...(others > 0 && { notInFile: 'unsubscribe' }),
    },
    mixed.before,
  )
  return { organizationId, listId, importId, before: mixed.before, oracle }
}

/** Leaves the organization this many places for active subscribers. */
export async function limit(sql: Sql, organizationId: number, freePlaces: number): Promise<void> {
  await sql`
    update organizations
    set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = ${freePlaces} + (
      select sum(active) from subscriber_counts where organization_id = ${organizationId})
    where id = ${organizationId}`
}

/** The import has ended as the oracle expects. */
export async function expectMixed(
  sql: Sql,
  { organizationId, importId, oracle }: MixedImport,
): Promise<void> {
  await expectOutcome(sql, organizationId, importId, oracle)
}

export async function areAllEnded(sql: Sql): Promise<boolean> {
  const [open] = await sql`select 1 from import_jobs where finished_at is null limit 1`
  return open === undefined
}
