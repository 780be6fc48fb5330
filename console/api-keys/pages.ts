import { createApiKey, listApiKeys, showApiKey } from '../../src/contract/api-keys.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const apiKeyPages: readonly PageEntry[] = [
  { scope: 'organization', path: '/settings/keys', needs: listApiKeys, load: () => import('./all.tsx') },
  { scope: 'organization', path: '/settings/keys/new', needs: createApiKey, load: () => import('./new.tsx') },
  { scope: 'organization', path: '/settings/keys/:key', needs: showApiKey, load: () => import('./show.tsx') },
]
