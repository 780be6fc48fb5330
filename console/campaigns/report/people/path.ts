import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import {
  listAutoresponderPeople,
  listCampaignPeople,
} from '../../../../src/contract/campaigns/results/people.ts'
import { useMay } from '../../../app/may.ts'
import { useInOrganization } from '../../../app/places.ts'

type Of = { content?: number | undefined; link?: number | undefined; severity?: string | undefined }
type PathOf = (kind: PeopleKind, of?: Of) => string | undefined

/** @returns the address of the people behind a number of the campaign; undefined for those who may not see them. */
export function usePeoplePath(campaignId: number): PathOf {
  const may = useMay()
  return usePath(`/campaigns/${campaignId}/people`, may(listCampaignPeople))
}

/** As `usePeoplePath`. */
export function useAutoresponderPeoplePath(listId: number, id: number): PathOf {
  const may = useMay()
  return usePath(`/lists/${listId}/autoresponders/${id}/reached`, may(listAutoresponderPeople))
}

function usePath(path: string, isOpen: boolean): PathOf {
  const at = useInOrganization()
  return (kind, of = {}) => {
    if (!isOpen) return undefined
    const asked = new URLSearchParams({ kind })
    for (const [name, value] of Object.entries(of)) if (value !== undefined) asked.set(name, String(value))
    return at(`${path}?${asked.toString()}`)
  }
}
