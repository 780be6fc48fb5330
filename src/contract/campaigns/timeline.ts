import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice, whole } from '../api/fields.ts'

const instant = z.iso.datetime({ offset: true })

export const timelineCounts = ['sent', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed'] as const
export type TimelineCount = (typeof timelineCounts)[number]
export type TimelineCounts = Record<TimelineCount, number>

const counts = {
  sent: z.int().meta({ description: 'Messages.' }),
  opened: z.int().meta({ description: 'Subscribers who opened the message, each counted once.' }),
  clicked: z.int().meta({ description: 'Subscribers who clicked a link of the message, each counted once.' }),
  bounced: z.int().meta({ description: 'Subscribers whose message bounced, each counted once.' }),
  complained: z.int().meta({ description: 'Subscribers who called the message spam, each counted once.' }),
  unsubscribed: z
    .int()
    .meta({ description: 'Subscribers who unsubscribed by the message, each counted once.' }),
}

export const timelineSteps = ['hour', 'day'] as const
export type TimelineStep = (typeof timelineSteps)[number]

/** What is longer ago than a reader looks at: two weeks of hours, a year of days. */
export const timelinePeriodsMax: Record<TimelineStep, number> = { hour: 336, day: 366 }

const periods = Object.entries(timelinePeriodsMax).map(([step, most]) => `${most} ${step}s`)

export const timelineSchema = z
  .object({
    time_zone: z.string().meta({ description: "The organization's time zone, in which the periods begin." }),
    by: z.enum(timelineSteps),
    periods: z.array(z.object({ start: instant, ...counts })).meta({
      description: `One for each hour or day from the first event on, also where nothing happened: at most ${periods.join(' or ')}.`,
    }),
    later: z.object(counts).meta({ description: 'What happened after the last period.' }),
    undated: z
      .object(counts)
      .meta({ description: 'What was counted before the server recorded its time, or without a time.' }),
  })
  .meta({
    id: 'CampaignTimeline',
    description: 'The sum of periods, later and undated is the counter of the campaign.',
  })

const common = {
  tag: 'Campaigns',
  role: 'standard',
  permission: 'campaign.read_stats',
  method: 'GET',
  paged: 'none',
} as const

export const showCampaignTimeline = endpoint({
  ...common,
  id: 'showCampaignTimeline',
  path: 'campaigns/:id/timeline',
  summary: 'Show by hour or day what was sent, opened, clicked, bounced, called spam and unsubscribed',
  query: z.object({
    by: choice(timelineSteps)
      .default('hour')
      .meta({ description: 'The length of a period: hour or day. Default: hour.' }),
  }),
  data: timelineSchema,
})

const domainsMax = 100

const domainCounts = { ...counts, accepted: z.int().meta({ description: 'Messages that a server took.' }) }

export type DomainCounts = TimelineCounts & { accepted: number }

/** Of the list, by id: so many are read if reading all messages takes too long. */
export const campaignDomainsPeopleMax = 500_000

export const campaignDomainsSchema = z
  .object({
    is_exact: z.boolean().meta({
      description:
        'false: reading all messages takes too long. domains and other are of the messages to the 500,000 subscribers ' +
        'of the list with the smallest ids; all other messages are in unknown.',
    }),
    domains: z
      .array(z.object({ domain: z.string(), ...domainCounts }))
      .meta({ description: 'The domains with the most messages, then by name.' }),
    other: z
      .object({ domains: z.int().meta({ description: 'How many domains these are.' }), ...domainCounts })
      .meta({ description: 'The remaining domains together.' }),
    unknown: z.object(domainCounts).meta({
      description:
        'Seed addresses, and subscribers who were deleted since: their addresses are not known any more.',
    }),
  })
  .meta({
    id: 'CampaignDomains',
    description: 'The sum of domains, other and unknown is the counter of the campaign.',
  })

export const showCampaignDomains = endpoint({
  ...common,
  id: 'showCampaignDomains',
  path: 'campaigns/:id/domains',
  costly: true,
  summary: 'Show the results of a campaign by the domain of its receivers',
  query: z.object({
    limit: whole(1, domainsMax)
      .default(10)
      .meta({ description: `The number of domains to name, from 1 to ${domainsMax}. Default: 10.` }),
  }),
  data: campaignDomainsSchema,
})
