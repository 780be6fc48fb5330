import { listMailingLists } from '../../../src/contract/lists/endpoints.ts'
import { suppressedAddressEndpoints } from '../../../src/contract/resources/suppressed-addresses.ts'
import { suppressionListEndpoints, type Scope } from '../../../src/contract/resources/suppression-lists.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { suppressionWords as words } from '../../words/audience/suppression.ts'
import { FindAddress } from './find-address.tsx'
import { NamedLists, type NamedList } from './named-lists.tsx'
import { NewSuppressionList } from './new-suppression-list.tsx'

export default function SuppressionLists() {
  const may = useMay()
  const lists = useCall(listMailingLists, { query: { per_page: 2000 } })
  const nameOf = (id: number | null) => lists.data?.data.find((list) => list.id === id)?.name
  const show = (row: NamedList) => {
    const { suppression_scope: scope, mailing_list_id: id } = row as NamedList & Scope
    return nameOf(id) ?? words.scopes[scope]
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
