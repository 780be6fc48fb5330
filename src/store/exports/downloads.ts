import type { ExportFormat } from '../../contract/exports/input.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { takeJobsBack } from '../jobs/states.ts'
import { candidatesMax, firstTaken } from '../server/leases.ts'
import { exportKind } from './rows.ts'

/** Who got the link. */
export type LinkHolder = { api_key_id: number | null; user_id: number | null }

export type ExportedFile = {
  id: number
  mailing_list_name: string
  file_format: ExportFormat
  spool_name: string
  size_bytes: number
  sha256: string
  /** Whether the file has ended and is, or will be, deleted. */
  has_ended: boolean
}

export async function findExportedFile(
  sql: Sql,
  organizationId: number,
  id: number,
): Promise<ExportedFile | null> {
  const [row] = await sql<ExportedFile[]>`
    select e.id, l.name as mailing_list_name, e.file_format, coalesce(e.spool_name, '') as spool_name, e.size_bytes,
      e.sha256, e.expires_at <= now() or e.purged_at is not null as has_ended
    from subscriber_exports e
    join mailing_lists l on l.organization_id = e.organization_id and l.id = e.mailing_list_id
    join organizations o on o.id = e.organization_id
    where e.organization_id = ${organizationId} and e.id = ${id} and e.expires_at is not null
      and o.active and o.deleted_at is null`
  return row ?? null
}

/** Whether the holder of a link is of the organization and may still export. */
export async function mayStillExport(sql: Sql, organizationId: number, holder: LinkHolder): Promise<boolean> {
  const found =
    holder.user_id === null
      ? await sql`
          select 1 from api_keys k where k.organization_id = ${organizationId} and k.id = ${holder.api_key_id}
            and k.active and (k.expires_at is null or k.expires_at > now())`
      : await sql`
          select 1 from users u where u.organization_id = ${organizationId} and u.id = ${holder.user_id}
            and u.active and (u.role <> 'standard' or u.permissions->'subscriber' ? 'export')`
  return found.length > 0
}

/** Ends the files of the organization: one of them may contain a person who is erased. Running exports start again. */
export async function endExportedFiles(sql: Sql, organizationId: number): Promise<void> {
  await takeJobsBack(sql, { organizationId, kind: exportKind })
  await sql`
    update subscriber_exports set expires_at = now()
    where organization_id = ${organizationId} and expires_at > now()`
}

/** @returns false if the export has no file now. */
export async function endExportedFile(sql: Sql, organizationId: number, id: number): Promise<boolean> {
  const { count } = await sql`
    update subscriber_exports set expires_at = now()
    where organization_id = ${organizationId} and id = ${id} and expires_at > now()`
  return count > 0
}

/**
 * Unfinished exports, and those whose files are kept. Until the end of the transaction, no other one adds an export.
 */
export async function lockAndSumExports(
  sql: Transaction,
  organizationId: number,
): Promise<{ count: number; bytes: number }> {
  await sql`select 1 from organizations where id = ${organizationId} for no key update`
  const [row] = await sql<[{ count: number; bytes: number }]>`
    select count(*), coalesce(sum(e.size_bytes), 0)::bigint as bytes
    from jobs j join subscriber_exports e on e.organization_id = j.organization_id and e.id = j.id
    where j.organization_id = ${organizationId} and j.kind = ${exportKind}
      and (j.finished_at is null or (e.expires_at > now() and e.purged_at is null))`
  return row
}

export type EndedFile = { organization_id: number; id: number; spool_name: string | null }

/** Across organizations. @returns a file to delete; null if none is due. */
export async function purgeExportedFile(sql: Sql): Promise<EndedFile | null> {
  const candidates = await sql<{ organization_id: number; id: number }[]>`
    select organization_id, id from subscriber_exports
    where expires_at <= now() and purged_at is null
    order by expires_at limit ${candidatesMax}`
  return firstTaken(candidates, async ({ organization_id: organizationId, id }) => {
    const [file] = await sql<EndedFile[]>`
      update subscriber_exports set purged_at = now()
      where organization_id = ${organizationId} and id = (
        select id from subscriber_exports
        where organization_id = ${organizationId} and id = ${id} and purged_at is null for update skip locked)
      returning organization_id, id, spool_name`
    return file ?? null
  })
}
