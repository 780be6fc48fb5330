import { z } from 'zod'
import { AppError, badRequest } from './errors.ts'

export const perPageDefault = 100
export const perPageMax = 500

/** The paging parameters of a list (specification, section 1, point 5). */
export const pageQuery = z.object({
  page: z.string().optional().meta({ description: 'The page, from 0.', type: 'integer', minimum: 0 }),
  per_page: z.string().optional().meta({
    description: 'Records a page: default 100, maximum 500.',
    type: 'integer',
    minimum: 1,
    maximum: 500,
  }),
})

export const tokenQuery = pageQuery.extend({
  page_token: z
    .string()
    .optional()
    .meta({ description: 'The next_page_token of the previous answer; not together with page.' }),
})

export type PageRequest = { page: number; perPage: number; offset: number }
export type Query = Record<string, string | undefined>

/** @throws AppError `invalid_request` or, above the maximum, `requested_too_many`. */
export function readPage(query: Query): PageRequest {
  const page = wholeNumber('page', query['page'], 0)
  const perPage = readPerPage(query)
  if (page * perPage > Number.MAX_SAFE_INTEGER) throw badRequest('page is too large')
  return { page, perPage, offset: page * perPage }
}

export function readPerPage(query: Query): number {
  const perPage = wholeNumber('per_page', query['per_page'], perPageDefault)
  if (perPage < 1) throw badRequest('per_page must be at least 1')
  if (perPage > perPageMax) {
    throw new AppError('requested_too_many', `per_page must be at most ${perPageMax}`)
  }
  return perPage
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a whole number of 0 or more`)
  return Number(text)
}

/** The paging keys that stand beside `data` in an answer. */
export function pagingOf(request: PageRequest, recordCount: number) {
  return {
    page: request.page,
    per_page: request.perPage,
    num_records: recordCount,
    num_pages: Math.ceil(recordCount / request.perPage),
  }
}
