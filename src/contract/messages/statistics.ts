import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { time } from '../api/query.ts'

const counts = {
  accepted: z.int(),
  bounced: z.int(),
  skipped: z.int(),
  uncertain: z.int(),
  opened: z.int(),
  clicked: z.int(),
  complained: z.int(),
  unsubscribed: z.int(),
}

const common = {
  tag: 'Messages',
  role: 'standard',
  permission: 'message.read',
  method: 'GET',
  paged: 'none',
} as const

const range = z.object({
  time__start: time('start', 'The beginning, at most a year before the end. Default: 30 days ago'),
  time__end: time('end', 'The end. Default: now'),
})

export const showMessageStreamStatistics = endpoint({
  ...common,
  id: 'showMessageStreamStatistics',
  path: 'message_streams/:id/statistics',
  summary: "Report the messages of a stream, by day in the organization's time zone",
  query: range,
  data: z
    .object({
      total: z.object(counts),
      days: z.array(z.object({ day: z.iso.date(), ...counts })),
    })
    .meta({ id: 'MessageStreamStatistics' }),
})

/** What has not ended, or may have arrived. */
export const openStates = ['queued', 'sending', 'deferred', 'uncertain'] as const

/** Of each state in an organization: counting more takes long. */
export const openMax = 100_000

const open = {
  queued: z.int(),
  sending: z.int(),
  deferred: z.int(),
  uncertain: z.int(),
  is_exact: z.boolean().meta({
    description: `Whether all were counted. false: there are at least so many; counting ends at ${openMax} of a state.`,
  }),
}

export const listMessageStatistics = endpoint({
  ...common,
  id: 'listMessageStatistics',
  path: 'messages/statistics',
  costly: true,
  summary:
    'Report the messages of each stream: what was counted between two times, and what is in which state now',
  query: range,
  data: z.array(
    z
      .object({
        stream_id: z.int(),
        stream: z.string(),
        total: z.object(counts),
        now: z.object(open).meta({ description: 'How many are in each state that is not final.' }),
      })
      .meta({ id: 'MessageStatistics' }),
  ),
})
