import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { flag } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { filter, id, ids, orBlank, time } from '../api/query.ts'
import { remoteProgressSchema } from '../lists/remote-query.ts'
import { campaignElementSchema, states } from './endpoints.ts'
import { campaignStatsSchema } from './system-list.ts'

export const campaignOverviewSchema = z
  .object({
    ...campaignElementSchema.shape,
    segmentation_criteria_name: z
      .string()
      .nullable()
      .meta({ description: 'null for a segment of this campaign alone.' }),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'The subject of the first content. null without one.' }),
    error_message: z.string().nullable().meta({ description: 'Why the campaign failed.' }),
    waiting_for: z.string().meta({
      description: 'What a sending campaign waits for, or why the server paused it. Empty otherwise.',
    }),
    stats: campaignStatsSchema.nullable().meta({
      description:
        'The counters. null before the campaign starts, and for users without the permission campaign.read_stats.',
    }),
    remote_query: remoteProgressSchema.nullable().meta({
      description:
        'The rows of the query of a remote list, once it is run. null on other lists, and for users without the permission campaign.read_stats.',
    }),
  })
  .meta({ id: 'CampaignOverview' })

const idsMax = 50

export const listAllCampaigns = endpoint({
  id: 'listAllCampaigns',
  tag: 'Campaigns',
  role: 'standard',
  method: 'GET',
  path: 'campaigns',
  summary: 'List the campaigns of all mailing lists with their counters, except templates, latest first',
  query: pageQuery.safeExtend({
    state: states.optional().meta({
      description:
        'Return campaigns in one of these states, separated by commas, as in the list of a mailing list.',
    }),
    mailing_list_id: orBlank(id).meta({ description: 'Return campaigns of this mailing list.' }),
    name_contains: filter('Return campaigns whose name contains this text. Case is ignored.'),
    ids: ids(idsMax)
      .optional()
      .meta({
        description: `Return these campaigns: at most ${idsMax} ids, separated by commas. Unknown ids are left out.`,
      }),
    archived: flag.optional().meta({
      description: 'Whether to return archived campaigns only, or only the others. Default: all.',
    }),
    started_at__start: time('start', 'The earliest start of the campaigns'),
    started_at__end: time('end', 'The latest start of the campaigns'),
  }),
  paged: 'page',
  data: z.array(campaignOverviewSchema),
})
