import { suppressionListEndpoints } from '../../../src/contract/resources/suppression-lists.ts'
import { suppressedAddressEndpoints } from '../../../src/contract/resources/suppressed-addresses.ts'
import { suppressionWords } from '../../words/audience/suppression.ts'
import { NamedLists } from './named-lists.tsx'

export default function SuppressionLists() {
  return (
    <NamedLists
      words={suppressionWords}
      endpoints={suppressionListEndpoints.own}
      path="/suppression"
      content={suppressedAddressEndpoints.own.list}
    />
  )
}
