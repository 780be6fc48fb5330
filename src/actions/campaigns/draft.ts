import { AppError, invalid } from '../../contract/api/errors.ts'
import type { CampaignInput, ContentInput } from '../../contract/campaigns/input.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { requireCampaignList, type CampaignList, type CampaignValues } from '../../store/campaigns/changes.ts'
import { findCampaign, type CampaignKind, type CampaignRow } from '../../store/campaigns/rows.ts'
import { duplicateSegment, noSegment } from '../../store/campaigns/segment.ts'
import { copyToList } from '../resources/attachments.ts'

export type Target = { listId: number; kind: CampaignKind; current: CampaignRow | null }

type Snapshot = { values: CampaignValues; contents: ContentInput[]; seedListIds: number[] }

export type Draft = Target &
  Snapshot & {
    organizationId: number
    list: CampaignList
    before: Snapshot
    problems: string[]
  }

export async function beginDraft(
  sql: Transaction,
  organizationId: number,
  target: Target,
  input: CampaignInput,
): Promise<Draft> {
  const { current, listId } = target
  const list = await requireCampaignList(sql, organizationId, listId, { lock: true })
  if (current !== null && current.state !== 'idle' && current.state !== 'scheduled') {
    throw invalid(`campaign cannot be changed: it is ${current.state}`)
  }
  const { problems, ...before } =
    current === null
      ? await duplicate(sql, organizationId, listId, input)
      : { ...snapshotOf(current), problems: [] }
  return { ...target, ...before, organizationId, list, before, problems }
}

function snapshotOf(row: CampaignRow): Snapshot {
  return {
    values: {
      ...deliveryOf(row),
      segmentation_criteria_id: row.segmentation_criteria_id,
      segmentation_criteria_remote_sql: row.segmentation_criteria_remote_sql,
      name: row.name,
      paused: row.paused,
      begins_at: row.begins_at,
      local_begins_at: row.local_begins_at,
      starts_at: row.starts_at,
      has_dispatch: row.has_dispatch,
      state: row.state === 'scheduled' ? 'scheduled' : 'idle',
    },
    contents: row.contents.map(
      ({ name, language, subject, format, html, text, document, attachment_ids }) => ({
        name,
        language,
        subject,
        format,
        html,
        text,
        document,
        attachment_ids,
      }),
    ),
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
    special_sending_rule_id: row.special_sending_rule_id,
    time_zone_field_id: row.time_zone_field_id,
    spread_hours: row.spread_hours,
  }
}

const blank: CampaignValues = {
  ...noSegment,
  name: '',
  state: 'idle',
  paused: false,
  begins_at: null,
  local_begins_at: null,
  starts_at: null,
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
  special_sending_rule_id: null,
  time_zone_field_id: null,
  spread_hours: null,
}

async function duplicate(
  sql: Transaction,
  organizationId: number,
  listId: number,
  input: CampaignInput,
): Promise<Snapshot & { problems: string[] }> {
  const {
    source_template_id: id,
    duplicate_content: asksContent,
    duplicate_dispatch: asksDispatch,
    duplicate_segmentation_criteria: asksSegment,
  } = input
  const nothing = { values: blank, contents: [], seedListIds: [] }
  if (id === undefined) {
    const asksAny = asksContent === true || asksDispatch === true || asksSegment === true
    return { ...nothing, problems: asksAny ? ['source_template_id cannot be blank'] : [] }
  }
  const template = await findTemplate(sql, organizationId, id)
  if (template === null) return { ...nothing, problems: ['source_template_id does not exist'] }
  const { values, contents, seedListIds } = snapshotOf(template)
  const start = {
    values: asksDispatch ? { ...values, ...noSegment, name: '' } : blank,
    contents: asksContent ? await ofList(sql, { organizationId, listId }, template, contents) : [],
    seedListIds: asksDispatch ? seedListIds : [],
    problems: [],
  }
  // A segment in the same call replaces the template's segment.
  if (!asksSegment || givesSegment(input)) return start
  if (template.mailing_list_id !== listId) {
    const problem = 'duplicate_segmentation_criteria needs a template of the same mailing list'
    return { ...start, problems: [problem] }
  }
  const segment = await duplicateSegment(sql, organizationId, listId, values)
  return { ...start, values: { ...start.values, ...segment } }
}

/** The files of a template of another list become those of this one. */
async function ofList(
  sql: Transaction,
  { organizationId, listId }: { organizationId: number; listId: number },
  template: CampaignRow,
  contents: ContentInput[],
): Promise<ContentInput[]> {
  const ids = contents.flatMap((content) => content.attachment_ids)
  if (ids.length === 0 || template.mailing_list_id === listId) return contents
  const copies = await copyToList(sql, { organizationId, listId }, ids)
  return contents.map((content) => ({
    ...content,
    attachment_ids: content.attachment_ids.flatMap((id) => copies.get(id) ?? []),
  }))
}

async function findTemplate(
  sql: Transaction,
  organizationId: number,
  id: number,
): Promise<CampaignRow | null> {
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
