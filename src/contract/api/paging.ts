import { z } from 'zod'
import { apart, count, filter } from './query.ts'

const perPageDefault = 100
const perPageMax = 500

export const pageQuery = z
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

export const tokenQuery = apart(
  pageQuery.safeExtend({
    page_token: filter('The next_page_token of the previous answer. It cannot be combined with page.'),
  }),
  'page',
  'page_token',
)

export type PageRequest = { page: number; perPage: number; offset: number }

export function pageOf({ page = 0, per_page: perPage }: z.output<typeof pageQuery>): PageRequest {
  return { page, perPage, offset: page * perPage }
}

export function pagingOf(request: PageRequest, recordCount: number) {
  return {
    page: request.page,
    per_page: request.perPage,
    num_records: recordCount,
    num_pages: Math.ceil(recordCount / request.perPage),
  }
}
