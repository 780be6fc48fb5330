import { showOwnUser } from '../../../src/contract/users/current.ts'
import type { PageEntry } from '../../app/page-entry.ts'

export const mePages: readonly PageEntry[] = [
  { scope: 'own', path: '/me', needs: showOwnUser, load: () => import('./show.tsx') },
  { scope: 'own', path: '/keys', load: () => import('../../app/keys.tsx') },
]
