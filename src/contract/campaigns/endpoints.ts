import { z } from 'zod'
import { contentLanguages } from './language.ts'
import { campaignChanges, campaignInput, contentFormats, duplicationInput } from './input.ts'
import { campaignParts, campaignStates, type CampaignState } from './states.ts'
import { blockDocumentAnswer } from '../blocks/schema.ts'
import { attachmentsAnswer } from '../resources/attachments.ts'
import { endpoint } from '../api/endpoint.ts'
import { autowinnerMetrics, delayUnits } from '../lists/input.ts'
import { remoteProgressSchema } from '../lists/remote-query.ts'
import { flag } from '../api/fields.ts'
import { wholeQuery } from '../api/paging.ts'
import { parameter, time } from '../api/query.ts'
import { statSummarySchema } from './stat-summary.ts'
import { versionResultsSchema } from './results/versions.ts'

const instant = z.iso.datetime({ offset: true })
const named = z.object({ id: z.int(), name: z.string() })

const progress = {
  state: z.enum(campaignStates),
  state_description: z.string(),
  paused: z
    .boolean()
    .meta({ description: 'Whether the campaign is paused: it does not start, or does not send.' }),
  begins_at: instant.nullable(),
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
}

export const contentSchema = z.object({
  id: z.int(),
  name: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  format: z.enum(contentFormats),
  language: z.enum(contentLanguages),
  document: blockDocumentAnswer,
  attachments: attachmentsAnswer,
})

const ofFirst = { description: 'Deprecated. Of the first content; see contents. Empty without one.' }

export const firstContentRecord = {
  content_subject: z.string().meta(ofFirst),
  email_format: z.enum(contentFormats).meta({
    description: 'Deprecated. The format of the first content; html without one.',
  }),
  content_html: z.string().meta(ofFirst),
  content_text: z.string().meta(ofFirst),
}

/** What a delete answers. */
export const deletedCampaignSchema = z.object({ campaign: named }).meta({ id: 'DeletedCampaign' })

export const dispatchSchema = z
  .object({
    ...progress,
    from_name: z.string().nullable(),
    from_email: z.string().nullable(),
    reply_to: z.string().nullable(),
    sender_email: z.string().nullable(),
    speed: z.int().meta({ description: 'The maximum number of messages per hour. 0: unlimited.' }),
    track_opens: z.boolean(),
    track_links: z.boolean(),
    virtual_mta_id: z
      .int()
      .meta({ description: 'The virtual MTA that sends the messages. 0: the System Default Route.' }),
    virtual_mta_name: z.string(),
    virtual_mta_type: z.string(),
    url_domain_id: z.int().nullable(),
    url_domain_domain: z.string().nullable(),
    bounce_email_user_id: z.int().nullable(),
    bounce_email_domain_id: z.int().nullable(),
    bounce_email_email: z.string().nullable(),
    seed_lists: z.array(named),
    seed_list_id: z.int().nullable().meta({ description: 'The first seed list; see seed_lists.' }),
    seed_list_name: z.string().nullable(),
    special_sending_rule_id: z.int().nullable(),
    special_sending_rule_name: z.string().nullable(),
    time_zone_field_id: z.int().nullable().meta({
      description:
        "The custom field with each recipient's time zone, in which begins_at counts. null: all at once.",
    }),
    time_zone_field_name: z.string().nullable(),
    first_begins_at: instant.nullable().meta({
      description: 'When the campaign begins for the first recipients, with a time zone field. null without.',
    }),
    spread_hours: z.int().nullable().meta({
      description: 'The hours over which messages are spread evenly. null: as fast as speed allows.',
    }),
    autowinner_enabled: z.boolean(),
    autowinner_percentage: z
      .string()
      .nullable()
      .meta({ description: 'A percentage with one or two decimals: 25.0.' }),
    autowinner_delay_amount: z.int().nullable(),
    autowinner_delay_unit: z.enum(delayUnits).nullable(),
    autowinner_metric: z.enum(autowinnerMetrics).nullable(),
  })
  .meta({ id: 'CampaignDispatch' })

