import type { CampaignInput } from '../../contract/campaigns/input.ts'
import { readClauses } from '../../contract/segments/clauses.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { insertSegment, updateSegment } from '../segments/rows.ts'

/** Whom a campaign goes to, as its columns say it. */
export type CampaignSegment = {
  segmentation_criteria_id: number | null
  segmentation_criteria_remote_sql: string | null
}

export const noSegment: CampaignSegment = {
  segmentation_criteria_id: null,
  segmentation_criteria_remote_sql: null,
}

const attributes = [
  'segmentation_criteria_id',
  'segmentation_criteria_ad_hoc',
  'segmentation_criteria_remote_sql',
] as const

type Place = {
  organizationId: number
  listId: number
  isRemote: boolean
  /** As it is, or as it is duplicated. */
  current: CampaignSegment
}

/**
 * The segment of a campaign after a change; one that is made for it is written down.
 * @returns the columns, and problems. @throws AppError `invalid_request` for clauses that are not supported.
 */
export async function settleSegment(
  sql: Transaction,
  { organizationId, listId, isRemote, current }: Place,
  input: CampaignInput,
): Promise<{ segment: CampaignSegment; problems: string[] }> {
  const isGiven = (name: (typeof attributes)[number]) => input[name] !== undefined && input[name] !== null
  const given = attributes.filter(isGiven)
  const [attribute] = given
  if (given.length > 1)
    return { segment: current, problems: [`only one of ${given.join(', ')} can be given`] }
  if (attribute === undefined) return { segment: cleared(current, input), problems: [] }
  const isSql = attribute === 'segmentation_criteria_remote_sql'
  if (isSql !== isRemote) {
    const lists = isSql ? 'possible on remote lists only' : 'not available on remote lists'
    return { segment: current, problems: [`${attribute} is ${lists}`] }
  }
  if (isSql) return settleSql(input.segmentation_criteria_remote_sql ?? '')
  const { segmentation_criteria_id: id, segmentation_criteria_ad_hoc: clauses } = input
  if (clauses != null) {
    const own = await settleAdHoc(sql, organizationId, listId, current, clauses)
    return { segment: { ...noSegment, segmentation_criteria_id: own }, problems: [] }
  }
  const segment = { ...noSegment, segmentation_criteria_id: id ?? null }
  const isKnown =
    id === current.segmentation_criteria_id || (await isSaved(sql, organizationId, listId, id ?? 0))
  return { segment, problems: isKnown ? [] : ['segmentation_criteria_id does not exist'] }
}

/** null for what is there says: nobody yet. */
function cleared(current: CampaignSegment, input: CampaignInput): CampaignSegment {
  const { segmentation_criteria_id: id, segmentation_criteria_remote_sql: remote } = current
  const isCleared =
    (id !== null && input.segmentation_criteria_id === null) ||
    (remote !== null && input.segmentation_criteria_remote_sql === null)
  return isCleared ? noSegment : current
}

/** Kept as it is and not run before the campaign starts. */
function settleSql(text: string): { segment: CampaignSegment; problems: string[] } {
  const problems = text.trim() === '' ? ['segmentation_criteria_remote_sql cannot be blank'] : []
  return { segment: { ...noSegment, segmentation_criteria_remote_sql: text }, problems }
}

/** The segment that was made for the campaign gets other clauses; any other is left alone. @returns its id. */
async function settleAdHoc(
  sql: Transaction,
  organizationId: number,
  listId: number,
  current: CampaignSegment,
  input: unknown[],
): Promise<number> {
  const attribute = 'segmentation_criteria_ad_hoc'
  const clauses = readClauses(attribute, input)
  const id = current.segmentation_criteria_id
  if (id === null || (await isSaved(sql, organizationId, listId, id))) {
    return insertSegment(sql, organizationId, listId, { name: null, clauses, attribute })
  }
  await updateSegment(sql, organizationId, id, { clauses, attribute })
  return id
}

async function isSaved(
  sql: Transaction,
  organizationId: number,
  listId: number,
  id: number,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from segments
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = ${id}
      and name is not null for key share`
  return row !== undefined
}

/**
 * The segment of a template for a campaign of the same list: a saved one is shared, one that was made for the
 * template is copied.
 */
export async function duplicateSegment(
  sql: Transaction,
  organizationId: number,
  listId: number,
  source: CampaignSegment,
): Promise<CampaignSegment> {
  const { segmentation_criteria_id: id, segmentation_criteria_remote_sql } = source
  if (id === null || (await isSaved(sql, organizationId, listId, id))) {
    return { segmentation_criteria_id: id, segmentation_criteria_remote_sql }
  }
  const [row] = await sql<{ id: number; clauses: Clause[] }[]>`
    insert into segments (organization_id, mailing_list_id, description, clauses)
    select organization_id, mailing_list_id, description, clauses from segments
    where organization_id = ${organizationId} and id = ${id}
    returning id`
  if (row === undefined) throw new Error('the segment of the template is gone')
  return { ...noSegment, segmentation_criteria_id: row.id }
}
