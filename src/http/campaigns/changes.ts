import type { CampaignInput, ContentInput } from '../../contract/campaigns/input.ts'
import { autowinnerProblems } from '../../contract/campaigns/autowinner.ts'
import { hasContent, unstartedState } from '../../contract/campaigns/states.ts'
import { parseCampaignTime } from '../../contract/campaigns/times.ts'
import { beginsMax } from '../../contract/times/instants.ts'
import { forbidden, invalid } from '../../contract/api/errors.ts'
import { overlay } from '../../contract/api/overlay.ts'
import { allows } from '../../contract/users/permissions.ts'
import type { Permission } from '../../contract/users/permissions.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import {
  deleteAdHocSegment,
  insertCampaign,
  requireCampaignList,
  rewriteCampaign,
} from '../../store/campaigns/changes.ts'
import type { CampaignValues } from '../../store/campaigns/changes.ts'
import { findListDelivery, readDelivery } from '../../store/campaigns/delivery.ts'
import { settleSegment } from '../../store/campaigns/segment.ts'
import type { CampaignKind, CampaignRow } from '../../store/campaigns/rows.ts'
import { findPermissionProblems } from '../../store/resources/permissions.ts'
import { beforeOf, startOf } from './start.ts'
import type { Before } from './start.ts'

/** What is written; `current` null: a new one. */
type Target = { listId: number; kind: CampaignKind; current: CampaignRow | null }

/**
 * Creates or changes a campaign or a template.
 * @returns its id.
 * @throws AppError `validation_failed` with all problems; `invalid_request` for clauses that are not supported; 403
 * where it would be sent or paused by somebody who may not do that.
 */
export async function writeCampaign(
  sql: Transaction,
  caller: Caller,
  target: Target,
  input: CampaignInput,
): Promise<number> {
  const { organization_id: organizationId } = caller
  const { listId, kind, current } = target
  const list = await requireCampaignList(sql, organizationId, listId, { lock: true })
  if (current !== null && current.state !== 'idle' && current.state !== 'scheduled') {
    throw invalid(`campaign cannot be changed: it is ${current.state}`)
  }
  const problems: string[] = []
  const before =
    current === null ? await startOf(sql, organizationId, listId, input, problems) : beforeOf(current)
  const { segmentation_criteria_id, segmentation_criteria_remote_sql } = before.values
  const was = { segmentation_criteria_id, segmentation_criteria_remote_sql }
  const place = { organizationId, listId, isRemote: list.is_remote_list, current: was }
  const { segment, problems: segmentProblems } = await settleSegment(sql, place, input)
  problems.push(...segmentProblems)
  const { delivery, seedListIds } = await settleDelivery(sql, organizationId, target, before, input, problems)
  const begins_at = settleTime(before, input, { zone: caller.time_zone, nowMs: list.now.getTime() }, problems)
  const contents = input.contents === undefined ? before.contents : named(input.contents)
  const after = { ...delivery, ...segment, name: input.name ?? before.values.name, begins_at }
  const willBeSent = kind === 'campaign' && stateAfter(before, after, contents, input) === 'scheduled'
  if (willBeSent) problems.push(...autowinnerProblems(after, contents.length, input))
  if (problems.length > 0) throw invalid([...new Set(problems)].join(', '))
  const values =
    kind === 'template' ? neverSent(after) : { ...after, state: stateAfter(before, after, contents, input) }
  if (kind === 'campaign') requirePermissions(caller, before.values, values)
  const parts = { contents: isSame(before, contents, current) ? undefined : contents, seedListIds }
  if (current === null) return insertCampaign(sql, organizationId, { listId, kind }, values, parts)
  await rewriteCampaign(sql, organizationId, current.id, values, parts)
  const { segmentation_criteria_id: replaced } = current
  if (replaced !== null && replaced !== values.segmentation_criteria_id) {
    await deleteAdHocSegment(sql, organizationId, replaced)
  }
  return current.id
}

function isSame(before: Before, contents: ContentInput[], current: CampaignRow | null): boolean {
  return current !== null && contents === before.contents
}

function neverSent(values: CampaignValues): CampaignValues {
  return { ...values, state: 'idle', paused: false, begins_at: null }
}

/** The first delivery settings begin with those of the mailing list. */
async function settleDelivery(
  sql: Transaction,
  organizationId: number,
  { listId, current }: Target,
  before: Before,
  input: CampaignInput,
  problems: string[],
): Promise<{ delivery: CampaignValues; seedListIds: number[] }> {
  const { dispatch_attributes: given } = input
  const { values, seedListIds } = before
  if (given === undefined && !values.has_dispatch) return { delivery: values, seedListIds }
  const list = values.has_dispatch ? null : await findListDelivery(sql, organizationId, listId)
  const changes = await readDelivery(sql, organizationId, given ?? {})
  const delivery = overlay(
    { ...values, ...list?.delivery, has_dispatch: true },
    { ...changes.columns, paused: given?.paused },
  )
  const refused = await findPermissionProblems(sql, organizationId, '', delivery, current)
  const all = [...changes.problems, ...refused].map((problem) => problem.replace('_user_id', '_id'))
  // `<attribute> <problem>`, or `only one of <attribute>, <attribute> can be given`.
  problems.push(...all.map((problem) => problem.replace(/^(only one of )?/, '$1dispatch_attributes.')))
  return { delivery, seedListIds: changes.seedListIds ?? list?.seedListIds ?? seedListIds }
}

function settleTime(
  before: Before,
  input: CampaignInput,
  place: { zone: string; nowMs: number },
  problems: string[],
): Date | null {
  const given = input.dispatch_attributes?.begins_at
  if (given === undefined) return before.values.begins_at
  if (given === null || given === '') return null
  const ms = parseCampaignTime(String(given), place)
  if (ms === null) problems.push('dispatch_attributes.begins_at is not a date and time')
  else if (ms >= beginsMax) problems.push('dispatch_attributes.begins_at must be before the year 9999')
  return ms === null ? null : new Date(ms)
}

function stateAfter(
  before: Before,
  after: Omit<CampaignValues, 'state'>,
  contents: ContentInput[],
  { dispatch_attributes: given }: CampaignInput,
) {
  return unstartedState({
    current: before.values.state,
    wasComplete: isComplete(before.values, before.contents),
    isComplete: isComplete(after, contents),
    wanted: given?.state,
    isTimeGiven: (given?.begins_at ?? '') !== '',
  })
}

function isComplete(values: Omit<CampaignValues, 'state'>, contents: ContentInput[]): boolean {
  const { segmentation_criteria_id: segment, segmentation_criteria_remote_sql: remote } = values
  const isDeliverable = values.has_dispatch && values.from_email !== '' && values.begins_at !== null
  return (segment ?? remote) !== null && isDeliverable && hasContent(contents)
}

/** What was given no name is told apart by a letter. */
function named(contents: ContentInput[]): ContentInput[] {
  return contents.map((content, place) => ({
    ...content,
    name: content.name === '' ? `Content ${String.fromCodePoint(65 + place)}` : content.name,
  }))
}

/** For standard users: to change a campaign is not yet to send it. */
function requirePermissions(caller: Caller, before: CampaignValues, after: CampaignValues): void {
  const needed: Permission[] = [
    ...(after.state === 'scheduled' ? (['campaign.send'] as const) : []),
    ...(after.paused === before.paused ? [] : (['campaign.update_state'] as const)),
  ]
  for (const permission of needed) {
    if (caller.permissions !== null && !allows(caller.permissions, permission)) {
      throw forbidden(`this call needs the permission ${permission}`)
    }
  }
}
