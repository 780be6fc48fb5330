import type { Scoped, Sql } from '../../../database/driver/connection.ts'

/** A chunk has at most as many. */
export const chunkBytes = 1_048_576

export type SpoolKey = { organizationId: number; name: string }

/** @param storage where its chunks are. */
export async function insertFile(
  sql: Sql,
  { organizationId, name }: SpoolKey,
  { isKept, storage }: { isKept: boolean; storage: string },
): Promise<void> {
  await sql`
    insert into stored_files (organization_id, name, storage, kept_at)
    values (${organizationId}, ${name}, ${storage}, ${isKept ? sql`now()` : null})`
}

/** @returns false if the file was removed. */
export async function keepFile(sql: Sql, { organizationId, name }: SpoolKey): Promise<boolean> {
  const { count } = await sql`
    update stored_files set kept_at = now()
    where organization_id = ${organizationId} and name = ${name} and removed_at is null`
  return count === 1
}

/** @returns null if `storage` has no such file, or only a draft of it. */
export async function findFileSize(
  sql: Sql,
  { organizationId, name }: SpoolKey,
  storage: string,
): Promise<number | null> {
  const [row] = await sql<{ size: number }[]>`
    select coalesce((
        select at_byte + coalesce(size_bytes, length(bytes)) from stored_file_chunks
        where organization_id = ${organizationId} and name = ${name} order by at_byte desc limit 1), 0) as size
    from stored_files
    where organization_id = ${organizationId} and name = ${name} and storage = ${storage}
      and kept_at is not null and removed_at is null`
  return row?.size ?? null
}

type Continued = 'open' | 'fenced off' | 'gone'

type Continuation = { offsetBytes: number; fence: number; storage: string }

/** Takes the file from who continued it before, and deletes what they wrote beyond `offsetBytes`. */
export async function fenceFile(
  sql: Scoped,
  { organizationId, name }: SpoolKey,
  { offsetBytes, fence, storage }: Continuation,
): Promise<Continued> {
  return sql.begin(async (sql) => {
    const [file] = await sql<{ fence: number }[]>`
      select fence from stored_files
      where organization_id = ${organizationId} and name = ${name} and storage = ${storage}
        and kept_at is not null and removed_at is null
      for no key update`
    if (file === undefined) return 'gone'
    if (file.fence > fence) return 'fenced off'
    await sql`
      update stored_files set fence = ${fence} where organization_id = ${organizationId} and name = ${name}`
    await sql`
      delete from stored_file_chunks
      where organization_id = ${organizationId} and name = ${name} and at_byte >= ${offsetBytes}`
    return 'open'
  })
}

type Chunk = { atByte: number; fence: number; bytes: Buffer }

/** @returns false if the file was removed, or another one continues it. */
export async function insertChunk(
  sql: Sql,
  { organizationId, name }: SpoolKey,
  { atByte, fence, bytes }: Chunk,
): Promise<boolean> {
  // `for share` makes a change of the fence wait for this chunk.
  const { count } = await sql`
    with file as materialized (
      select organization_id, name from stored_files
      where organization_id = ${organizationId} and name = ${name} and fence = ${fence} and removed_at is null
      for share)
    insert into stored_file_chunks (organization_id, name, at_byte, bytes)
    select organization_id, name, ${atByte}::bigint, ${bytes}::bytea from file
    returning 1`
  return count === 1
}

type Part = { at_byte: number; bytes: Buffer }

/** @returns in order what the chunks have of `from` to `to`, which is not included. */
export async function findParts(
  sql: Sql,
  { organizationId, name }: SpoolKey,
  { from, to }: { from: number; to: number },
): Promise<Part[]> {
  return sql<Part[]>`
    select greatest(at_byte, ${from}) as at_byte,
      substring(bytes from (greatest(${from} - at_byte, 0) + 1)::integer
        for (${to} - greatest(at_byte, ${from}))::integer) as bytes
    from stored_file_chunks
    where organization_id = ${organizationId} and name = ${name}
      and at_byte > ${from - chunkBytes} and at_byte < ${to}
    order by stored_file_chunks.at_byte`
}

/** From now on the file cannot be opened. */
export async function markRemoved(sql: Sql, { organizationId, name }: SpoolKey): Promise<void> {
  await sql`
    update stored_files set removed_at = now()
    where organization_id = ${organizationId} and name = ${name} and removed_at is null`
}

const chunksAtOnce = 64

/** Of a removed file. @returns whether it had no more chunks; then it is deleted. */
export async function deleteChunks(sql: Sql, { organizationId, name }: SpoolKey): Promise<boolean> {
  const { count } = await sql`
    delete from stored_file_chunks
    where organization_id = ${organizationId} and name = ${name} and at_byte in (
      select at_byte from stored_file_chunks
      where organization_id = ${organizationId} and name = ${name} order by at_byte limit ${chunksAtOnce})`
  if (count === chunksAtOnce) return false
  await sql`
    delete from stored_files
    where organization_id = ${organizationId} and name = ${name} and removed_at is not null`
  return true
}

/** Across organizations. */
export async function findRemoved(
  sql: Sql,
  { storage, limit }: { storage: string; limit: number },
): Promise<SpoolKey[]> {
  const rows = await sql<{ organization_id: number; name: string }[]>`
    select organization_id, name from stored_files
    where storage = ${storage} and removed_at is not null order by removed_at limit ${limit}`
  return rows.map(keyOf)
}

type OldFile = SpoolKey & { isKept: boolean }

/** Across organizations, by organization and name, those after `after`. Drafts: those to which nothing was written since. */
export async function findOld(
  sql: Sql,
  after: SpoolKey,
  { storage, olderThanMs, limit }: { storage: string; olderThanMs: number; limit: number },
): Promise<OldFile[]> {
  const then = sql`now() - ${olderThanMs} * interval '1 millisecond'`
  const rows = await sql<{ organization_id: number; name: string; is_kept: boolean }[]>`
    select f.organization_id, f.name, f.kept_at is not null as is_kept from stored_files f
    where (f.organization_id, f.name) > (${after.organizationId}, ${after.name})
      and f.storage = ${storage} and coalesce(f.kept_at, f.created_at) <= ${then} and f.removed_at is null
      and (f.kept_at is not null or not exists (
        select from stored_file_chunks c
        where c.organization_id = f.organization_id and c.name = f.name and c.written_at > ${then}))
    order by f.organization_id, f.name limit ${limit}`
  return rows.map((row) => ({ ...keyOf(row), isKept: row.is_kept }))
}

/** On the disk of the database, with what deleted files leave until they are vacuumed. */
export async function measureStored(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_total_relation_size('stored_file_chunks') as bytes`
  return row?.bytes ?? 0
}

function keyOf({
  organization_id: organizationId,
  name,
}: {
  organization_id: number
  name: string
}): SpoolKey {
  return { organizationId, name }
}
