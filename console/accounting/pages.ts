import { listCreditLedger, listOwnCreditLedger } from '../../src/contract/accounting/credit-ledger.ts'
import { dailyMessagesSent } from '../../src/contract/accounting/messages-sent.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const accountingPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/reports/sent',
    needs: dailyMessagesSent,
    load: () => import('./sent.tsx'),
  },
  {
    scope: 'organization',
    path: '/reports/credits',
    needs: listOwnCreditLedger,
    load: () => import('./own-credits.tsx'),
  },
  {
    scope: 'system',
    path: '/system/organizations/:organization/credits',
    needs: listCreditLedger,
    load: () => import('./organization-credits.tsx'),
  },
]
