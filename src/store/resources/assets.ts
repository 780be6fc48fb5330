import { notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Picture } from '../../contract/resources/pictures.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

export type AssetRow = {
  id: number
  token: string
  filename: string
  content_type: string
  size_bytes: number
  width_px: number
  height_px: number
  created_at: Date
}

function columns(sql: Sql) {
  return sql`id, token, filename, content_type, size_bytes, width_px, height_px, created_at`
}

export async function findAssets(
  sql: Sql,
  organizationId: number,
  filenameContains: string,
  page: PageRequest,
): Promise<{ rows: AssetRow[]; count: number }> {
  const matches = sql`
    organization_id = ${organizationId} and strpos(lower(filename), ${filenameContains.toLowerCase()}) > 0`
  const [rows, [counted]] = await Promise.all([
    sql<AssetRow[]>`
      select ${columns(sql)} from assets where ${matches}
      order by id desc limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from assets where ${matches}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** @throws AppError `not_found`. */
export async function findAsset(sql: Sql, organizationId: number, id: number): Promise<AssetRow> {
  const [row] = await sql<AssetRow[]>`
    select ${columns(sql)} from assets where organization_id = ${organizationId} and id = ${id}::bigint`
  if (row === undefined) throw notFound('picture')
  return row
}

/** One call at a time, so that concurrent calls together stay below the limits. */
export async function measureAssets(
  sql: Transaction,
  organizationId: number,
): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('assets'), ${organizationId})`
  const [row] = await sql<{ count: number; bytes: number }[]>`
    select count(*), coalesce(sum(size_bytes), 0)::bigint as bytes from assets
    where organization_id = ${organizationId}`
  return row ?? { count: 0, bytes: 0 }
}

export async function findAssetByContent(
  sql: Sql,
  organizationId: number,
  sha256: Buffer,
): Promise<AssetRow | null> {
  const [row] = await sql<AssetRow[]>`
    select ${columns(sql)} from assets where organization_id = ${organizationId} and sha256 = ${sha256}`
  return row ?? null
}

export type NewAsset = Picture & { token: string; filename: string; sha256: Buffer; bytes: Buffer }

export async function insertAsset(sql: Sql, organizationId: number, asset: NewAsset): Promise<AssetRow> {
  const { token, filename, sha256, bytes, contentType, width_px, height_px } = asset
  const [row] = await sql<AssetRow[]>`
    insert into assets
      (organization_id, token, filename, content_type, size_bytes, width_px, height_px, sha256, bytes)
    values (${organizationId}, ${token}, ${filename}, ${contentType}, ${bytes.length}, ${width_px}, ${height_px},
      ${sha256}, ${bytes})
    returning ${columns(sql)}`
  if (row === undefined) throw new Error('insert returned no row')
  return row
}

/** A brand whose logo it was has none afterwards. */
export async function deleteAssetRow(sql: Transaction, organizationId: number, id: number): Promise<void> {
  // Locked, so that it cannot become a logo between the two statements.
  const { count } = await sql`
    select 1 from assets where organization_id = ${organizationId} and id = ${id}::bigint for update`
  if (count === 0) throw notFound('picture')
  await sql`
    update brands set logo_asset_id = null
    where organization_id = ${organizationId} and logo_asset_id = ${id}::bigint`
  await sql`delete from assets where organization_id = ${organizationId} and id = ${id}::bigint`
}

/** Those of deleted organizations. Across organizations. @returns how many it deleted. */
export async function purgeAssets(sql: Transaction, batchRows: number): Promise<number> {
  await sql`
    update brands b set logo_asset_id = null from organizations o
    where o.id = b.organization_id and o.deleted_at is not null and b.logo_asset_id is not null`
  const { count } = await sql`
    delete from assets a using (
      select n.organization_id, n.id from organizations o
      cross join lateral (
        select organization_id, id from assets where organization_id = o.id limit ${batchRows}) n
      where o.deleted_at is not null limit ${batchRows}) gone
    where a.organization_id = gone.organization_id and a.id = gone.id`
  return count
}

export type AssetPiece = { content_type: string; size_bytes: number; bytes: Buffer }

/**
 * Of a picture by its public address. null for a deleted organization.
 * @param from the place of its first byte.
 */
export async function findAssetPiece(
  sql: Sql,
  { organizationId, token }: { organizationId: number; token: string },
  from: number,
  length: number,
): Promise<AssetPiece | null> {
  const [row] = await sql<AssetPiece[]>`
    select a.content_type, a.size_bytes, substring(a.bytes from ${from + 1} for ${length}) as bytes from assets a
    join organizations o on o.id = a.organization_id and o.deleted_at is null
    where a.organization_id = ${organizationId} and a.token = ${token}`
  return row ?? null
}
