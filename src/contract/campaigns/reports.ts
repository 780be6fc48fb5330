import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { given, whole } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { id, orBlank } from '../api/query.ts'

/** What is reported of a sent campaign in lists of its own: its links, and messages of unknown fate. */

const common = { tag: 'Campaigns', role: 'standard' } as const

const linkSchema = z
  .object({
    link_id: z.int(),
    url: z.string(),
    clicks_total: z.int(),
    clicks_unique: z.int().meta({ description: 'Subscribers who clicked this link.' }),
    clicks_unique_by_link: z.int().meta({ description: 'The same: a row is one link.' }),
  })
  .meta({ id: 'LinkStats' })

export const listLinkStats = endpoint({
  ...common,
  id: 'listLinkStats',
  permission: 'campaign.read_stats',
  method: 'GET',
  path: 'campaigns/:id/link_stats',
  aliases: ['campaigns/by_stat/:id/link_stats'],
  summary: 'The links of a campaign and their clicks, by lower-cased url, then id; none before it is sent',
  query: pageQuery.safeExtend({
    url: orBlank(z.string().max(2000)).meta({
      description: 'Only links with this url, without regard to case; `*` stands for any text.',
    }),
    content_id: orBlank(id).meta({ description: 'Only links of this content.' }),
  }),
  paged: 'page',
  data: z.object({
    all_unclicked_links_recorded: z
      .boolean()
      .meta({ description: 'Always true: links that nobody clicked are here too.' }),
    links: z.array(linkSchema),
  }),
})

export const uncertainFields = {
  subscriber_id: z.int(),
  email: z.string().nullable().meta({ description: 'null: the subscriber is gone.' }),
  message_id: z.string().nullable().meta({
    description:
      'To look for in the log of the mail server; null where the domain of the From address is a code.',
  }),
  since: z.iso.datetime({ offset: true }),
}

const uncertainSchema = z
  .object({
    ...uncertainFields,
    subscriber_id: z.int().meta({ description: '0: an address of a seed list.' }),
    content_id: z.int().nullable(),
  })
  .meta({ id: 'UncertainDelivery' })

export const listUncertainDeliveries = endpoint({
  ...common,
  id: 'listUncertainDeliveries',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'campaigns/:id/uncertain_deliveries',
  summary:
    'Messages of which nobody knows whether they left, because the sender or the connection died meanwhile; by subscriber',
  query: pageQuery,
  paged: 'page',
  data: z.array(uncertainSchema),
})

const idsMax = 10_000

export const resendInput = z.object({
  subscriber_ids: given(z.array(whole(0, Number.MAX_SAFE_INTEGER)).max(idsMax)).meta({
    description: 'Only those of these subscribers; 0: of seed lists. Absent: all.',
  }),
})
export type ResendInput = z.output<typeof resendInput>
export const resentSchema = z.object({
  resent: z.int().meta({ description: 'Messages that are sent again.' }),
})

export const resendUncertainDeliveries = endpoint({
  ...common,
  id: 'resendUncertainDeliveries',
  permission: 'campaign.send',
  method: 'POST',
  path: 'campaigns/:id/resend_uncertain',
  summary:
    'Send messages of unknown fate again: who got the first gets a repeat, with the same Message-ID, which many mail ' +
    'programs show once',
  body: resendInput,
  paged: 'none',
  data: resentSchema,
})
