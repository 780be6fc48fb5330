import type { z } from 'zod'
import { hasContent, missingParts, stateDescriptions } from '../../contract/campaigns/states.ts'
import type {
  campaignElementSchema,
  campaignSchema,
  dispatchSchema,
} from '../../contract/campaigns/endpoints.ts'
import { allows } from '../../contract/users/right-names.ts'
import type { templateSchema } from '../../contract/campaigns/templates.ts'
import { sumCounts, summarize } from '../../contract/campaigns/stat-summary.ts'
import { defaultRoute } from '../../contract/resources/virtual-mtas.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Caller } from '../../store/callers.ts'
import type { CampaignReport } from '../../store/campaigns/reports.ts'
import type { CampaignElementRow, CampaignRow } from '../../store/campaigns/rows.ts'
import { presentVersionResults } from './version-results.ts'

export function presentElement(
  row: CampaignElementRow,
  caller: Caller,
): z.input<typeof campaignElementSchema> {
  return { ...elementOf(row, caller), ...(row.has_dispatch ? { dispatch: progressOf(row, caller) } : {}) }
}

type CampaignAnswer = z.input<typeof campaignSchema>

/** `report` is null until the campaign has started. */
export function presentCampaign(
  row: CampaignRow,
  caller: Caller,
  report: CampaignReport | null,
): CampaignAnswer {
  const mayRead = caller.permissions === null || allows(caller.permissions, 'campaign.read_stats')
  const shown = mayRead ? report : null
  return {
    ...recordOf(row, caller),
    content_determined: hasContent(row.contents),
    active_html_editor: 'ckeditor',
    error_message: row.error_message,
    waiting_for: row.waiting_for,
    missing: row.state === 'idle' ? missingParts(row, row.contents, row.list_from_email) : [],
    uncertain_count: report?.uncertainCount ?? 0,
    remote_query: mayRead ? row.remote_query : null,
    campaign_contents: contentsOf(row),
    ...firstContentOf(row),
    stat_id: row.id,
    stat_summary:
      shown === null
        ? null
        : { ...summarize(sumCounts(shown.slices.map(({ counts }) => counts))), stat_id: row.id },
    content_stats: contentStats(row, shown),
    automatic_winner_selection: winnerSelection(row, caller, shown),
    version_results: presentVersionResults(row, caller, shown),
  }
}

function contentStats(row: CampaignRow, report: CampaignReport | null): CampaignAnswer['content_stats'] {
  return row.contents.map(({ id, name }) => {
    const slice = report?.slices.find(({ content_id: contentId }) => contentId === id)
    const counts = slice === undefined ? [] : [slice.counts]
    const sliceId = slice?.id ?? null
    return {
      content: { id, name },
      stat_slice_id: sliceId,
      stat_summary: report === null ? null : { ...summarize(sumCounts(counts)), stat_slice_id: sliceId },
    }
  })
}

/** Three phases: the test is sent, the waiting time runs, the winner is sent to the rest. */
function winnerSelection(
  row: CampaignRow,
  caller: Caller,
  report: CampaignReport | null,
): CampaignAnswer['automatic_winner_selection'] {
  if (report === null || row.pass === 'all') return null
  const delayed = row.decide_at === null ? 'split_testing' : 'decision_delay'
  const nameOf = (id: number) => row.contents.find((content) => content.id === id)?.name ?? ''
  const { winning_content_id: winner } = row
  return {
    state: row.pass === 'rest' ? 'finished' : delayed,
    winning_content: winner === null ? null : { id: winner, name: nameOf(winner) },
    snapshots: report.snapshots.map(({ content_id: id, is_winner, taken_at, counts, ...snapshot }) => ({
      content: { id, name: nameOf(id), is_winner },
      snapshot: {
        ...snapshot,
        snapshot_group: 'decision',
        stat_id: row.id,
        taken_at: formatInstant(taken_at.getTime(), caller.time_zone),
        counts: summarize(sumCounts([counts])),
      },
    })),
  }
}

export function presentTemplate(row: CampaignRow, caller: Caller): z.input<typeof templateSchema> {
  return { ...recordOf(row, caller), contents: contentsOf(row), ...firstContentOf(row) }
}

function contentsOf({ contents }: CampaignRow) {
  return contents.map(({ attachment_ids: _ids, ...content }) => content)
}

function firstContentOf({ contents: [first] }: CampaignRow) {
  return {
    content_subject: first?.subject ?? '',
    email_format: first?.format ?? 'html',
    content_html: first?.html ?? '',
    content_text: first?.text ?? '',
  } as const
}

function elementOf(row: CampaignElementRow, caller: Caller) {
  return {
    id: row.id,
    name: row.name,
    mailing_list_id: row.mailing_list_id,
    mailing_list_name: row.mailing_list_name,
    organization_id: row.organization_id,
    organization_name: row.organization_name,
    segmentation_criteria_id: row.segmentation_criteria_id,
    archived: row.archived,
    created_at: formatInstant(row.created_at.getTime(), caller.time_zone),
    updated_at: formatInstant(row.updated_at.getTime(), caller.time_zone),
  }
}

function recordOf(row: CampaignRow, caller: Caller) {
  return {
    ...elementOf(row, caller),
    segmentation_criteria_name: row.segmentation_criteria_name,
    segmentation_criteria_remote_sql: row.segmentation_criteria_remote_sql,
    template: row.template,
    ...(row.has_dispatch ? { dispatch: dispatchOf(row, caller) } : {}),
  }
}

function progressOf(row: CampaignElementRow, { time_zone: zone }: Caller) {
  const format = (time: Date | null) => (time === null ? null : formatInstant(time.getTime(), zone))
  return {
    state: row.state,
    state_description: stateDescriptions[row.state],
    paused: row.paused,
    begins_at: format(row.begins_at),
    started_at: format(row.started_at),
    finished_at: format(row.finished_at),
  }
}

function dispatchOf(row: CampaignRow, caller: Caller): z.input<typeof dispatchSchema> {
  return {
    ...progressOf(row, caller),
    from_name: orNull(row.from_name),
    from_email: orNull(row.from_email),
    reply_to: orNull(row.reply_to),
    sender_email: orNull(row.sender_email),
    speed: row.speed,
    track_opens: row.track_opens,
    track_links: row.track_links,
    virtual_mta_id: row.virtual_mta_id ?? defaultRoute.id,
    virtual_mta_name: row.virtual_mta_name ?? defaultRoute.name,
    virtual_mta_type: row.virtual_mta_type ?? defaultRoute.type,
    url_domain_id: row.url_domain_id,
    url_domain_domain: row.url_domain_domain,
    bounce_email_user_id: row.bounce_email_user_id,
    bounce_email_domain_id: row.bounce_email_domain_id,
    bounce_email_email: row.bounce_email_email,
    seed_lists: row.seed_lists,
    seed_list_id: row.seed_lists[0]?.id ?? null,
    seed_list_name: row.seed_lists[0]?.name ?? null,
    special_sending_rule_id: row.special_sending_rule_id,
    special_sending_rule_name: row.special_sending_rule_name,
    time_zone_field_id: row.time_zone_field_id,
    time_zone_field_name: row.time_zone_field_name,
    first_begins_at: row.starts_at === null ? null : formatInstant(row.starts_at.getTime(), caller.time_zone),
    spread_hours: row.spread_hours,
    autowinner_enabled: row.autowinner_enabled,
    autowinner_percentage: row.autowinner_percentage,
    autowinner_delay_amount: row.autowinner_delay_amount,
    autowinner_delay_unit: row.autowinner_delay_unit,
    autowinner_metric: row.autowinner_metric,
  }
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
