import { useQuery } from '@tanstack/react-query'
import { showMailingList } from '../../../src/contract/lists/endpoints.ts'
import { previewRemoteQuery } from '../../../src/contract/lists/remote-query.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useOrganizationId, useSession } from '../../app/session.tsx'

/** A row of a query, by column. */
export type RemoteRow = Readonly<Record<string, string | null>>

const keptMs = 600_000

/**
 * The first rows of a campaign's query, as people to preview a message for: run once, and again when the query changes.
 * null: the people of the list are here. undefined: not known yet.
 */
export function useRemoteRows(listId: number, query: string | null): readonly RemoteRow[] | null | undefined {
  const { client } = useSession()
  const may = useMay()
  const organizationId = useOrganizationId()
  const list = useCall(showMailingList, { params: { id: listId } })
  const isRemote = list.data?.data.is_remote_list
  const rows = useQuery({
    queryKey: [organizationId, 'remote rows', listId, query],
    enabled: isRemote === true && query !== null && may(previewRemoteQuery),
    staleTime: keptMs,
    queryFn: async ({ signal }) => {
      const body = { segmentation_criteria_remote_sql: query ?? '' }
      const { data } = await client.call(previewRemoteQuery, {
        params: { mailing_list_id: listId },
        body,
        signal,
      })
      return data.problem === null ? data.rows.map((row) => byColumn(data.columns, row)) : []
    },
  })
  if (isRemote === undefined) return undefined
  return isRemote ? (rows.data ?? []) : null
}

function byColumn(columns: readonly string[], row: readonly (string | null)[]): RemoteRow {
  return Object.fromEntries(columns.map((name, place) => [name, row[place] ?? null]))
}

export function emailOf(row: RemoteRow): string {
  const [, email] = Object.entries(row).find(([name]) => name.trim().toLowerCase() === 'email') ?? []
  return email ?? ''
}
