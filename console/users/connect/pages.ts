import { inspectAssistantRequest } from '../../../src/contract/users/assistant-grants.ts'
import type { PageEntry } from '../../app/page-entry.ts'

export const connectPages: readonly PageEntry[] = [
  {
    scope: 'own',
    path: '/connect',
    needs: inspectAssistantRequest,
    load: () => import('./connect-page.tsx'),
  },
]
