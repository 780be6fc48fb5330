import { showOwnUser } from '../../../src/contract/users/current.ts'
import type { PageEntry } from '../../app/page-entry.ts'

export const mePages: readonly PageEntry[] = [
  { scope: 'own', path: '/me', needs: showOwnUser, load: () => import('./account-page.tsx') },
  { scope: 'own', path: '/keys', load: () => import('../../app/keys.tsx') },
]
