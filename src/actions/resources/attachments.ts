import { createHash } from 'node:crypto'
import { invalid } from '../../contract/api/errors.ts'
import {
  attachedBytesMax,
  attachmentTypeOf,
  campaignBytesMax,
  storedAttachmentsMax,
  storedBytesMax,
  type AttachmentRecord,
  type NewAttachment,
} from '../../contract/resources/attachments.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { findMailingList } from '../../store/lists/rows.ts'
import {
  claimAttachments,
  copyAttachments,
  findAttachment,
  findSameAttachment,
  insertAttachment,
  measureAttachments,
  type StoredFile,
} from '../../store/resources/attachments.ts'
import type { Actor } from '../actor.ts'

/** @throws AppError `not_found`. */
export function readAttachment(
  sql: Scoped,
  { caller: { organization_id: organizationId } }: Pick<Actor, 'caller'>,
  place: { listId: number; id: number },
): Promise<AttachmentRecord & { content: string }> {
  return sql.read(async (sql) => {
    await findMailingList(sql, organizationId, place.listId)
    return findAttachment(sql, organizationId, place)
  })
}

/** @throws AppError `not_found`; `validation_failed` where there is no room for it. */
export function addAttachment(
  sql: Scoped,
  { caller: { organization_id: organizationId }, audit }: Actor,
  listId: number,
  fields: () => NewAttachment,
): Promise<AttachmentRecord> {
  return sql.begin(async (sql) => {
    const list = await findMailingList(sql, organizationId, listId)
    const file = fileOf(fields())
    const { count, bytes } = await measureAttachments(sql, organizationId)
    const known = await findSameAttachment(sql, organizationId, list.id, file)
    if (known !== null) return known
    checkRoom({ count: count + 1, bytes: bytes + file.bytes.length })
    const added = await insertAttachment(sql, organizationId, list.id, file)
    const details = { filename: added.filename, mailing_list_id: list.id }
    await audit(sql, {
      kind: 'attachment.created',
      subject_type: 'Attachment',
      subject_id: added.id,
      details,
    })
    return added
  })
}

/** What there would be. @throws AppError `validation_failed`. */
function checkRoom({ count, bytes }: { count: number; bytes: number }): void {
  if (count > storedAttachmentsMax)
    throw invalid(`there are ${storedAttachmentsMax} attachments already: delete campaigns that carry some`)
  if (bytes > storedBytesMax)
    throw invalid(
      `the attachments would take more than ${mega(storedBytesMax)}: delete campaigns that carry some`,
    )
}

/** Those of another list. @returns their ids by those of the originals. @throws as for one that is added. */
export async function copyToList(
  sql: Transaction,
  { organizationId, listId }: { organizationId: number; listId: number },
  ids: readonly number[],
): Promise<Map<number, number>> {
  const before = await measureAttachments(sql, organizationId)
  const copies = await copyAttachments(sql, organizationId, listId, ids)
  const after = await measureAttachments(sql, organizationId)
  // What the list has already takes no room.
  if (after.count > before.count) checkRoom(after)
  return copies
}

function fileOf({ filename, content }: NewAttachment): StoredFile {
  const digits = content.replaceAll(/\s/g, '')
  const bytes = Buffer.from(digits, 'base64')
  // What is no Base64 is skipped when it is decoded. Two signs at most: a search for any number takes the square of their time.
  const unpadded = (text: string) => text.replace(/={1,2}$/, '')
  if (bytes.length === 0 || unpadded(bytes.toString('base64')) !== unpadded(digits))
    throw invalid('content must be the file in Base64')
  if (bytes.length > attachedBytesMax) throw invalid(`content must be at most ${mega(attachedBytesMax)}`)
  const contentType = attachmentTypeOf(filename) ?? 'application/octet-stream'
  return { filename, contentType, bytes, sha256: createHash('sha256').update(bytes).digest() }
}

type Carrying = { field: string; ids: readonly number[] }

/**
 * What the contents name, and what they named before, is not deleted meanwhile.
 * @returns problems, `<attribute> <problem>`.
 */
export async function claimCarried(
  sql: Transaction,
  { organizationId, listId }: { organizationId: number; listId: number },
  contents: readonly Carrying[],
  before: readonly number[] = [],
): Promise<string[]> {
  const given = new Set(contents.flatMap(({ ids }) => ids))
  const sizes = await claimAttachments(sql, organizationId, listId, [...new Set([...given, ...before])])
  const sum = (ids: Iterable<number>) => [...ids].reduce((bytes, id) => bytes + (sizes.get(id) ?? 0), 0)
  const problems = contents.flatMap(({ field, ids }) => {
    const unknown = ids.filter((id) => !sizes.has(id))
    if (unknown.length > 0) return [`${field} names ${unknown.join(', ')}, which the list does not have`]
    return sum(ids) > attachedBytesMax
      ? [`${field} must have at most ${mega(attachedBytesMax)} together`]
      : []
  })
  const isTooMuch = problems.length === 0 && sum(given) > campaignBytesMax
  return isTooMuch
    ? [`contents must have attachments of at most ${mega(campaignBytesMax)} together`]
    : problems
}

function mega(bytes: number): string {
  return `${bytes / 1_048_576} MB`
}
