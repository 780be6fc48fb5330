import { useQuery } from '@tanstack/react-query'
import type { Estimate } from '../../../src/contract/api/figures.ts'
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

/** Not exact: at least so many, and about as many as estimated. */
export type Chosen = { people: number; isExact: boolean; estimate?: Estimate | null }

/** How many are chosen. null: not counted yet. */
export function usePeople(matching: Matching, selection: Selection): Chosen | null {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const chosen = chosenOf(selection, matching)
  const params = { mailing_list_id: matching.listId }
  const counted = useQuery({
    queryKey: keyOf(organizationId, previewBulkChange, { params, chosen }),
    queryFn: ({ signal }) => client.call(previewBulkChange, { params, body: { selection: chosen }, signal }),
    enabled: selection.isAll,
  })
  if (!selection.isAll) return { people: selection.ids.size, isExact: true }
  if (counted.data === undefined) return null
  const { people, people_is_exact: isExact, people_estimate: estimate } = counted.data.data
  return { people: people ?? 0, isExact, estimate }
}

export function isNobody(chosen: Chosen | null): boolean {
  return chosen === null || (chosen.isExact && chosen.people === 0)
}

/** For a button: a number only if it is the right one. */
export function whoOf(chosen: Chosen | null): string {
  return chosen?.isExact === true ? words.people(chosen.people) : words.them
}

/** For the beginning of a sentence, without its full stop. */
export function saidOf(chosen: Chosen | null): string {
  return sentenceOf(chosen).replace(/[.…\s]+$/, '')
}

function sentenceOf(chosen: Chosen | null): string {
  if (chosen === null) return words.counting
  const { people, isExact, estimate = null } = chosen
  const isUnknown = people === 0 && !isExact && estimate === null
  return isUnknown ? words.uncounted : words.people(people, isExact, estimate)
}
