import { showOverview } from '../../../src/contract/organizations/overview.ts'
import type { PageEntry } from '../../app/page-entry.ts'

export const overviewPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/overview',
    needs: showOverview,
    load: () => import('./overview-page.tsx'),
  },
]
