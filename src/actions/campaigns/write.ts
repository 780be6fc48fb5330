import { conditionsOf } from '../../contract/blocks/conditions.ts'
import { invalid } from '../../contract/api/errors.ts'
import { autowinnerProblems } from '../../contract/campaigns/autowinner.ts'
import { withFirstContent, type CampaignInput, type ContentInput } from '../../contract/campaigns/input.ts'
import { inlineAssetIds } from '../../contract/campaigns/inline-pictures.ts'
import { missingParts, unstartedState } from '../../contract/campaigns/states.ts'
import type { Permission } from '../../contract/users/permissions.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import {
  deleteAdHocSegment,
  insertCampaign,
  updateCampaignRow,
  type CampaignValues,
} from '../../store/campaigns/changes.ts'
import { findContentRules } from '../../store/campaigns/message-content.ts'
import type { WarnedActor } from '../actor.ts'
import { claimCarried } from '../resources/attachments.ts'
import { requirePermission } from '../permission.ts'
import { resolveConditions } from './conditions.ts'
import { checkContents } from './content.ts'
import { resolveBeginsAt, resolveDelivery } from './delivery.ts'
import { beginDraft, type Draft, type Target } from './draft.ts'
import { resolveSegment } from './segment.ts'

/** @throws AppError `validation_failed` with all problems; `invalid_request`; `not_authorized` to send or pause. */
export async function writeCampaign(
  sql: Transaction,
  actor: WarnedActor,
  target: Target,
  input: CampaignInput,
): Promise<number> {
  const { caller } = actor
  const draft = await beginDraft(sql, caller.organization_id, target, input)
  await resolveSegment(sql, draft, input)
  await resolveDelivery(sql, draft, input)
  await resolveBeginsAt(sql, draft, input, caller.time_zone)
  const contents = input.contents ?? withFirstContent(draft.contents, input)
  if (contents !== draft.contents) draft.contents = named(contents)
  if (input.name !== undefined) draft.values = { ...draft.values, name: input.name }
  resolveState(draft, input)
  await resolveBlocks(sql, draft)
  await checkGivenContents(sql, actor, draft)
  await claimFiles(sql, draft)
  if (isPast(draft, input)) actor.warn('dispatch_attributes.begins_at is in the past: sending starts at once')
  if (draft.problems.length > 0) throw invalid([...new Set(draft.problems)].join(', '))
  if (draft.kind === 'campaign') requirePermissions(caller, draft.before.values, draft.values)
  return save(sql, draft)
}

/** Clocks of callers are a minute apart. */
const pastMs = 60_000

function isPast({ values, list }: Draft, { dispatch_attributes: given }: CampaignInput): boolean {
  if (values.state !== 'scheduled' || (given?.begins_at ?? '') === '') return false
  return values.begins_at !== null && values.begins_at.getTime() < list.now.getTime() - pastMs
}

async function resolveBlocks(sql: Transaction, draft: Draft): Promise<void> {
  const { contents, before, current, list, organizationId, listId } = draft
  if (current !== null && contents === before.contents) return
  const place = { organizationId, listId, isRemote: list.is_remote_list }
  const resolved: ContentInput[] = []
  for (const [at, content] of contents.entries()) {
    const document = await resolveConditions(sql, place, `contents.${at}.document`, content.document)
    resolved.push({ ...content, document })
  }
  draft.contents = resolved
}

/** Unchanged contents were checked before, but a change of state checks them again: the rules may be new. */
async function checkGivenContents(sql: Transaction, actor: WarnedActor, draft: Draft): Promise<void> {
  const { contents, before, current, listId, list, values } = draft
  const isNew = current === null || contents !== before.contents || values.state !== before.values.state
  // Columns of the external database are codes, too.
  if (!isNew || list.is_remote_list) return
  const given = contents.map(({ document, ...body }, place) => ({
    prefix: `contents.${place}.`,
    body: { ...body, conditions: conditionsOf(document) },
  }))
  draft.problems.push(...(await checkContents(sql, actor, listId, given)))
  draft.problems.push(...(await findCarried(sql, draft)))
}

/** Pictures in each message multiply what leaves. */
async function findCarried(
  sql: Transaction,
  { kind, organizationId, listId, contents }: Draft,
): Promise<string[]> {
  const withPictures = contents.findIndex(({ html }) => inlineAssetIds(html).length > 0)
  const withFiles = contents.findIndex(({ attachment_ids: ids }) => ids.length > 0)
  if (kind === 'template' || Math.max(withPictures, withFiles) === -1) return []
  const { organization } = await findContentRules(sql, organizationId, listId)
  const lacks = 'the organization lacks the permission'
  return [
    ...(withPictures === -1 || organization.canEmbedPictures === true
      ? []
      : [`contents.${withPictures}.html cannot carry pictures (cid:): ${lacks} can_embed_pictures`]),
    ...(withFiles === -1 || organization.canAttachFiles === true
      ? []
      : [`contents.${withFiles}.attachments cannot be sent by campaigns: ${lacks} can_attach_files`]),
  ]
}

async function claimFiles(
  sql: Transaction,
  { organizationId, listId, contents, before, current, problems }: Draft,
): Promise<void> {
  if (current !== null && contents === before.contents) return
  const carried = contents.map(({ attachment_ids: ids }, at) => ({
    field: `contents.${at}.attachments`,
    ids,
  }))
  const given = before.contents.flatMap(({ attachment_ids: ids }) => ids)
  problems.push(...(await claimCarried(sql, { organizationId, listId }, carried, given)))
}

function named(contents: ContentInput[]): ContentInput[] {
  return contents.map((content, place) => ({
    ...content,
    name: content.name === '' ? `Content ${String.fromCodePoint(65 + place)}` : content.name,
  }))
}

function resolveState(draft: Draft, input: CampaignInput): void {
  const { kind, values, contents, before, problems } = draft
  if (kind === 'template') {
    draft.values = { ...values, state: 'idle', paused: false, begins_at: null }
    return
  }
  const given = input.dispatch_attributes
  const state = unstartedState({
    current: before.values.state,
    wasComplete: missingParts(before.values, before.contents).length === 0,
    isComplete: missingParts(values, contents).length === 0,
    wanted: given?.state,
    isTimeGiven: (given?.begins_at ?? '') !== '',
  })
  if (state === 'scheduled') problems.push(...autowinnerProblems(values, contents.length, input))
  draft.values = { ...values, state }
}

function requirePermissions(caller: Caller, before: CampaignValues, after: CampaignValues): void {
  const needed: Permission[] = [
    ...(after.state === 'scheduled' ? (['campaign.send'] as const) : []),
    ...(after.paused === before.paused ? [] : (['campaign.update_state'] as const)),
  ]
  for (const permission of needed) requirePermission(caller, permission)
}

async function save(sql: Transaction, draft: Draft): Promise<number> {
  const { organizationId, listId, kind, current, values, seedListIds } = draft
  if (current === null) {
    const parts = { contents: draft.contents, seedListIds }
    return insertCampaign(sql, organizationId, { listId, kind }, { values, parts })
  }
  const contents = draft.contents === draft.before.contents ? undefined : draft.contents
  await updateCampaignRow(sql, organizationId, current.id, { values, parts: { contents, seedListIds } })
  const { segmentation_criteria_id: replaced } = current
  if (replaced !== null && replaced !== values.segmentation_criteria_id) {
    await deleteAdHocSegment(sql, organizationId, replaced)
  }
  return current.id
}
