import { z } from 'zod'
import type { Estimate } from './figures.ts'
import { apart, count, filter } from './query.ts'

function queryOfPages(perPageDefault: number, perPageMax: number) {
  return z
    .object({
      page: count.optional().meta({ description: 'The page to return, counted from 0. Default: 0.' }),
      per_page: count
        .pipe(z.number().min(1).max(perPageMax))
        .default(perPageDefault)
        .meta({
          description: `The number of records per page, from 1 to ${perPageMax}. Default: ${perPageDefault}.`,
          minimum: 1,
          maximum: perPageMax,
        }),
    })
    .refine(({ page = 0, per_page }) => Number.isSafeInteger(page * per_page), 'page is too large')
}

export const pageQuery = queryOfPages(100, 500)

/** Clients of the contract read these lists by one call, without paging: what an organization has is on the first page. */
export const wholeQuery = queryOfPages(2000, 2000)

export const tokenQuery = apart(
  pageQuery.safeExtend({
    page_token: filter('The next_page_token of the previous answer. It cannot be combined with page.'),
  }),
  'page',
  'page_token',
)

/** Of records. Not exact: there are at least so many, and counting all of them takes too long. `estimate`: of all, if a sample was read. */
export type Count = { records: number; isExact: boolean; estimate?: Estimate | null }

export type PageRequest = { page: number; perPage: number; offset: number }

export function pageOf({ page = 0, per_page: perPage }: z.output<typeof pageQuery>): PageRequest {
  return { page, perPage, offset: page * perPage }
}

/** @param count a `Count` if the endpoint is paged `bounded`. */
export function pagingOf(request: PageRequest, count: number | Count) {
  const { records, ...bounded } = typeof count === 'number' ? { records: count } : boundedOf(count)
  return {
    page: request.page,
    per_page: request.perPage,
    num_records: records,
    num_pages: Math.ceil(records / request.perPage),
    ...bounded,
  }
}

function boundedOf({ records, isExact, estimate = null }: Count) {
  return { records, num_records_is_exact: isExact, num_records_estimate: estimate }
}
