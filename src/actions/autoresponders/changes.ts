import { isDeepStrictEqual } from 'node:util'
import { conditionsOf } from '../../contract/blocks/conditions.ts'
import type { MessageBody } from '../../contract/campaigns/message-content.ts'
import { invalid } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { AutoresponderInput } from '../../contract/autoresponders/endpoints.ts'
import {
  changedAutoresponder,
  newAutoresponder,
  type AutoresponderValues,
} from '../../contract/autoresponders/rules.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import { deleteAutoresponder } from '../../store/autoresponders/delete.ts'
import { findReferenceProblems, nameSegment } from '../../store/autoresponders/references.ts'
import {
  findAutoresponder,
  findAutoresponders,
  insertAutoresponder,
  requireAutoresponderList,
  updateAutoresponderRow,
  type AutoresponderRow,
} from '../../store/autoresponders/rows.ts'
import { changedNames } from '../../store/audit-events/changed-names.ts'
import type { Caller } from '../../store/callers.ts'
import { readRuleReference } from '../../store/sending-rules/references.ts'
import { findPermissionProblems } from '../../store/resources/permissions.ts'
import { findSenderProblems } from '../../store/resources/sender-addresses.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import { checkContents } from '../campaigns/content.ts'
import { resolveConditions } from '../campaigns/conditions.ts'
import { claimCarried } from '../resources/attachments.ts'
import { requirePermission } from '../permission.ts'
import { requireVersion } from '../../store/resources/version.ts'

export type AutoresponderPlace = { listId: number; id: number }

export async function findListAutoresponders(
  sql: Sql,
  { caller }: Actor,
  listId: number,
  page: PageRequest,
): Promise<{ rows: AutoresponderRow[]; count: number }> {
  await requireAutoresponderList(sql, caller.organization_id, listId)
  return findAutoresponders(sql, caller.organization_id, listId, page)
}

export async function findListAutoresponder(
  sql: Sql,
  { caller }: Actor,
  place: AutoresponderPlace,
  options: { withSteps?: boolean } = {},
): Promise<AutoresponderRow> {
  await requireAutoresponderList(sql, caller.organization_id, place.listId)
  return findAutoresponder(sql, caller.organization_id, place, options)
}

export function addAutoresponder(
  sql: Scoped,
  actor: WarnedActor,
  listId: number,
  fields: () => AutoresponderInput,
): Promise<AutoresponderRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    await requireAutoresponderList(sql, organizationId, listId, { lock: true })
    const values = await valuesAfter(sql, actor, { listId, current: null }, fields())
    const made = await insertAutoresponder(sql, organizationId, listId, values)
    await logAutoresponder(sql, actor, {
      kind: 'autoresponder.created',
      id: made.id,
      details: { name: made.name },
    })
    return made
  })
}

export function changeAutoresponder(
  sql: Scoped,
  actor: WarnedActor,
  { listId, id }: AutoresponderPlace,
  fields: () => AutoresponderInput,
): Promise<AutoresponderRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    await requireAutoresponderList(sql, organizationId, listId, { lock: true })
    const current = await findAutoresponder(sql, organizationId, { listId, id })
    await requireAutoresponderVersion(sql, actor, { id: current.id, sequenceId: current.id })
    const values = await valuesAfter(sql, actor, { listId, current }, fields())
    const changed = changedNames<AutoresponderValues>(current, values, names)
    if (changed.length > 0)
      await logAutoresponder(sql, actor, {
        kind: 'autoresponder.updated',
        id: current.id,
        details: { changed },
      })
    return updateAutoresponderRow(sql, organizationId, current.id, values)
  })
}

/** What has been sent stays counted. @throws AppError `validation_failed` if another autoresponder follows it. */
export function removeAutoresponder(
  sql: Scoped,
  actor: Actor,
  { listId, id }: AutoresponderPlace,
): Promise<void> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    await requireAutoresponderList(sql, organizationId, listId, { lock: true })
    const { id: found, name } = await findAutoresponder(sql, organizationId, { listId, id })
    await requireAutoresponderVersion(sql, actor, { id: found, sequenceId: found })
    const withdrawn = await deleteAutoresponder(sql, organizationId, found)
    await logAutoresponder(sql, actor, {
      kind: 'autoresponder.deleted',
      id: found,
      details: { name, withdrawn },
    })
  })
}

