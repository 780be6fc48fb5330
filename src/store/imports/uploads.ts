import { notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import { uploadHours } from '../../contract/imports/uploads.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { forEachOf } from '../server/leases.ts'
import { LeaseLost } from '../../database/lease.ts'

export type UploadRow = {
  id: number
  filename: string
  size_bytes: number
  offset_bytes: number
  created_at: Date
  /** null: an unfinished import uses it. */
  expires_at: Date | null
}

export type StoredUpload = UploadRow & { spool_name: string; data_directory: string | null }

export type NewUpload = Pick<UploadRow, 'filename' | 'size_bytes'> & {
  spool_name: string
  data_directory: string | null
  api_key_id: number | null
  user_id: number | null
}

function selectUploads(sql: Sql, organizationId: number) {
  return sql`
    select u.id, u.filename, u.size_bytes, u.offset_bytes, u.created_at, u.spool_name, u.data_directory,
      nullif(greatest(u.used_at, i.used_at), 'infinity') + ${uploadHours} * interval '1 hour' as expires_at
    from uploads u
    left join lateral (
      select max(coalesce(finished_at, 'infinity')) as used_at from import_jobs
      where organization_id = ${organizationId} and upload_id = u.id) i on true`
}

/** Until the end of the transaction, no other one adds an upload. */
export async function lockAndSumUploads(
  sql: Transaction,
  organizationId: number,
): Promise<{ count: number; bytes: number }> {
  await sql`select 1 from organizations where id = ${organizationId} for no key update`
  const [row] = await sql<[{ count: number; bytes: number }]>`
    select count(*), coalesce(sum(size_bytes), 0)::bigint as bytes from uploads
    where organization_id = ${organizationId}`
  return row
}

export async function insertUpload(sql: Sql, organizationId: number, values: NewUpload): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    insert into uploads ${sql({ organization_id: organizationId, ...values })} returning id`
  return row.id
}

/** Newest first. */
export async function findUploads(
  sql: Sql,
  organizationId: number,
  page: PageRequest,
): Promise<{ rows: UploadRow[]; count: number }> {
  const [rows, [counted]] = await Promise.all([
    sql<UploadRow[]>`
      ${selectUploads(sql, organizationId)} where u.organization_id = ${organizationId}
      order by u.id desc limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from uploads where organization_id = ${organizationId}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** @throws AppError `not_found`. */
export async function findUpload(sql: Sql, organizationId: number, id: number): Promise<StoredUpload> {
  const [row] = await sql<StoredUpload[]>`
    ${selectUploads(sql, organizationId)} where u.organization_id = ${organizationId} and u.id = ${id}`
  if (row === undefined) throw notFound('upload')
  return row
}

export type UploadClaim = { organization_id: number; id: number; epoch: number }

/** Earlier requests for the upload can write no longer. @returns null if the offset is another one. */
export async function claimUpload(
  sql: Sql,
  organizationId: number,
  id: number,
  offsetBytes: number,
): Promise<UploadClaim | null> {
  const [row] = await sql<UploadClaim[]>`
    update uploads set epoch = epoch + 1, used_at = now()
    where organization_id = ${organizationId} and id = ${id} and offset_bytes = ${offsetBytes}
    returning organization_id, id, epoch`
  return row ?? null
}

/** Call it after the bytes were synced. @throws LeaseLost if a later request has the upload, or it was deleted. */
export async function moveOffset(sql: Sql, claim: UploadClaim, offsetBytes: number): Promise<void> {
  const { count } = await sql`
    update uploads set offset_bytes = ${offsetBytes}, used_at = now()
    where organization_id = ${claim.organization_id} and id = ${claim.id} and epoch = ${claim.epoch}`
  if (count !== 1) throw new LeaseLost(`upload ${claim.id}`)
}

/** Keeps the upload while the transaction adds an import of it. @throws AppError `not_found`. */
export async function useUpload(sql: Transaction, organizationId: number, id: number): Promise<void> {
  const { count } = await sql`
    update uploads set used_at = now() where organization_id = ${organizationId} and id = ${id}`
  if (count === 0) throw notFound('upload')
}

export async function lockUpload(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await sql`select 1 from uploads where organization_id = ${organizationId} and id = ${id} for update`
}

export async function removeUpload(sql: Sql, organizationId: number, id: number): Promise<void> {
  await sql`delete from uploads where organization_id = ${organizationId} and id = ${id}`
}

/** Any of them may have an address that is erased, and bring it back. Upkeep removes their files. */
export async function forgetUploads(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    delete from uploads u
    where u.organization_id = ${organizationId} and u.offset_bytes = u.size_bytes and not exists (
      select 1 from import_jobs i
      where i.organization_id = u.organization_id and i.upload_id = u.id and i.finished_at is null)`
}

type PurgedUpload = { organization_id: number; spool_name: string }

/** An import that begins meanwhile changes `used_at`, which is looked at again under the lock. */
export async function purgeUploads(sql: Sql, batchRows: number): Promise<PurgedUpload[]> {
  const age = sql`${uploadHours} * interval '1 hour'`
  const isOver = (organization: Fragment) => sql`
    u.used_at < now() - ${age} and not exists (
      select 1 from import_jobs i
      where i.organization_id = ${organization} and i.upload_id = u.id
        and (i.finished_at is null or i.finished_at > now() - ${age}))`
  const due = await sql<{ organization_id: number; id: number }[]>`
    select u.organization_id, u.id from uploads u where ${isOver(sql`u.organization_id`)} limit ${batchRows}`
  return forEachOf(
    due,
    (organizationId, ids) => sql<PurgedUpload[]>`
    delete from uploads
    where organization_id = ${organizationId} and id in (
      select u.id from uploads u
      where u.organization_id = ${organizationId} and u.id = any(${ids}::bigint[]) and ${isOver(sql`${organizationId}`)}
      for update of u skip locked)
    returning organization_id, spool_name`,
  )
}
