import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { text } from '../api/fields.ts'

/** Two years. */
export const longestPauseDays = 732

const time = z.iso.datetime({ offset: true }).nullable()

export const pauseSchema = z
  .object({
    paused_until: time.meta({ description: 'null: the subscriber does not pause.' }),
    paused_at: time,
  })
  .meta({ id: 'SubscriberPause' })

export type PauseRecord = z.output<typeof pauseSchema>

export const pauseInput = z.object({
  paused_until: text(100).nullable().meta({
    description:
      "The end of the pause, up to two years ahead, in the organization's time zone unless an offset is given. null ends the pause.",
  }),
})

const common = {
  tag: 'Preferences',
  role: 'standard',
  path: 'mailing_lists/:mailing_list_id/subscribers/:id/pause',
  paged: 'none',
  data: pauseSchema,
} as const

export const showSubscriberPause = endpoint({
  ...common,
  id: 'showSubscriberPause',
  permission: 'subscriber.read',
  method: 'GET',
  summary:
    'Show until when a subscriber pauses: no campaign and no autoresponder of the list reaches them until then',
})

export const updateSubscriberPause = endpoint({
  ...common,
  id: 'updateSubscriberPause',
  permission: 'subscriber.update',
  method: 'PUT',
  summary: 'Change the pause of a subscriber, or end it',
  wrapper: 'pause',
  body: pauseInput,
})
