import { listAuditEvents } from '../../src/contract/audit-events.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const auditEventPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/settings/audit',
    needs: listAuditEvents,
    load: () => import('./audit-events-page.tsx'),
  },
]
