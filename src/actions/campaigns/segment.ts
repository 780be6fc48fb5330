import type { CampaignInput } from '../../contract/campaigns/input.ts'
import { readClauses } from '../../contract/segments/clauses.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { isSavedSegment, noSegment, type CampaignSegment } from '../../store/campaigns/segment.ts'
import { insertSegment, updateSegment } from '../../store/segments/rows.ts'
import type { Draft } from './draft.ts'

const attributes = [
  'segmentation_criteria_id',
  'segmentation_criteria_ad_hoc',
  'segmentation_criteria_remote_sql',
] as const

/** Writes an ad hoc segment immediately. @throws AppError `invalid_request` for unsupported clauses. */
export async function resolveSegment(sql: Transaction, draft: Draft, input: CampaignInput): Promise<void> {
  const given = attributes.filter((name) => input[name] !== undefined && input[name] !== null)
  const [attribute] = given
  if (given.length > 1) draft.problems.push(`only one of ${given.join(', ')} can be given`)
  else if (attribute === undefined) clearSegment(draft, input)
  else {
    const isSql = attribute === 'segmentation_criteria_remote_sql'
    if (isSql !== draft.list.is_remote_list) {
      const lists = isSql ? 'possible on remote lists only' : 'not available on remote lists'
      draft.problems.push(`${attribute} is ${lists}`)
    } else setSegment(draft, await segmentOf(sql, draft, input))
  }
}

function setSegment(draft: Draft, segment: Partial<CampaignSegment>): void {
  draft.values = { ...draft.values, ...noSegment, ...segment }
}

/** null for the current segment removes it: the campaign then has no recipients yet. */
function clearSegment(draft: Draft, input: CampaignInput): void {
  const { segmentation_criteria_id: id, segmentation_criteria_remote_sql: remote } = draft.values
  const isCleared =
    (id !== null && input.segmentation_criteria_id === null) ||
    (remote !== null && input.segmentation_criteria_remote_sql === null)
  if (isCleared) setSegment(draft, noSegment)
}

async function segmentOf(
  sql: Transaction,
  draft: Draft,
  input: CampaignInput,
): Promise<Partial<CampaignSegment>> {
  const {
    segmentation_criteria_id: id = null,
    segmentation_criteria_ad_hoc: clauses = null,
    segmentation_criteria_remote_sql: remote = null,
  } = input
  if (remote !== null) {
    if (remote.trim() === '') draft.problems.push('segmentation_criteria_remote_sql cannot be blank')
    return { segmentation_criteria_remote_sql: remote }
  }
  if (clauses !== null) return { segmentation_criteria_id: await writeAdHocSegment(sql, draft, clauses) }
  const isKnown =
    id === draft.values.segmentation_criteria_id ||
    (await isSavedSegment(sql, draft.organizationId, draft.listId, id ?? 0))
  if (!isKnown) draft.problems.push('segmentation_criteria_id does not exist')
  return { segmentation_criteria_id: id }
}

async function writeAdHocSegment(sql: Transaction, draft: Draft, given: unknown[]): Promise<number> {
  const { organizationId, listId } = draft
  const attribute = 'segmentation_criteria_ad_hoc'
  const clauses = readClauses(attribute, given)
  const { segmentation_criteria_id: id } = draft.values
  if (id === null || (await isSavedSegment(sql, organizationId, listId, id))) {
    return insertSegment(sql, organizationId, listId, { name: null, clauses, attribute })
  }
  await updateSegment(sql, organizationId, id, { clauses, attribute })
  return id
}
