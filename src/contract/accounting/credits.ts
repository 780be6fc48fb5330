import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

const problem = `must be a whole number between 0 and ${Number.MAX_SAFE_INTEGER}`

/** Strict, because credits are money: a number, not a string. */
export const creditsInput = z.object({
  // Missing and wrong inputs get different messages.
  credits: z
    .int({ error: ({ input }) => (input === undefined ? undefined : problem) })
    .min(0, problem)
    .meta({ description: 'The number of credits. One credit pays for one message.' }),
})

export const sendingCreditsSchema = z
  .object({
    sending_credits: z.object({
      lifetime_messages_sent: z
        .int()
        .meta({ description: 'The number of messages ever sent, with or without credits.' }),
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
  summary: 'Show the sending credits of an organization with the quota mode fixed_credits',
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
  summary: 'Remove sending credits; fails if fewer are available',
})

export const setSendingCredits = endpoint({
  ...change,
  id: 'setSendingCredits',
  path: 'organizations/:id/set_sending_credits',
  summary: 'Set the number of available sending credits',
})
