import { createApiKey, listApiKeys, showApiKey } from '../../src/contract/api-keys.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const apiKeyPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/settings/keys',
    needs: listApiKeys,
    load: () => import('./api-keys-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/keys/new',
    needs: createApiKey,
    load: () => import('./new-api-key.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/keys/:key',
    needs: showApiKey,
    load: () => import('./api-key-page.tsx'),
  },
]
