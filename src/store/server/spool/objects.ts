import type { Sql } from '../../../database/driver/connection.ts'
import type { SpoolKey } from './rows.ts'

export type ObjectChunk = { atByte: number; sizeBytes: number; object: string; sha256: Buffer }

/** Before the storage gets the object. It has an hour to become a chunk (`insertObjectChunk`). */
export async function announceObject(
  sql: Sql,
  organizationId: number,
  { object, storage }: { object: string; storage: string },
): Promise<void> {
  await sql`
    insert into stored_objects (organization_id, object, storage, delete_at)
    values (${organizationId}, ${object}, ${storage}, now() + interval '1 hour')`
}

/** @returns false if the file was removed, another one continues it, or the object took longer than an hour. */
export async function insertObjectChunk(
  sql: Sql,
  { organizationId, name }: SpoolKey,
  { atByte, fence, object, sizeBytes, sha256 }: ObjectChunk & { fence: number },
): Promise<boolean> {
  // `for share` makes a change of the fence wait for this chunk.
  const { count } = await sql`
    with file as materialized (
      select organization_id, name from stored_files
      where organization_id = ${organizationId} and name = ${name} and fence = ${fence} and removed_at is null
      for share),
    needed as (
      update stored_objects set delete_at = null
      where organization_id = ${organizationId} and object = ${object} and delete_at > now()
        and exists (select from file)
      returning object)
    insert into stored_file_chunks (organization_id, name, at_byte, object, size_bytes, sha256)
    select file.organization_id, file.name, ${atByte}::bigint, needed.object, ${sizeBytes}::integer, ${sha256}::bytea
    from file, needed`
  return count === 1
}

/** @returns in order those that begin after `from`. */
export async function findObjectChunks(
  sql: Sql,
  { organizationId, name }: SpoolKey,
  { from, limit }: { from: number; limit: number },
): Promise<ObjectChunk[]> {
  return sql<ObjectChunk[]>`
    select at_byte as "atByte", size_bytes as "sizeBytes", object, sha256 from stored_file_chunks
    where organization_id = ${organizationId} and name = ${name} and at_byte > ${from} and object is not null
    order by stored_file_chunks.at_byte limit ${limit}`
}

type KnownObject = { organizationId: number; object: string }

/** Across organizations. A chunk can only name an object before its time, so five minutes later none will. */
export async function findUnneeded(
  sql: Sql,
  { storage, limit }: { storage: string; limit: number },
): Promise<KnownObject[]> {
  return sql<KnownObject[]>`
    select organization_id as "organizationId", object from stored_objects
    where storage = ${storage} and delete_at <= now() - interval '5 minutes' order by delete_at limit ${limit}`
}

/** Once the storage has deleted it. */
export async function forgetObject(sql: Sql, organizationId: number, object: string): Promise<void> {
  await sql`
    delete from stored_objects
    where organization_id = ${organizationId} and object = ${object} and delete_at is not null`
}

/** Across organizations: of the files that can be read. */
export async function measureObjects(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from stored_file_chunks where object is not null`
  return row?.bytes ?? 0
}
