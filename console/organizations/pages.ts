import { createOrganization, updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import type { PageEntry } from '../app/page-entry.ts'

// The list has a wider role, for an organization sees itself in it: the pages of the system need the narrower one.
const needs = createOrganization

export const organizationPages: readonly PageEntry[] = [
  { scope: 'system', path: '/system/organizations', needs, load: () => import('./organizations-page.tsx') },
  { scope: 'system', path: '/system/organizations/new', needs, load: () => import('./new-organization.tsx') },
  {
    scope: 'system',
    path: '/system/organizations/:organization',
    needs,
    load: () => import('./organization-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/organization',
    needs: updateOrganization,
    load: () => import('./own.tsx'),
  },
]
