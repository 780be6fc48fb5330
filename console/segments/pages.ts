import { createSegment, listSegments } from '../../src/contract/segments/endpoints.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const segmentPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/segments',
    needs: listSegments,
    load: () => import('./segments-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/segments/new',
    needs: createSegment,
    load: () => import('./new-segment.tsx'),
  },
  {
    scope: 'organization',
    path: '/segments/:segment',
    needs: listSegments,
    load: () => import('./segment-page.tsx'),
  },
]
