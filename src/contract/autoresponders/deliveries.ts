import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { resendInput, resentSchema, uncertainFields } from '../campaigns/reports.ts'
import { pageQuery } from '../api/paging.ts'

/** Messages of autoresponders of which nobody knows whether they left: as for campaigns. */

const common = { tag: 'Autoresponders', role: 'standard' } as const

export const listUncertainAutoresponderDeliveries = endpoint({
  ...common,
  id: 'listUncertainAutoresponderDeliveries',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/uncertain_deliveries',
  summary:
    'Messages of which nobody knows whether they left, because the sender or the connection died meanwhile; by ' +
    'subscriber, one for each time the autoresponder was set off',
  query: pageQuery,
  paged: 'page',
  data: z.array(z.object(uncertainFields).meta({ id: 'UncertainAutoresponderDelivery' })),
})

export const resendUncertainAutoresponderDeliveries = endpoint({
  ...common,
  id: 'resendUncertainAutoresponderDeliveries',
  permission: 'autoresponder.update_state',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/resend_uncertain',
  summary:
    'Send messages of unknown fate again, to those who are to get them still: who got the first gets a repeat, with ' +
    'the same Message-ID, which many mail programs show once. While the autoresponder is paused they wait',
  body: resendInput,
  paged: 'none',
  data: resentSchema,
})
