import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'

/** The average is of so many campaigns at most. */
export const comparedMax = 20

const sums = z.object({
  sent: z.int(),
  accepted: z.int(),
  opened: z.int(),
  clicked: z.int(),
  bounced: z.int(),
  complained: z.int(),
  unsubscribed: z.int(),
})

export const showCampaignComparison = endpoint({
  id: 'showCampaignComparison',
  tag: 'Campaigns',
  role: 'standard',
  permission: 'campaign.read_stats',
  method: 'GET',
  path: 'campaigns/:id/comparison',
  summary: `Show what a campaign is compared with: the sums of up to ${comparedMax} campaigns of the list before it, and how the list has grown since`,
  paged: 'none',
  data: z
    .object({
      campaigns: z.int().meta({
        description:
          'How many campaigns of the list, which started before this one and have sent something, the sums are of.',
      }),
      sums,
      list: z.object({
        active_before: z.int().nullable().meta({
          description:
            'Active subscribers at the end of the last day, in UTC, before the campaign started. null: not recorded.',
        }),
        active_now: z.int(),
      }),
    })
    .meta({ id: 'CampaignComparison' }),
})

export type CampaignComparison = z.output<(typeof showCampaignComparison)['data']>
