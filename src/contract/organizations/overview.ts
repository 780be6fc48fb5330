import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { jobSchema } from '../jobs/list.ts'

const instant = z.iso.datetime({ offset: true })

export const concernKinds = [
  'sending_paused',
  'campaign_waits',
  'campaign_failed',
  'import_failed',
  'sender_domain_unproven',
  'sender_domain_missing',
  'dkim_record_missing',
  'autoresponder_waits',
  'webhook_failing',
  'webhook_off',
] as const
export type ConcernKind = (typeof concernKinds)[number]

const concern = z.object({
  kind: z.enum(concernKinds).meta({
    description:
      'sending_paused: by the sending brake. campaign_waits: it is sending, but for what detail names. campaign_failed, import_failed: within 7 days. sender_domain_unproven: messages as this domain may be refused. sender_domain_missing: the record of a proven domain is gone. dkim_record_missing: that of a key that signs is gone, or was not found within a day. autoresponder_waits: its messages are due, but wait for what detail names. webhook_failing: the last attempt failed. webhook_off: it was switched off after one that failed.',
  }),
  id: z.int().nullable().meta({
    description: 'Of the campaign, import, domain, key, autoresponder or webhook; null for the brake.',
  }),
  name: z
    .string()
    .meta({ description: 'Of the campaign, file, domain, autoresponder or webhook; empty for the brake.' }),
  detail: z.string().meta({ description: 'The reason, as far as it is known.' }),
  at: instant,
})

const figures = z.object({
  id: z.int(),
  name: z.string(),
  started_at: instant,
  recipients: z.int(),
  sent: z.int().meta({ description: 'The messages that mail servers accepted.' }),
  opened: z.int().meta({ description: 'The subscribers who opened it.' }),
  clicked: z.int().meta({ description: 'The subscribers who clicked.' }),
  left: z.int().meta({ description: 'The subscribers who unsubscribed by it.' }),
})

export const overviewSchema = z
  .object({
    running: z.array(jobSchema).meta({
      description:
        'Unfinished imports, exports, bulk changes and campaigns, at most 10, as far as the caller may see them. Without the permission campaign.read_stats, progress_value of a campaign is 0 and progress_total null.',
    }),
    attention: z
      .array(concern)
      .meta({ description: 'What an administrator or a sender should look at, latest first, at most 10.' }),
    campaigns: z.array(figures).nullable().meta({
      description: 'The figures of the last five campaigns. null without the permission campaign.read_stats.',
    }),
    growth: z.object({
      active: z.int().meta({ description: 'The active subscribers of all lists, now.' }),
      days: z.array(z.object({ day: z.iso.date(), active: z.int() })).meta({
        description:
          'The active subscribers at the end of each of the last 30 days in UTC that were counted.',
      }),
      lists: z
        .array(
          z.object({
            id: z.int(),
            name: z.string(),
            active: z.int(),
            before: z.int().nullable().meta({
              description: 'At the end of the first of these days. null: the list was not counted then.',
            }),
          }),
        )
        .meta({ description: 'The five largest lists.' }),
    }),
    is_new: z
      .boolean()
      .meta({ description: 'Whether the organization has no subscribers, imports or campaigns yet.' }),
  })
  .meta({ id: 'Overview' })

export type Overview = z.input<typeof overviewSchema>

export const showOverview = endpoint({
  id: 'showOverview',
  method: 'GET',
  path: 'overview',
  tag: 'Overview',
  role: 'standard',
  paged: 'none',
  summary: 'Show what is running, what needs attention, the last figures and the growth of the lists',
  data: overviewSchema,
})
