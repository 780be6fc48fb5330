import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import { searchSubscribers } from '../../src/contract/subscribers/search.ts'
import { keyOf } from '../app/api.ts'
import { useOrganizationId, useSession } from '../app/session.tsx'

type Query = NonNullable<Parameters<typeof keyOf>[2]>
export type Found = z.output<(typeof searchSubscribers)['data']>[number]

const perPage = 100
/** A page that is not full: the server has read its part and goes on with the next call. */
const wantedRows = 60

/** The people of a search, page by page, and the call for more. Calls of a former search are aborted. */
export function useSearch(query: Query) {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const search = useInfiniteQuery({
    queryKey: keyOf(organizationId, searchSubscribers, query),
    queryFn: ({ pageParam, signal }) =>
      client.call(searchSubscribers, {
        query: { ...query, per_page: perPage, ...(pageParam === '' ? {} : { page_token: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ paging }) => paging?.next_page_token ?? null,
    placeholderData: keepPreviousData,
  })
  const rows: Found[] = search.data?.pages.flatMap(({ data }) => data) ?? []
  const { hasNextPage, isFetching, isError, fetchNextPage } = search
  const isShort = rows.length < wantedRows
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, isError, fetchNextPage])
  const first = search.data?.pages[0]?.paging
  const total =
    first === undefined || first === null
      ? null
      : {
          records: Math.max(first.num_records, rows.length),
          isExact: first.num_records_is_exact !== false || !hasNextPage,
        }
  return { search, rows, total }
}
