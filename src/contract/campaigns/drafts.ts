import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { campaignSchema } from './endpoints.ts'

/** What was changed of a scheduled campaign, and leaves only once it is scheduled again. */
export const campaignDraftSchema = z
  .object({
    campaign_id: z.int(),
    changes: z.record(z.string(), z.unknown()).meta({
      description: 'Attributes of the campaign as they would be given to change it.',
    }),
    updated_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'CampaignDraft' })

const one = {
  tag: 'Campaigns',
  role: 'standard',
  paged: 'none',
  path: 'campaigns/:id/draft',
} as const

export const showCampaignDraft = endpoint({
  ...one,
  id: 'showCampaignDraft',
  method: 'GET',
  summary: 'Show the draft beside a scheduled campaign; null if it has none',
  data: campaignDraftSchema.nullable(),
})

export const saveCampaignDraft = endpoint({
  ...one,
  id: 'saveCampaignDraft',
  versioned: true,
  permission: 'campaign.update',
  method: 'PUT',
  summary:
    'Save changes of a scheduled campaign beside it: what leaves at its time is what was scheduled last',
  wrapper: 'draft',
  body: z.object({
    changes: z.record(z.string(), z.unknown()).meta({
      description:
        'Attributes of the campaign, as for changing it. They replace those that were kept before, and are checked when the campaign is scheduled again.',
    }),
  }),
  data: campaignDraftSchema,
})

export const deleteCampaignDraft = endpoint({
  ...one,
  id: 'deleteCampaignDraft',
  permission: 'campaign.update',
  method: 'DELETE',
  summary: 'Discard the draft beside a scheduled campaign',
  data: z.null(),
})

export const scheduleCampaignDraft = endpoint({
  ...one,
  id: 'scheduleCampaignDraft',
  versioned: true,
  permission: 'campaign.update',
  method: 'POST',
  path: 'campaigns/:id/draft/schedule',
  summary: 'Change the campaign by its draft, which is gone afterwards: schedule it again',
  data: campaignSchema,
})
