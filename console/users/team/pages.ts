import { createUser, listUsers, showUser } from '../../../src/contract/users/endpoints.ts'
import type { PageEntry } from '../../app/page-entry.ts'

export const teamPages: readonly PageEntry[] = [
  { scope: 'organization', path: '/settings/users', needs: listUsers, load: () => import('./all.tsx') },
  { scope: 'organization', path: '/settings/users/new', needs: createUser, load: () => import('./new.tsx') },
  { scope: 'organization', path: '/settings/users/:user', needs: showUser, load: () => import('./show.tsx') },
]
