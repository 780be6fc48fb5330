import { createSubscriberImport, listSubscriberImports } from '../../src/contract/imports/endpoints.ts'
import type { PageEntry } from '../app/page-entry.ts'

const common = { scope: 'organization', needs: listSubscriberImports } as const

export const importPages: readonly PageEntry[] = [
  { ...common, path: '/imports', load: () => import('./imports-page.tsx') },
  {
    ...common,
    path: '/imports/new',
    needs: createSubscriberImport,
    load: () => import('./wizard/new-import.tsx'),
  },
  { ...common, path: '/imports/:import', load: () => import('./import-page.tsx') },
  { ...common, path: '/imports/:import/preview', load: () => import('./preview.tsx') },
  { ...common, path: '/imports/:import/rows/failed', load: () => import('./failed/failed-rows-page.tsx') },
  { ...common, path: '/imports/:import/undo', load: () => import('./undo.tsx') },
]