const element = {
  id: z.int(),
  name: z.string(),
  mailing_list_id: z.int(),
  mailing_list_name: z.string(),
  organization_id: z.int(),
  organization_name: z.string(),
  segmentation_criteria_id: z.int().nullable(),
  archived: z.boolean(),
  created_at: instant,
  updated_at: instant,
}

export const campaignElementSchema = z
  .object({
    ...element,
    dispatch: z
      .object(progress)
      .optional()
      .meta({ description: 'Absent until the campaign has delivery settings.' }),
  })
  .meta({ id: 'CampaignElement' })

export const campaignRecord = {
  ...element,
  segmentation_criteria_name: z
    .string()
    .nullable()
    .meta({ description: 'null for a segment of this campaign alone.' }),
  segmentation_criteria_remote_sql: z
    .string()
    .nullable()
    .meta({ description: 'The query of a remote list.' }),
  template: z.boolean(),
  dispatch: dispatchSchema
    .optional()
    .meta({ description: 'Absent until the campaign has delivery settings.' }),
}

const snapshot = z.object({
  id: z.int(),
  snapshot_group: z.string().meta({ description: 'Snapshots of one decision have the same group.' }),
  stat_id: z.int(),
  stat_slice_id: z.int().nullable(),
  taken_at: instant,
  counts: statSummarySchema,
})

const winnerSelectionSchema = z
  .object({
    state: z.enum(['split_testing', 'decision_delay', 'finished']),
    winning_content: named.nullable(),
    snapshots: z.array(z.object({ content: named.extend({ is_winner: z.boolean() }), snapshot })),
  })
  .meta({ id: 'AutomaticWinnerSelection' })

const stat_id = z.int().meta({ description: 'The id in campaigns/by_stat.' })
const stat_slice_id = z
  .int()
  .nullable()
  .meta({ description: 'null until a message with this content was sent.' })

const ofCampaign = statSummarySchema.extend({ stat_id }).meta({ id: 'CampaignStatSummary' })
const ofContent = statSummarySchema.extend({ stat_slice_id }).meta({ id: 'ContentStatSummary' })
const shown = {
  description: 'null before the campaign starts, and for users without the permission campaign.read_stats.',
}

export const campaignSchema = z
  .object({
    ...campaignRecord,
    content_determined: z
      .boolean()
      .meta({ description: 'Whether the campaign has contents, each with the parts that its format needs.' }),
    active_html_editor: z.string(),
    error_message: z.string().nullable().meta({ description: 'Why the campaign failed.' }),
    waiting_for: z.string().meta({
      description: 'What a sending campaign waits for, or why the server paused it. Empty otherwise.',
    }),
    missing: z.array(z.enum(campaignParts)).meta({
      description: 'What an idle campaign needs before it can be scheduled. Empty otherwise.',
    }),
    uncertain_count: z.int().meta({
      description: 'The number of messages that may or may not have left; see uncertain_deliveries.',
    }),
    remote_query: remoteProgressSchema.nullable().meta({
      description:
        'The rows of the query of a remote list, once it is run. null on other lists, and for users without the permission campaign.read_stats.',
    }),
    campaign_contents: z.array(contentSchema),
    ...firstContentRecord,
    stat_id,
    stat_summary: ofCampaign.nullable().meta(shown),
    content_stats: z.array(
      z.object({
        content: named,
        stat_slice_id,
        stat_summary: ofContent.nullable().meta(shown),
      }),
    ),
    engine_sendid: z
      .string()
      .optional()
      .meta({ description: 'The sendid of the events of the campaign. Present with include_engine_sendid.' }),
    automatic_winner_selection: winnerSelectionSchema
      .nullable()
      .meta({ description: 'null if the campaign does not choose a winner.' }),
    version_results: versionResultsSchema.nullable().meta({
      description:
        'The versions compared. null with one content, before the campaign starts, and for users without the permission campaign.read_stats.',
    }),
  })
  .meta({ id: 'Campaign' })

