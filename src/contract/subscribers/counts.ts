import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

const counts = z.object({
  active: z.int(),
  bounced: z.int(),
  unsubscribed: z.int(),
  scomp: z.int(),
  deactivated: z.int(),
})

const named = z.object({ id: z.int(), name: z.string() })

export const subscriberCountsSchema = z
  .object({
    organization: named,
    counts,
    mailing_lists: z.array(z.object({ mailing_list: named, counts })),
  })
  .meta({ id: 'SubscriberCounts' })

export type SubscriberCounts = z.output<typeof subscriberCountsSchema>

const show = { tag: 'Subscribers', method: 'GET', paged: 'none', data: subscriberCountsSchema } as const

export const showSubscriberCounts = endpoint({
  ...show,
  id: 'showSubscriberCounts',
  role: 'standard',
  path: 'subscriber_counts',
  summary: 'Count the subscribers of the organization and of each mailing list, by status',
})

export const showSubscriberCountsOfOrganization = endpoint({
  ...show,
  id: 'showSubscriberCountsOfOrganization',
  role: 'system_admin',
  path: 'organizations/:organization_id/subscriber_counts',
  summary: 'Count the subscribers of an organization and of each of its mailing lists, by status',
})
