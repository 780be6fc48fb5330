import type { CampaignInput, ContentInput } from '../../contract/campaigns/input.ts'
import { AppError } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { CampaignValues } from '../../store/campaigns/changes.ts'
import { duplicateSegment, noSegment } from '../../store/campaigns/segment.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import type { CampaignRow } from '../../store/campaigns/rows.ts'

/** A campaign, or a template, before a change: as it is, or for a new one what is duplicated. */
export type Before = {
  values: CampaignValues
  contents: ContentInput[]
  seedListIds: number[]
}

export function beforeOf(row: CampaignRow): Before {
  const {
    name,
    paused,
    begins_at,
    has_dispatch,
    segmentation_criteria_id,
    segmentation_criteria_remote_sql,
  } = row
  const segment = { segmentation_criteria_id, segmentation_criteria_remote_sql }
  return {
    values: {
      ...deliveryOf(row),
      ...segment,
      name,
      paused,
      begins_at,
      has_dispatch,
      state: row.state === 'scheduled' ? 'scheduled' : 'idle',
    },
    contents: row.contents.map(({ name: called, subject, format, html, text }) => ({
      name: called,
      subject,
      format,
      html,
      text,
    })),
    seedListIds: row.seed_lists.map(({ id }) => id),
  }
}

function deliveryOf(row: CampaignRow) {
  return {
    from_name: row.from_name,
    from_email: row.from_email,
    reply_to: row.reply_to,
    sender_email: row.sender_email,
    speed: row.speed,
    track_opens: row.track_opens,
    track_links: row.track_links,
    virtual_mta_id: row.virtual_mta_id,
    url_domain_id: row.url_domain_id,
    bounce_email_user_id: row.bounce_email_user_id,
    bounce_email_domain_id: row.bounce_email_domain_id,
    autowinner_enabled: row.autowinner_enabled,
    autowinner_percentage: row.autowinner_percentage,
    autowinner_delay_amount: row.autowinner_delay_amount,
    autowinner_delay_unit: row.autowinner_delay_unit,
    autowinner_metric: row.autowinner_metric,
  }
}

const nothing: CampaignValues = {
  ...noSegment,
  name: '',
  state: 'idle',
  paused: false,
  begins_at: null,
  has_dispatch: false,
  from_name: '',
  from_email: '',
  reply_to: '',
  sender_email: '',
  speed: 0,
  track_opens: true,
  track_links: true,
  virtual_mta_id: null,
  url_domain_id: null,
  bounce_email_user_id: null,
  bounce_email_domain_id: null,
  autowinner_enabled: false,
  autowinner_percentage: null,
  autowinner_delay_amount: null,
  autowinner_delay_unit: null,
  autowinner_metric: null,
}

/**
 * What a new campaign begins with: nothing, or what is to be duplicated of a template.
 * @param problems where `<attribute> <problem>` is added.
 */
export async function startOf(
  sql: Transaction,
  organizationId: number,
  listId: number,
  input: CampaignInput,
  problems: string[],
): Promise<Before> {
  const start: Before = { values: { ...nothing }, contents: [], seedListIds: [] }
  const {
    source_template_id: id,
    duplicate_content: hasContent,
    duplicate_dispatch: hasDispatch,
    duplicate_segmentation_criteria: hasSegment,
  } = input
  if (id === undefined) {
    if (hasContent || hasDispatch || hasSegment) problems.push('source_template_id cannot be blank')
    return start
  }
  const template = await findTemplate(sql, organizationId, id)
  if (template === null) {
    problems.push('source_template_id does not exist')
    return start
  }
  const { values, contents, seedListIds } = beforeOf(template)
  if (hasContent) start.contents = contents
  if (hasDispatch) Object.assign(start, { values: { ...values, ...noSegment, name: '' }, seedListIds })
  // What is given takes the place of what would be duplicated.
  if (hasSegment && !givesSegment(input)) {
    const isSameList = template.mailing_list_id === listId
    if (!isSameList)
      problems.push('duplicate_segmentation_criteria needs a template of the same mailing list')
    else Object.assign(start.values, await duplicateSegment(sql, organizationId, listId, values))
  }
  return start
}

async function findTemplate(sql: Sql, organizationId: number, id: number): Promise<CampaignRow | null> {
  try {
    return await findCampaign(sql, organizationId, { kind: 'template', id })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function givesSegment(input: CampaignInput): boolean {
  const { segmentation_criteria_id: id, segmentation_criteria_ad_hoc: clauses } = input
  return (id ?? clauses ?? input.segmentation_criteria_remote_sql ?? null) !== null
}
