import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { day } from '../api/query.ts'

const time = z.iso.datetime({ offset: true })

export const messagesSentSchema = z
  .object({
    report: z.array(
      z.object({
        time_period_start: time,
        time_period_end: time.meta({
          description: "The last second of the period, 23:59:59 in the organization's time zone.",
        }),
        autoresponder_id: z.int().nullable(),
        autoresponder_name: z.string().nullable(),
        campaign_id: z.int().nullable(),
        campaign_name: z.string().nullable(),
        messages_sent: z.int(),
      }),
    ),
  })
  .meta({ id: 'MessagesSentReport' })

export type MessagesSentRow = z.output<typeof messagesSentSchema>['report'][number]

export type ReportQuery = z.output<typeof reportQuery>

export const messagesSentColumns = [
  'Time Period Start',
  'Time Period End',
  'Organization ID',
  'Organization Name',
  'Campaign ID',
  'Campaign Name',
  'Autoresponder ID',
  'Autoresponder Name',
  'Messages Sent',
] as const

// Outside these years, days have odd offsets or dates that cannot be written.
const date = day('YYYY-MM-DD', { from: 1980, to: 9990 }).meta({ type: 'string', format: 'date' })
const described = (description: string) => date.optional().meta({ description })

export const reportQuery = z.object({
  start_date: described(
    'The first day of the report, YYYY-MM-DD. A monthly report starts on the first day of that month. Default: the first day of the month before last.',
  ),
  end_date: described(
    'The last day of the report, at most 5 years after start_date. Default: the last day of this month.',
  ),
})

const report = {
  tag: 'Organizations',
  role: 'organization_admin',
  method: 'GET',
  query: reportQuery,
  paged: 'none',
} as const

const csv = { ...report, data: z.string(), plain: ['text/csv'] } as const

export const dailyMessagesSent = endpoint({
  ...report,
  id: 'dailyMessagesSent',
  path: 'organizations/:organization_id/messages_sent/daily',
  costly: true,
  summary: 'Report the messages sent per day, by campaign and autoresponder',
  data: messagesSentSchema,
})

export const monthlyMessagesSent = endpoint({
  ...report,
  id: 'monthlyMessagesSent',
  path: 'organizations/:organization_id/messages_sent/monthly',
  costly: true,
  summary: 'Report the messages sent per calendar month, by campaign and autoresponder',
  data: messagesSentSchema,
})

export const dailyMessagesSentCsv = endpoint({
  ...csv,
  id: 'dailyMessagesSentCsv',
  path: 'organizations/:organization_id/messages_sent/daily.csv',
  costly: true,
  summary: 'Report the messages sent per day as CSV',
})

export const monthlyMessagesSentCsv = endpoint({
  ...csv,
  id: 'monthlyMessagesSentCsv',
  path: 'organizations/:organization_id/messages_sent/monthly.csv',
  costly: true,
  summary: 'Report the messages sent per calendar month as CSV',
})
