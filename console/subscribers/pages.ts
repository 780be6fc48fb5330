import { listSubscribers } from '../../src/contract/subscribers/endpoints.ts'
import { searchSubscribers } from '../../src/contract/subscribers/search.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const peoplePages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/people',
    needs: searchSubscribers,
    load: () => import('./subscribers-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/people/:person',
    needs: listSubscribers,
    load: () => import('./person.tsx'),
  },
]
