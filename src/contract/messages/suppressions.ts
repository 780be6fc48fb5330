import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { pageQuery } from '../api/paging.ts'
import { filter } from '../api/query.ts'
import { addressInput } from './input.ts'

export const suppressionReasons = ['bounced', 'complained', 'unsubscribed', 'added'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export const messageSuppressionSchema = z
  .object({
    email: z.string().meta({ description: 'In lower case. Of an erased address, its SHA-256.' }),
    reason: z.enum(suppressionReasons),
    created_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'MessageSuppression' })

const common = { tag: 'Messages', role: 'standard', paged: 'none' } as const
const path = 'message_streams/:id/suppressions'

export const listMessageSuppressions = endpoint({
  ...common,
  id: 'listMessageSuppressions',
  permission: 'message.read',
  method: 'GET',
  path,
  summary: 'List the addresses that get no messages of a stream, by address',
  query: pageQuery.safeExtend({ email: filter('Return the entry of this address.') }),
  paged: 'bounded page',
  data: z.array(messageSuppressionSchema),
})

export const createMessageSuppression = endpoint({
  ...common,
  id: 'createMessageSuppression',
  permission: 'message_stream.update',
  method: 'POST',
  path,
  summary:
    'Add an address to the suppressed ones of a stream; one that is suppressed already keeps its reason',
  wrapper: 'suppression',
  body: z.object({
    email: addressInput.meta({ description: 'The address that gets no further messages of the stream.' }),
  }),
  data: messageSuppressionSchema,
})

export const deleteMessageSuppression = endpoint({
  ...common,
  id: 'deleteMessageSuppression',
  permission: 'message_stream.update',
  method: 'DELETE',
  path: `${path}/:email`,
  summary: 'Remove an address from the suppressed ones of a stream',
  data: z.null(),
})
