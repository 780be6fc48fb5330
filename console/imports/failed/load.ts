import { useInfiniteQuery } from '@tanstack/react-query'
import { listSubscriberImportRows, type ImportRowRecord } from '../../../src/contract/imports/rows.ts'
import { keyOf } from '../../app/api.ts'
import { useOrganizationId, useSession } from '../../app/session.tsx'

const perPage = 500

/** A failed row, and what tells it from the others of its import. */
export type FailedRow = ImportRowRecord & { id: string; cells: string[] }

/** The failed rows with a problem, or all of them, page by page. @param problem '': all. */
export function useFailedRows(importId: number, problem: string) {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const params = { id: importId }
  const query = {
    classification: 'failed' as const,
    per_page: perPage,
    ...(problem === '' ? {} : { problem }),
  }
  const found = useInfiniteQuery({
    queryKey: keyOf(organizationId, listSubscriberImportRows, { params, query, isEndless: true }),
    queryFn: ({ pageParam, signal }) =>
      client.call(listSubscriberImportRows, {
        params,
        query: { ...query, ...(pageParam === '' ? {} : { page_token: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ paging }) => paging?.next_page_token ?? null,
    // The log of an import that has ended stays as it is, and pages that are fetched again take as long as the first time.
    staleTime: Infinity,
  })
  const rows = (found.data?.pages ?? []).flatMap(({ data }) => data)
  return {
    found,
    rows: rows.map((row, index): FailedRow => {
      // Of imports of earlier versions rows have no numbers.
      return { ...row, id: String(row.row_number ?? `${problem}:${index}`), cells: row.cells ?? [] }
    }),
  }
}
