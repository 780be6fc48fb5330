import { searchedKey } from '../values/email.ts'
import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { pageQuery } from '../api/paging.ts'
import { filter, id } from '../api/query.ts'
import { isStorable } from '../values/text.ts'
import { subscriberOnListSchema } from './endpoints.ts'
import { personFilters } from './filters.ts'

/** Larger results are counted up to here only: a caller that types needs no exact number. */
export const countedMax = 1_000

const searchText = z
  .string()
  .max(255)
  .refine(isStorable, 'contains a character that cannot be stored')
  .transform(searchedKey)
  .optional()
  .meta({
    description:
      'The beginning of an address, or of its domain after an @, such as `@exam`. Case is ignored. On lists with a ' +
      'primary key of their own, also the beginning of the key.',
  })

const searchQuery = z
  .object({
    per_page: pageQuery.shape.per_page,
    page_token: filter('The next_page_token of the previous answer.'),
    q: searchText,
    mailing_list_id: id.optional().meta({ description: 'Return only subscribers of this mailing list.' }),
    ...personFilters,
    order_by: personFilters.order_by.meta({
      description:
        'The order: email (default) or newest, which shows the subscribers added last first and cannot be combined with q.',
    }),
  })
  .refine(
    ({ q = '', order_by: orderBy }) => q === '' || orderBy !== 'newest',
    'q can only be combined with order_by=email',
  )

export const searchSubscribers = endpoint({
  id: 'searchSubscribers',
  tag: 'Subscribers',
  role: 'standard',
  permission: 'subscriber.read',
  method: 'GET',
  path: 'subscribers',
  summary:
    'Search the subscribers of all mailing lists. Each call reads a limited number of rows: a page can have fewer ' +
    'records than `per_page`, even none, although others follow. Follow `next_page_token` until it is null. ' +
    `\`num_records\` is exact up to ${countedMax}, and a lower bound if \`num_records_is_exact\` is false`,
  query: searchQuery,
  paged: 'bounded token',
  data: z.array(subscriberOnListSchema),
})
