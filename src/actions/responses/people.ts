import { notFound } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { PeopleSelection } from '../../contract/campaigns/results/people.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findAutoresponder } from '../../store/autoresponders/rows.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import type { Source } from '../../store/campaigns/stats.ts'
import type { Caller } from '../../store/callers.ts'
import {
  countPeople,
  findPeople,
  type PeopleFilter,
  type PeoplePage,
  type PersonRow,
} from '../../store/responses/people.ts'
import type { Mailing } from '../../store/responses/rows.ts'
import { findTrackedUrls } from '../../store/responses/visits.ts'
import { requirePermission } from '../permission.ts'

export type FoundPeople = { rows: PersonRow[]; count: Count }

/** What a list and an export ask for. @throws AppError `not_authorized`, `not_found`: a link or content of another one. */
export async function readPeople(
  sql: Sql,
  caller: Caller,
  mailing: Mailing,
  filter: PeopleFilter,
): Promise<void> {
  const { source } = mailing
  const isCampaign = 'campaignId' in source
  requirePermission(caller, isCampaign ? 'campaign.read_stats' : 'autoresponder.read_stats')
  const { linkId, contentId } = filter
  if (linkId !== null && (await findTrackedUrls(sql, caller.organization_id, mailing, [linkId])).size === 0)
    throw notFound('link')
  if (contentId === null || !isCampaign) return
  const { contents } = await findCampaign(sql, caller.organization_id, {
    kind: 'campaign',
    id: source.campaignId,
  })
  if (!contents.some(({ id }) => id === contentId)) throw notFound('content')
}

export async function findPeopleOf(
  sql: Sql,
  caller: Caller,
  mailing: Mailing,
  page: PeoplePage,
): Promise<FoundPeople> {
  await readPeople(sql, caller, mailing, page)
  const rows = await findPeople(sql, caller.organization_id, mailing, page)
  // What fits in one page is counted with it.
  const isWhole = page.afterId === 0 && rows.length < page.limit
  const count = isWhole
    ? { records: rows.length, isExact: true }
    : await countPeople(sql, caller.organization_id, mailing, page)
  return { rows, count }
}

/** Of an export of the list. @throws AppError as `readPeople`; `not_found` for what belongs to another list. */
export async function selectPeople(
  sql: Sql,
  caller: Caller,
  listId: number,
  selection: PeopleSelection,
): Promise<{ source: Source; people: PeopleFilter }> {
  const source = await sourceOf(sql, caller.organization_id, listId, selection)
  const people = {
    kind: selection.kind,
    severity: selection.severity ?? null,
    linkId: selection.link_id ?? null,
    contentId: selection.content_id ?? null,
  }
  await readPeople(sql, caller, { listId, source }, people)
  return { source, people }
}

async function sourceOf(
  sql: Sql,
  organizationId: number,
  listId: number,
  { campaign_id: campaignId, autoresponder_id: id }: PeopleSelection,
): Promise<Source> {
  if (campaignId != null) {
    const campaign = await findCampaign(sql, organizationId, { kind: 'campaign', id: campaignId })
    if (campaign.mailing_list_id !== listId) throw notFound('campaign')
    return { campaignId }
  }
  const found = await findAutoresponder(sql, organizationId, { listId, id: id ?? 0 }, { withSteps: true })
  return { autoresponderId: found.id }
}
