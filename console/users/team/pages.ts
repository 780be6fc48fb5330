import { createUser, listUsers, showUser } from '../../../src/contract/users/endpoints.ts'
import type { PageEntry } from '../../app/page-entry.ts'

export const teamPages: readonly PageEntry[] = [
  { scope: 'organization', path: '/settings/users', needs: listUsers, load: () => import('./team-page.tsx') },
  {
    scope: 'organization',
    path: '/settings/users/new',
    needs: createUser,
    load: () => import('./new-team-member.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/users/:user',
    needs: showUser,
    load: () => import('./team-member-page.tsx'),
  },
]
