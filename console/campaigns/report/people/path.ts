import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { useOpens } from '../../../app/reach/open-link.tsx'
import { useInOrganization } from '../../../app/places.ts'

type Of = { content?: number | undefined; link?: number | undefined; severity?: string | undefined }
type PathOf = (kind: PeopleKind, of?: Of) => string | undefined

/** @returns the address of the people behind a number of the campaign; undefined for those who may not see them. */
export function usePeoplePath(campaignId: number): PathOf {
  return usePath(`/campaigns/${campaignId}/people`)
}

/** As `usePeoplePath`. */
export function useAutoresponderPeoplePath(listId: number, id: number): PathOf {
  return usePath(`/lists/${listId}/autoresponders/${id}/reached`)
}

function usePath(path: string): PathOf {
  const at = useInOrganization()
  const isOpen = useOpens()(path)
  return (kind, of = {}) => {
    if (!isOpen) return undefined
    const asked = new URLSearchParams({ kind })
    for (const [name, value] of Object.entries(of)) if (value !== undefined) asked.set(name, String(value))
    return at(`${path}?${asked.toString()}`)
  }
}
