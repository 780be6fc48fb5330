import { listOwnCreditLedger } from '../../src/contract/accounting/credit-ledger.ts'
import { useCall } from '../app/api.ts'
import { usePageParam } from '../app/places.ts'
import { Page } from '../design/page.tsx'
import { reportWords } from '../words/report/reports.ts'
import { useDays } from './days.tsx'
import { LedgerList } from './ledger.tsx'

const words = reportWords.credits

/** The organization's own credits. */
export default function OwnCredits() {
  const [page] = usePageParam()
  const days = useDays()
  const ledger = useCall(listOwnCreditLedger, { query: { page, per_page: 50, ...days } }, { keep: true })
  return (
    <Page title={words.title} lead={words.lead}>
      <LedgerList ledger={ledger} />
    </Page>
  )
}
