import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { flag } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { time } from '../api/query.ts'

const count = (description: string) => z.int().meta({ description })

const events = {
  total: count('All events, repeats included.'),
  unique: count('Unique by subscriber.'),
}

const subscribers_updated = count('Subscribers whose status changed because of such an event.')

/** A campaign sends before all of its recipients are counted. */
export const totalKinds = ['counting', 'about', 'exact'] as const

export const campaignStatsSchema = z
  .object({
    recipients: z.object({
      total: count('Selected for the campaign.'),
      total_is: z.enum(totalKinds).meta({
        description:
          'What total is. counting: at least so many, while they are counted beside the sending. about: they could not be counted in time, and it is estimated. exact.',
      }),
      sent: count('Were sent a message.'),
      skip: count('Left out by a special sending rule.'),
      remaining: count('Still to be handled: total - sent - skip.'),
    }),
    sent: z.object({
      total: count('Messages sent so far.'),
      accepted: count('Accepted by a remote server.'),
      bounced: z.int(),
      in_queue: count('Waiting to be delivered.'),
    }),
    skip: z.object({
      ssr_failure: count('Left out because a special sending rule failed.'),
      ssr_request: count('Left out because a special sending rule asked for it.'),
    }),
    open: z.object(events),
    click: z.object(events),
    bounce: z.object({ ...events, hard: z.int(), soft: z.int(), other: z.int(), subscribers_updated }),
    scomp: z.object({ ...events, subscribers_updated }),
    unsub: z.object({ ...events, subscribers_updated }),
  })
  .meta({ id: 'CampaignStats' })

export type CampaignStats = z.output<typeof campaignStatsSchema>

/** Started campaigns have left the states idle and scheduled. */
export const startedStates = ['sending', 'finished', 'failed', 'cancelled'] as const
export type StartedState = (typeof startedStates)[number]

const named = z.object({ id: z.int(), name: z.string() })

export const systemCampaignsSchema = z
  .object({
    campaign_report: z.array(
      z.object({
        organization: named,
        mailing_list: named,
        campaign: named.extend({
          state: z.enum(startedStates),
          paused: z.boolean().meta({ description: 'Whether the campaign is paused.' }),
          stats: campaignStatsSchema,
        }),
      }),
    ),
  })
  .meta({ id: 'SystemCampaigns' })

export type SystemCampaign = z.output<typeof systemCampaignsSchema>['campaign_report'][number]

export const listSystemCampaigns = endpoint({
  id: 'listSystemCampaigns',
  tag: 'System campaigns',
  role: 'system_admin',
  method: 'GET',
  path: 'system_campaigns',
  summary: 'List the started campaigns of all organizations, by start time',
  query: pageQuery.safeExtend({
    started_at__start: time('start', 'The earliest start of the campaigns'),
    started_at__end: time('end', 'The latest start of the campaigns'),
    exclude_active_campaigns: flag.optional().meta({
      description: 'Whether to return only finished, cancelled and failed campaigns. Default: false.',
    }),
  }),
  paged: 'page',
  data: systemCampaignsSchema,
})
