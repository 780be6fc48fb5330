import { createMailingList, listMailingLists, updateMailingList } from '../../src/contract/lists/endpoints.ts'
import { createWebForm, listWebForms } from '../../src/contract/lists/forms/endpoints.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const listPages: readonly PageEntry[] = [
  { scope: 'organization', path: '/lists', needs: listMailingLists, load: () => import('./all.tsx') },
  { scope: 'organization', path: '/lists/new', needs: createMailingList, load: () => import('./new.tsx') },
  { scope: 'organization', path: '/lists/:list', needs: listMailingLists, load: () => import('./one.tsx') },
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
    load: () => import('./readers/page.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/forms',
    needs: listWebForms,
    load: () => import('./forms/all.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/forms/new',
    needs: createWebForm,
    load: () => import('./forms/new.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/forms/:form',
    needs: listWebForms,
    load: () => import('./forms/one.tsx'),
  },
]
