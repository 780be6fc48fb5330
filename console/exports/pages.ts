import { createSubscriberExport, listSubscriberExports } from '../../src/contract/exports/endpoints.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const exportPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/exports',
    needs: listSubscriberExports,
    load: () => import('./exports-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/exports/new',
    needs: createSubscriberExport,
    load: () => import('./new-export.tsx'),
  },
]
