import { createMailingList, listMailingLists, updateMailingList } from '../../src/contract/lists/endpoints.ts'
import { createWebForm, listWebForms } from '../../src/contract/lists/forms/endpoints.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const listPages: readonly PageEntry[] = [
  { scope: 'organization', path: '/lists', needs: listMailingLists, load: () => import('./lists-page.tsx') },
  {
    scope: 'organization',
    path: '/lists/new',
    needs: createMailingList,
    load: () => import('./new-list.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list',
    needs: listMailingLists,
    load: () => import('./home/list-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/settings',
    needs: updateMailingList,
    load: () => import('./settings/settings-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/fields',
    needs: listMailingLists,
    load: () => import('./fields.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/readers',
    needs: updateMailingList,
    load: () => import('./readers/readers-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/forms',
    needs: listWebForms,
    load: () => import('./forms/forms-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/forms/new',
    needs: createWebForm,
    load: () => import('./forms/new-form.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/forms/:form',
    needs: listWebForms,
    load: () => import('./forms/form-page.tsx'),
  },
]
