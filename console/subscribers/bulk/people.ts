import { useQuery } from '@tanstack/react-query'
import { previewBulkChange } from '../../../src/contract/subscribers/bulk-changes.ts'
import { keyOf } from '../../app/api.ts'
import { useOrganizationId, useSession } from '../../app/session.tsx'
import { bulkWords as words } from '../../words/audience/subscribers.ts'
import type { Selection } from './selection.ts'

/** What all matching subscribers have in common. */
export type Matching = { listId: number; q: string; status: string }

/** As the API takes it. */
export function chosenOf(selection: Selection, { q, status }: Matching) {
  return selection.isAll
    ? { all: true, q: q || null, status: (status || null) as 'active' | null }
    : { subscriber_ids: [...selection.ids] }
}

/** How many are chosen. null: not counted yet; many: counting took too long. */
export function usePeople(matching: Matching, selection: Selection): number | 'many' | null {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const chosen = chosenOf(selection, matching)
  const params = { mailing_list_id: matching.listId }
  const counted = useQuery({
    queryKey: keyOf(organizationId, previewBulkChange, { params, chosen }),
    queryFn: ({ signal }) => client.call(previewBulkChange, { params, body: { selection: chosen }, signal }),
    enabled: selection.isAll,
  })
  if (!selection.isAll) return selection.ids.size
  return counted.data === undefined ? null : (counted.data.data.people ?? 'many')
}

/** For the beginning of a sentence, without its full stop. */
export function saidOf(number: number | 'many' | null): string {
  const said = number === null ? words.counting : number === 'many' ? words.uncounted : words.people(number)
  return said.replace(/[.…\s]+$/, '')
}
