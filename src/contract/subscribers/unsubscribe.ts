import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { text } from '../api/fields.ts'
import { parseIp } from '../values/ip.ts'
import { subscriberSchema } from './endpoints.ts'

/** null and "": unknown. */
const ipInput = text(100)
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null || value.trim() === '') return null
    const ip = parseIp(value)
    if (ip !== null) return ip
    context.addIssue('is not an IP address')
    return z.NEVER
  })

export const unsubscribeSubscriber = endpoint({
  id: 'unsubscribeSubscriber',
  tag: 'Subscribers',
  role: 'standard',
  permission: 'subscriber.update',
  method: 'POST',
  path: 'subscribers/unsubscribe',
  aliases: ['mailing_lists/:mailing_list_id/subscribers/unsubscribe'],
  summary: 'Unsubscribe the reader of a message, exactly as its unsubscribe link does',
  wrapper: 'unsubscribe',
  body: z.object({
    token: text(1000).meta({ description: 'The value of %%unsubscribe_token%% in the message.' }),
    ip: ipInput.meta({ description: 'The IP address of the reader.' }),
  }),
  paged: 'none',
  data: subscriberSchema,
})
