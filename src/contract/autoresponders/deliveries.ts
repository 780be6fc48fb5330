import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { resendInput, resentSchema, uncertainFields } from '../campaigns/reports.ts'
import { pageQuery } from '../api/paging.ts'

const common = { tag: 'Autoresponders', role: 'standard' } as const

export const listUncertainAutoresponderDeliveries = endpoint({
  ...common,
  id: 'listUncertainAutoresponderDeliveries',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/uncertain_deliveries',
  summary:
    'List the uncertain messages of an autoresponder, which may or may not have left because the sender or the ' +
    'connection died, by subscriber',
  query: pageQuery,
  paged: 'bounded page',
  data: z.array(z.object(uncertainFields).meta({ id: 'UncertainAutoresponderDelivery' })),
})

export const resendUncertainAutoresponderDeliveries = endpoint({
  ...common,
  id: 'resendUncertainAutoresponderDeliveries',
  permission: 'autoresponder.update_state',
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/resend_uncertain',
  summary:
    'Resend the uncertain messages of an autoresponder to subscribers who are still to get them; some may get the ' +
    'message twice, with the same Message-ID. While the autoresponder is paused, the messages wait',
  body: resendInput,
  paged: 'none',
  data: resentSchema,
})
