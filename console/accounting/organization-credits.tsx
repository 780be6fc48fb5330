import { listCreditLedger } from '../../src/contract/accounting/credit-ledger.ts'
import { useCall } from '../app/api.ts'
import { useIdParam, usePageParam } from '../app/places.ts'
import { Page } from '../design/page.tsx'
import { reportWords } from '../words/report/reports.ts'
import { useDays } from './days.tsx'
import { LedgerList } from './ledger.tsx'

const words = reportWords.credits

/** The credits of another organization, for system administrators. */
export default function OrganizationCredits() {
  const id = useIdParam('organization')
  const [page] = usePageParam()
  const days = useDays()
  const input = { params: { id }, query: { page, per_page: 50, ...days } }
  const ledger = useCall(listCreditLedger, input, { keep: true })
  return (
    <Page
      title={words.title}
      lead={words.lead}
      parent={{ title: words.organization, to: `/system/organizations/${id}` }}
    >
      <LedgerList ledger={ledger} />
    </Page>
  )
}
