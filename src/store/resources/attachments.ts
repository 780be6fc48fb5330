import { notFound } from '../../contract/api/errors.ts'
import type { MessageFile } from '../../contract/campaigns/message-content.ts'
import type { AttachmentRecord } from '../../contract/resources/attachments.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'

function columns(sql: Sql) {
  return sql`id, filename, content_type, size_bytes`
}

/** With its bytes in Base64. @throws AppError `not_found`. */
export async function findAttachment(
  sql: Sql,
  organizationId: number,
  { listId, id }: { listId: number; id: number },
): Promise<AttachmentRecord & { content: string }> {
  const [row] = await sql<(AttachmentRecord & { content: string })[]>`
    select ${columns(sql)}, replace(encode(bytes, 'base64'), chr(10), '') as content from attachments
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = ${id}::bigint`
  if (row === undefined) throw notFound('attachment')
  return row
}

/** Of a content `t` or an autoresponder, in the order in which its messages carry them. */
export function attachmentsOf(
  sql: Sql,
  organizationId: number,
  column: 't.attachment_ids' | 'a.content_attachment_ids' | 'autoresponders.content_attachment_ids',
): Fragment {
  const ids = sql(column)
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename, 'content_type', f.content_type,
      'size_bytes', f.size_bytes) order by array_position(${ids}, f.id)), '[]')
    from attachments f where f.organization_id = ${organizationId} and f.id = any(${ids}))`
}

/** What messages of a list carry, each encoded once for all of them. */
export async function findMessageFiles(
  sql: Sql,
  { organizationId, listId }: { organizationId: number; listId: number },
  ids: readonly number[],
): Promise<Map<number, MessageFile>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<MessageFile[]>`
    select id, filename, content_type as "contentType", size_bytes as "sizeBytes",
      replace(encode(bytes, 'base64'), chr(10), chr(13) || chr(10)) as content
    from attachments
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = any(${[...ids]}::integer[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** One call at a time, so that concurrent calls together stay below the limits. */
export async function measureAttachments(
  sql: Transaction,
  organizationId: number,
): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('attachments'), ${organizationId})`
  const [row] = await sql<{ count: number; bytes: number }[]>`
    select count(*), coalesce(sum(size_bytes), 0)::bigint as bytes from attachments
    where organization_id = ${organizationId}`
  return row ?? { count: 0, bytes: 0 }
}

export type StoredFile = { filename: string; contentType: string; sha256: Buffer; bytes: Buffer }

/** null: the list has no such file. */
export async function findSameAttachment(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { sha256, filename }: StoredFile,
): Promise<AttachmentRecord | null> {
  const [row] = await sql<AttachmentRecord[]>`
    update attachments set named_at = now()
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and sha256 = ${sha256}
      and filename = ${filename}
    returning ${columns(sql)}`
  return row ?? null
}

export async function insertAttachment(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { filename, contentType, sha256, bytes }: StoredFile,
): Promise<AttachmentRecord> {
  const [row] = await sql<AttachmentRecord[]>`
    insert into attachments (organization_id, mailing_list_id, filename, content_type, size_bytes, sha256, bytes)
    values (${organizationId}, ${listId}, ${filename}, ${contentType}, ${bytes.length}, ${sha256}, ${bytes})
    returning ${columns(sql)}`
  if (row === undefined) throw new Error('insert returned no row')
  return row
}

/**
 * Those that a content names or gives up: none of them is deleted for a day, and none before the transaction has ended.
 * @returns the sizes of those that the list has.
 */
export async function claimAttachments(
  sql: Transaction,
  organizationId: number,
  listId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: number; size_bytes: number }[]>`
    update attachments a set named_at = now() from (
      select id from attachments
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = any(${[...ids]}::integer[])
      order by id for update) named
    where a.organization_id = ${organizationId} and a.id = named.id
    returning a.id, a.size_bytes`
  return new Map(rows.map(({ id, size_bytes: bytes }) => [id, bytes]))
}

/** Those of another list. @returns their ids by those of the originals. */
export async function copyAttachments(
  sql: Transaction,
  organizationId: number,
  listId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ before: number; after: number }[]>`
    with given as (
      select id, filename, content_type, size_bytes, sha256, bytes from attachments
      where organization_id = ${organizationId} and id = any(${[...ids]}::integer[]) order by id),
    made as (
      insert into attachments (organization_id, mailing_list_id, filename, content_type, size_bytes, sha256, bytes)
      select ${organizationId}, ${listId}, filename, content_type, size_bytes, sha256, bytes from given
      on conflict (organization_id, mailing_list_id, sha256, filename) do update set named_at = excluded.named_at
      returning id, filename, sha256)
    select given.id as before, made.id as after from given join made using (filename, sha256)`
  return new Map(rows.map(({ before, after }) => [before, after]))
}

/** With the last content that names it a file goes, too. */
export async function forgetAttachments(
  sql: Transaction,
  organizationId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select 1 from attachments where organization_id = ${organizationId} and id = any(${[...ids]}::integer[])
    order by id for update`
  await sql`
    delete from attachments a
    where a.organization_id = ${organizationId} and a.id = any(${[...ids]}::integer[]) and not ${isNamed(sql)}`
}

/**
 * Those that no content has named for a day, and those of deleted lists and organizations. Across organizations.
 * @returns how many it looked at.
 */
export async function purgeAttachments(sql: Transaction, batchRows: number): Promise<number> {
  const rows = await sql<{ organization_id: number; id: number; is_gone: boolean }[]>`
    select a.organization_id, a.id, l.deleted_at is not null or o.deleted_at is not null as is_gone
    from attachments a
    join mailing_lists l on l.organization_id = a.organization_id and l.id = a.mailing_list_id
    join organizations o on o.id = a.organization_id
    where a.named_at < now() - interval '1 day' or l.deleted_at is not null or o.deleted_at is not null
    order by a.organization_id, a.id limit ${batchRows}`
  for (const { organization_id: organizationId, id, is_gone: isGone } of rows) {
    // Rows of all organizations cannot be locked by one statement on a cluster.
    const [locked] = await sql`
      select 1 as yes from attachments where organization_id = ${organizationId} and id = ${id} for update skip locked`
    if (locked === undefined) continue
    // A statement of its own: it sees what was committed before the row was locked.
    const { count } = await sql`
      delete from attachments a
      where a.organization_id = ${organizationId} and a.id = ${id} and (${isGone} or not ${isNamed(sql)})`
    if (count > 0) continue
    await sql`
      update attachments set named_at = now() where organization_id = ${organizationId} and id = ${id}`
  }
  return rows.length
}

/** Whether a content, or a draft beside a campaign, names `a`. */
function isNamed(sql: Sql): Fragment {
  return sql`(
    exists (select 1 from campaign_contents t
      where t.organization_id = a.organization_id and a.id = any(t.attachment_ids))
    or exists (select 1 from autoresponders r
      where r.organization_id = a.organization_id and a.id = any(r.content_attachment_ids))
    or exists (select 1 from campaign_drafts d
      where d.organization_id = a.organization_id and jsonb_path_exists(d.changes,
        '$.**.attachments.id ? (@ == $id || @ == $text)', jsonb_build_object('id', a.id, 'text', a.id::text))))`
}
