import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

/** Sending credits: messages that an organization has paid for ahead (specification, sections 2.7 and 4.4). */

const problem = `must be a whole number between 0 and ${Number.MAX_SAFE_INTEGER}`

/** Money in all but name, so nothing is read into it: a number and no text. */
export const creditsInput = z.object({
  // An input that is missing is told from one that is wrong.
  credits: z.int({ error: ({ input }) => (input === undefined ? undefined : problem) }).min(0, problem),
})

export const sendingCreditsSchema = z
  .object({
    sending_credits: z.object({
      lifetime_messages_sent: z.int().meta({ description: 'Messages, whether they cost credits or not.' }),
      current_credits_available: z.int(),
    }),
  })
  .meta({ id: 'SendingCredits' })

export type SendingCredits = z.output<typeof sendingCreditsSchema>['sending_credits']

const common = {
  tag: 'Sending credits',
  role: 'system_admin',
  paged: 'none',
  data: sendingCreditsSchema,
} as const

export const showSendingCredits = endpoint({
  ...common,
  id: 'showSendingCredits',
  method: 'GET',
  path: 'organizations/:id/sending_credits',
  summary: 'The sending credits of an organization whose sending quota mode is fixed_credits',
})

const change = {
  ...common,
  method: 'PUT',
  body: creditsInput,
  optionalWrapper: 'sending_credits',
  idempotencyKey: true,
} as const

export const addSendingCredits = endpoint({
  ...change,
  id: 'addSendingCredits',
  path: 'organizations/:id/add_sending_credits',
  summary: 'Add sending credits',
})

export const removeSendingCredits = endpoint({
  ...change,
  id: 'removeSendingCredits',
  path: 'organizations/:id/remove_sending_credits',
  summary: 'Remove sending credits; refused when there are fewer',
})

export const setSendingCredits = endpoint({
  ...change,
  id: 'setSendingCredits',
  path: 'organizations/:id/set_sending_credits',
  summary: 'Set the available sending credits to a number',
})
