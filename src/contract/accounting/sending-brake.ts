import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { whole } from '../api/fields.ts'

/** In percent of the counted messages. The brake pauses an organization's sending (docs/administration.md). */
export const brakeDefaults = { bounceLimit: 10, complaintLimit: 0.5, messagesMin: 500 } as const

/** Messages per counter step, and the number of steps that count. */
export const brakeStep = 500
export const brakeSteps = 10

const problem = 'must be a number between 0 and 100 with at most two decimals'
const percentage = z
  .union([z.number(), z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, problem)], problem)
  .transform(Number)
  .refine((value) => value >= 0 && value <= 100 && Number(value.toFixed(2)) === value, problem)
  .nullable()
  .optional()

export const brakeInput = z.object({
  bounce_limit: percentage.meta({
    description: `The percentage of hard bounces that sending may have. 0: no limit. null: ${brakeDefaults.bounceLimit}.`,
  }),
  complaint_limit: percentage.meta({
    description: `The percentage of complaints that sending may have. 0: no limit. null: ${brakeDefaults.complaintLimit}.`,
  }),
  messages_min: whole(1, brakeStep * brakeSteps)
    .nullable()
    .optional()
    .meta({
      description: `How many messages must have been counted before a limit applies. null: ${brakeDefaults.messagesMin}.`,
    }),
})

export type BrakeInput = z.output<typeof brakeInput>

const share = z.number().nullable()

export const sendingBrakeSchema = z
  .object({
    braked: z
      .boolean()
      .meta({ description: 'Whether sending is paused until a system administrator releases it.' }),
    braked_at: z.iso.datetime({ offset: true }).nullable(),
    reason: z.string().meta({ description: 'Why sending is paused. Otherwise empty.' }),
    messages: z.int().meta({
      description: `The messages that are counted: about the last ${brakeStep * brakeSteps}, or those since the release.`,
    }),
    hard_bounces: z.int(),
    complaints: z.int(),
    bounce_rate: share.meta({ description: 'Hard bounces per 100 messages. null without messages.' }),
    complaint_rate: share.meta({ description: 'Complaints per 100 messages. null without messages.' }),
    bounce_limit: z.number().meta({ description: '0: no limit.' }),
    complaint_limit: z.number().meta({ description: '0: no limit.' }),
    messages_min: z.int(),
  })
  .meta({ id: 'SendingBrake' })

const common = { tag: 'Sending brake', paged: 'none', data: sendingBrakeSchema } as const
const path = 'organizations/:id/sending_brake'

export const showOwnSendingBrake = endpoint({
  ...common,
  id: 'showOwnSendingBrake',
  role: 'organization_admin',
  method: 'GET',
  path: 'sending_brake',
  summary:
    'Show the sending brake of the organization: what is counted, its limits, whether sending is paused',
})

export const showSendingBrake = endpoint({
  ...common,
  id: 'showSendingBrake',
  role: 'system_admin',
  method: 'GET',
  path,
  summary: 'Show the sending brake of an organization',
})

export const updateSendingBrake = endpoint({
  ...common,
  id: 'updateSendingBrake',
  role: 'system_admin',
  method: 'PUT',
  path,
  summary: 'Change the limits of the sending brake of an organization; sending that is paused stays paused',
  wrapper: 'sending_brake',
  body: brakeInput,
})

export const releaseSendingBrake = endpoint({
  ...common,
  id: 'releaseSendingBrake',
  role: 'system_admin',
  method: 'POST',
  path: 'organizations/:id/sending_brake/release',
  summary: 'Let an organization send again; its counters begin anew',
})
