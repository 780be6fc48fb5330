import { z } from 'zod'
import { isCivilDate } from '../times/calendar.ts'
import { endpoint } from '../api/endpoint.ts'
import { badRequest } from '../api/errors.ts'
import type { Query } from '../api/paging.ts'
import { statSummarySchema } from '../campaigns/stat-summary.ts'

const day = (description: string) =>
  z.string().optional().meta({ description, pattern: '^[0-9]{8}$', example: '20260131' })

export const showAutoresponderStatistics = endpoint({
  id: 'showAutoresponderStatistics',
  tag: 'Autoresponders',
  role: 'standard',
  method: 'GET',
  path: 'mailing_lists/:mailing_list_id/autoresponders/:id/statistics',
  summary: 'What became of the messages of an autoresponder, counted on the day on which it happened',
  query: z.object({
    start_date: day(
      'YYYYMMDD, the earliest day on the calendar of the organization; default: from the beginning.',
    ),
    end_date: day('YYYYMMDD, the latest day, included; default: up to now.'),
  }),
  paged: 'none',
  data: statSummarySchema,
})

/** Days as `YYYY-MM-DD`, both included; null: no bound. @throws AppError `invalid_request`. */
export function readStatisticsDays(query: Query): { start: string | null; end: string | null } {
  const start = readDay('start_date', query['start_date'])
  const end = readDay('end_date', query['end_date'])
  if (start !== null && end !== null && end < start)
    throw badRequest('end_date must not be before start_date')
  return { start, end }
}

function readDay(name: string, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  const [, year = '', month = '', dayOfMonth = ''] = parts ?? []
  if (!isCivilDate({ year: Number(year), month: Number(month), day: Number(dayOfMonth) })) {
    throw badRequest(`${name} must be a date, YYYYMMDD`)
  }
  return `${year}-${month}-${dayOfMonth}`
}
