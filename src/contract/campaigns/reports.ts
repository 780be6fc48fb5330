import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { given, whole } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { id, orBlank } from '../api/query.ts'

const common = { tag: 'Campaigns', role: 'standard' } as const

const linkSchema = z
  .object({
    link_id: z.int(),
    url: z.string(),
    clicks_total: z.int(),
    clicks_unique: z.int().meta({ description: 'The number of subscribers who clicked this link.' }),
    clicks_unique_by_link: z.int().meta({ description: 'The same as clicks_unique.' }),
  })
  .meta({ id: 'LinkStats' })

export const listLinkStats = endpoint({
  ...common,
  id: 'listLinkStats',
  permission: 'campaign.read_stats',
  method: 'GET',
  path: 'campaigns/:id/link_stats',
  costly: true,
  aliases: ['campaigns/by_stat/:id/link_stats'],
  summary: 'List the links of a campaign and their clicks, by lower-case URL and id; empty before it is sent',
  query: pageQuery.safeExtend({
    url: orBlank(z.string().max(2000)).meta({
      description: 'Return links with this URL. Case is ignored; `*` matches any text.',
    }),
    content_id: orBlank(id).meta({ description: 'Return links of this content.' }),
  }),
  paged: 'page',
  data: z.object({
    all_unclicked_links_recorded: z
      .boolean()
      .meta({ description: 'Always true: links without clicks are included.' }),
    links: z.array(linkSchema),
  }),
})

export const uncertainFields = {
  subscriber_id: z.int(),
  email: z.string().nullable().meta({ description: 'null if the subscriber was deleted.' }),
  message_id: z.string().nullable().meta({
    description:
      'The Message-ID, as in the log of the mail server. null if the domain of the From address is a code.',
  }),
  since: z.iso.datetime({ offset: true }),
}

const uncertainSchema = z
  .object({
    ...uncertainFields,
    subscriber_id: z.int().meta({ description: '0 for an address of a seed list.' }),
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
    'List the uncertain messages of a campaign, which may or may not have left because the sender or the connection ' +
    'died, by subscriber',
  query: pageQuery,
  paged: 'bounded page',
  data: z.array(uncertainSchema),
})

const idsMax = 10_000

export const resendInput = z.object({
  subscriber_ids: given(z.array(whole(0, Number.MAX_SAFE_INTEGER)).max(idsMax)).meta({
    description: 'Resend only messages to these subscribers; 0 stands for seed lists. Default: all.',
  }),
})
export type ResendInput = z.output<typeof resendInput>
export const resentSchema = z.object({
  resent: z.int().meta({ description: 'The number of messages that are sent again.' }),
})

export const resendUncertainDeliveries = endpoint({
  ...common,
  id: 'resendUncertainDeliveries',
  permission: 'campaign.send',
  method: 'POST',
  path: 'campaigns/:id/resend_uncertain',
  summary:
    'Resend the uncertain messages of a campaign; some subscribers may get the message twice, with the same Message-ID',
  body: resendInput,
  paged: 'none',
  data: resentSchema,
})
