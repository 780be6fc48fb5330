import { userRoleEndpoints } from '../../../src/contract/users/roles.ts'
import type { PageEntry } from '../../app/page-entry.ts'

const { list, show, create } = userRoleEndpoints.own

export const rolePages: readonly PageEntry[] = [
  { scope: 'organization', path: '/settings/roles', needs: list, load: () => import('./roles-page.tsx') },
  { scope: 'organization', path: '/settings/roles/new', needs: create, load: () => import('./new-role.tsx') },
  {
    scope: 'organization',
    path: '/settings/roles/:role',
    needs: show,
    load: () => import('./role-page.tsx'),
  },
]
