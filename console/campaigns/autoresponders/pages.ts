import {
  createAutoresponder,
  listAutoresponders,
  updateAutoresponder,
} from '../../../src/contract/autoresponders/endpoints.ts'
import type { PageEntry } from '../../app/page-entry.ts'

export const autoresponderPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/autoresponders',
    needs: listAutoresponders,
    load: () => import('./all.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/autoresponders/:autoresponder',
    needs: listAutoresponders,
    load: () => import('./show.tsx'),
  },
  {
    scope: 'organization',
    path: '/autoresponders/new',
    needs: createAutoresponder,
    load: () => import('./new.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/autoresponders/:autoresponder/message',
    needs: updateAutoresponder,
    load: () => import('./message.tsx'),
  },
]
