import { listMailingLists } from '../../../src/contract/lists/endpoints.ts'
import { listOrganizations } from '../../../src/contract/organizations/endpoints.ts'
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

function textOf(of: readonly (number | null)[]) {
  const ids = [...new Set(of)].filter((id) => id !== null).toSorted((one, other) => one - other)
  return { text: ids.slice(0, atOnceMost).join(','), enabled: ids.length > 0 }
}

function namesOf(records: readonly { id: number; name: string }[] = []): Names {
  return new Map(records.map(({ id, name }) => [id, name]))
}
