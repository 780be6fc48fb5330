import { seedListEndpoints } from '../../../src/contract/resources/seed-lists.ts'
import { seedWords } from '../../words/audience/suppression.ts'
import { NamedLists } from '../suppression/named-lists.tsx'

export default function SeedLists() {
  return (
    <NamedLists
      words={seedWords}
      endpoints={seedListEndpoints.own}
      path="/seeds"
      content={seedListEndpoints.own.show}
    />
  )
}
