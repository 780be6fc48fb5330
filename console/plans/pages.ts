import { listPlans, showPlan } from '../../src/contract/plans/endpoints.ts'
import { listApprovalRules } from '../../src/contract/plans/rules.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const planPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/approvals',
    needs: listPlans,
    load: () => import('./approvals-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/approvals/rules',
    needs: listApprovalRules,
    load: () => import('./approval-rules-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/approvals/:plan',
    needs: showPlan,
    load: () => import('./approval-page.tsx'),
  },
]
