import { listAllCampaigns } from '../../../src/contract/campaigns/all-lists.ts'
import { listMailingLists } from '../../../src/contract/lists/endpoints.ts'
import { listOrganizations } from '../../../src/contract/organizations/endpoints.ts'
import { listSegmentsOfList } from '../../../src/contract/segments/endpoints.ts'
import { useCall } from '../../app/api.ts'

/** What the endpoints take; a page of the console has fewer rows. */
const atOnceMost = 500

type Names = ReadonlyMap<number, string>

/** The names of the mailing lists that rows belong to: one call for all rows of a page. */
export function useListNames(of: readonly (number | null)[]): Names {
  const { text, enabled } = textOf(of)
  const { data } = useCall(listMailingLists, { query: { ids: text, per_page: 500 } }, { enabled, keep: true })
  return namesOf(data?.data)
}

/** As `useListNames`, of organizations. */
export function useOrganizationNames(of: readonly (number | null)[]): Names {
  const { text, enabled } = textOf(of)
  const query = { ids: text, minimal: true, per_page: 500 }
  const { data } = useCall(listOrganizations, { query }, { enabled, keep: true })
  return namesOf(data?.data)
}

/** As `useListNames`, of segments of one list. */
export function useSegmentNames(listId: number | null, of: readonly number[]): Names | null {
  const { text, enabled } = textOf(of)
  const asked = { params: { mailing_list_id: listId ?? 0 }, query: { ids: text } }
  const found = useCall(listSegmentsOfList, asked, { enabled: enabled && listId !== null, keep: true })
  return knownOf(found, enabled && listId !== null)
}

/** As `useListNames`, of at most fifty campaigns: a segment names fewer. */
export function useCampaignNames(of: readonly number[]): Names | null {
  const { text, enabled } = textOf(of.slice(0, 50))
  const found = useCall(listAllCampaigns, { query: { ids: text, per_page: 50 } }, { enabled, keep: true })
  return knownOf(found, enabled)
}

type Asked = { isSuccess: boolean; data?: { data: readonly { id: number; name: string }[] } | undefined }

/** null: not known yet. */
function knownOf({ isSuccess, data }: Asked, isAsked: boolean): Names | null {
  return isAsked && !isSuccess ? null : namesOf(data?.data)
}

function textOf(of: readonly (number | null)[]) {
  const ids = [...new Set(of)].filter((id) => id !== null).toSorted((one, other) => one - other)
  return { text: ids.slice(0, atOnceMost).join(','), enabled: ids.length > 0 }
}

function namesOf(records: readonly { id: number; name: string }[] = []): Names {
  return new Map(records.map(({ id, name }) => [id, name]))
}