export const states = parameter<CampaignState[]>(
  (text) => {
    const named = text.split(',').map((word) => campaignStates.find((state) => state === word.trim()))
    return named.every((state) => state !== undefined) ? named : null
  },
  `must be one or more of ${campaignStates.join(', ')}`,
).meta({ type: 'string' })

const common = { tag: 'Campaigns', role: 'standard', paged: 'none' } as const

export const listCampaigns = endpoint({
  ...common,
  id: 'listCampaigns',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/campaigns',
  summary: 'List the campaigns of a mailing list, except templates, by id',
  query: wholeQuery.safeExtend({
    started_at__start: time('start', 'The earliest start of the campaigns'),
    started_at__end: time('end', 'The latest start of the campaigns'),
    state: states.optional().meta({
      description: `Return campaigns in one of these states, separated by commas: ${campaignStates.join(', ')}.`,
    }),
  }),
  paged: 'page',
  data: z.array(campaignElementSchema),
})

export const createCampaign = endpoint({
  ...common,
  id: 'createCampaign',
  permission: 'campaign.create',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/campaigns',
  summary:
    'Create a campaign, which is scheduled once it has a segment, contents, delivery settings and begins_at',
  wrapper: 'campaign',
  beside: duplicationInput,
  body: campaignInput,
  data: campaignSchema,
})

const one = {
  ...common,
  path: 'campaigns/:id',
  aliases: ['mailing_lists/:mailing_list_id/campaigns/:id', 'campaigns/by_stat/:id'],
} as const

export const showCampaign = endpoint({
  ...one,
  id: 'showCampaign',
  method: 'GET',
  summary: 'Show a campaign',
  query: z.object({
    include_engine_sendid: flag
      .optional()
      .meta({ description: 'Whether to return engine_sendid. Default: false.' }),
  }),
  data: campaignSchema,
})

export const updateCampaign = endpoint({
  ...one,
  id: 'updateCampaign',
  versioned: true,
  permission: 'campaign.update',
  method: 'PUT',
  summary: 'Update a campaign that has not started; attributes that are not given keep their values',
  wrapper: 'campaign',
  body: campaignChanges,
  data: campaignSchema,
})

export const deleteCampaign = endpoint({
  ...one,
  aliases: ['mailing_lists/:mailing_list_id/campaigns/:id'],
  id: 'deleteCampaign',
  versioned: true,
  permission: 'campaign.delete',
  method: 'DELETE',
  summary: 'Delete a campaign that is idle or was cancelled before it started',
  data: deletedCampaignSchema,
})

const change = {
  ...common,
  permission: 'campaign.update_state',
  method: 'POST',
  data: campaignSchema,
} as const

export const pauseCampaign = endpoint({
  ...change,
  id: 'pauseCampaign',
  versioned: true,
  path: 'campaigns/:id/pause',
  aliases: ['mailing_lists/:mailing_list_id/campaigns/:id/pause', 'campaigns/by_stat/:id/pause'],
  summary: 'Pause an unfinished campaign, so that it does not start or stops sending',
})

export const resumeCampaign = endpoint({
  ...change,
  id: 'resumeCampaign',
  versioned: true,
  path: 'campaigns/:id/resume',
  aliases: ['mailing_lists/:mailing_list_id/campaigns/:id/resume', 'campaigns/by_stat/:id/resume'],
  summary: 'Resume a paused campaign',
})

export const cancelCampaign = endpoint({
  ...change,
  id: 'cancelCampaign',
  versioned: true,
  path: 'campaigns/:id/cancel',
  aliases: ['mailing_lists/:mailing_list_id/campaigns/:id/cancel', 'campaigns/by_stat/:id/cancel'],
  summary: 'Cancel an unfinished campaign for good',
})
