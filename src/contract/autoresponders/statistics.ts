import { z } from 'zod'
import { formatDate } from '../times/calendar.ts'
import { endpoint } from '../api/endpoint.ts'
import { badRequest } from '../api/errors.ts'
import { day, orBlank } from '../api/query.ts'
import { statSummarySchema } from '../campaigns/stat-summary.ts'

const date = day('YYYYMMDD').meta({ type: 'string', pattern: '^[0-9]{8}$', example: '20260131' })

const statisticsQuery = z.object({
  start_date: orBlank(date).meta({
    description:
      "The first day of the report, YYYYMMDD, in the organization's time zone. Default: from the beginning.",
  }),
  end_date: orBlank(date).meta({ description: 'The last day of the report, YYYYMMDD. Default: up to now.' }),
})

export const showAutoresponderStatistics = endpoint({
  id: 'showAutoresponderStatistics',
  tag: 'Autoresponders',
  role: 'standard',
  permission: 'autoresponder.read_stats',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/statistics',
  costly: true,
  summary: 'Show the statistics of an autoresponder; each event counts on the day on which it happened',
  query: statisticsQuery,
  paged: 'none',
  data: statSummarySchema,
})

/** `YYYY-MM-DD`, both included; null: no bound. @throws AppError `invalid_request`. */
export function readStatisticsDays({ start_date: from, end_date: to }: z.output<typeof statisticsQuery>): {
  start: string | null
  end: string | null
} {
  const start = from === undefined ? null : formatDate(from)
  const end = to === undefined ? null : formatDate(to)
  if (start !== null && end !== null && end < start) {
    throw badRequest('end_date must not be before start_date')
  }
  return { start, end }
}