/** Of an autoresponder, or of a step, whose events are those of its sequence. */
export function requireAutoresponderVersion(
  sql: Transaction,
  actor: Actor,
  { id, sequenceId }: { id: number; sequenceId: number },
): Promise<void> {
  const what = id === sequenceId ? 'autoresponder' : 'step'
  const subject = { type: 'Autoresponder', id: sequenceId }
  const versioned = { what, table: 'autoresponders', row: { id }, subject }
  return requireVersion(sql, actor.caller.organization_id, versioned, actor)
}

const names = Object.keys(newAutoresponder) as (keyof AutoresponderValues)[]

type Change = { kind: string; id: number; details: object }

export function logAutoresponder(
  sql: Transaction,
  { audit }: Actor,
  { kind, id, details }: Change,
): Promise<void> {
  return audit(sql, { kind, subject_type: 'Autoresponder', subject_id: id, details })
}

type Target = { listId: number; current: AutoresponderRow | null }

async function valuesAfter(
  sql: Transaction,
  actor: WarnedActor,
  { listId, current }: Target,
  given: AutoresponderInput,
): Promise<AutoresponderValues> {
  const { caller } = actor
  const { organization_id: organizationId } = caller
  const named = await nameSegment(sql, organizationId, listId, given)
  const rule = await readRuleReference(sql, organizationId, named)
  const input = { ...named, special_sending_rule_id: rule.id }
  const { values: changed, problems } = changedAutoresponder(current ?? newAutoresponder, input)
  const values = await withResolvedBlocks(sql, { organizationId, listId }, changed)
  problems.push(...rule.problems)
  requirePermissions(caller, current, values)
  const place = { listId, id: current?.id ?? null }
  problems.push(...(await findReferenceProblems(sql, organizationId, place, values)))
  problems.push(...(await findPermissionProblems(sql, organizationId, { wanted: values, current })))
  problems.push(...(await findSenderProblems(sql, organizationId, { wanted: values, current })))
  problems.push(...(await contentProblems(sql, actor, { listId, current }, values)))
  problems.push(...(await claimFilesOf(sql, { organizationId, listId }, values, current)))
  if (problems.length > 0) throw invalid([...new Set(problems)].join(', '))
  return values
}

export async function withResolvedBlocks<Values extends Pick<AutoresponderValues, 'content_document'>>(
  sql: Transaction,
  place: { organizationId: number; listId: number },
  values: Values,
): Promise<Values> {
  const document = await resolveConditions(sql, place, 'content_document', values.content_document)
  return { ...values, content_document: document }
}

/** @returns problems, `<attribute> <problem>`. */
export async function claimFilesOf(
  sql: Transaction,
  place: { organizationId: number; listId: number },
  { content_attachment_ids: ids }: CarryingFiles,
  current: CarryingFiles | null,
): Promise<string[]> {
  const before = current?.content_attachment_ids ?? []
  if (isDeepStrictEqual(before, ids)) return []
  return claimCarried(sql, place, [{ field: 'content_attachments', ids }], before)
}

type CarryingFiles = Pick<AutoresponderValues, 'content_attachment_ids'>

/** Unchanged contents were checked before. */
async function contentProblems(
  sql: Transaction,
  actor: WarnedActor,
  { listId, current }: Target,
  after: AutoresponderValues,
): Promise<string[]> {
  const body = contentOf(after)
  if (current !== null && isDeepStrictEqual(contentOf(current), body)) return []
  return checkContents(sql, actor, listId, [{ prefix: 'content_', body }])
}

export function contentOf(values: Pick<AutoresponderValues, ContentName>): Omit<MessageBody, 'id'> {
  return {
    format: values.content_format,
    language: values.content_language,
    subject: values.content_subject,
    html: values.content_html,
    text: values.content_text,
    conditions: conditionsOf(values.content_document),
    attachmentIds: values.content_attachment_ids,
  }
}

type ContentName =
  | 'content_format'
  | 'content_language'
  | 'content_subject'
  | 'content_html'
  | 'content_text'
  | 'content_document'
  | 'content_attachment_ids'

function requirePermissions(
  caller: Caller,
  before: AutoresponderRow | null,
  after: AutoresponderValues,
): void {
  const changed = changedNames<AutoresponderValues>(before ?? newAutoresponder, after, names)
  if (changed.includes('paused')) requirePermission(caller, 'autoresponder.update_state')
  if (before !== null && changed.some((name) => name !== 'paused'))
    requirePermission(caller, 'autoresponder.update')
}
