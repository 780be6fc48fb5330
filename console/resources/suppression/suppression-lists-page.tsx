import type { UseQueryResult } from '@tanstack/react-query'
import { suppressedAddressEndpoints } from '../../../src/contract/resources/suppressed-addresses.ts'
import { suppressionListEndpoints, type Scope } from '../../../src/contract/resources/suppression-lists.ts'
import { useCall, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useListNames } from '../choose/names.ts'
import { suppressionWords as words } from '../../words/audience/suppression.ts'
import { FindAddress } from './find-address.tsx'
import { NamedLists, type NamedList } from './named-lists.tsx'
import { NewSuppressionList } from './new-suppression-list.tsx'

export default function SuppressionLists() {
  const may = useMay()
  const all = useCall(suppressionListEndpoints.own.list, { query: { per_page: 2000 } })
  const rows = (all as UseQueryResult<Answer<Scope[]>>).data?.data ?? []
  const names = useListNames(rows.map((row) => row.mailing_list_id))
  const show = (row: NamedList) => {
    const { suppression_scope: scope, mailing_list_id: id } = row as NamedList & Scope
    return (id === null ? undefined : names.get(id)) ?? words.scopes[scope]
  }
  return (
    <NamedLists
      words={words}
      endpoints={suppressionListEndpoints.own}
      path="/suppression"
      content={suppressedAddressEndpoints.own.list}
      column={{ key: 'holds', word: words.holds, show }}
      newForm={<NewSuppressionList />}
    >
      {may(suppressedAddressEndpoints.own.find) && <FindAddress />}
    </NamedLists>
  )
}
