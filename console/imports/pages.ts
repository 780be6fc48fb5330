import { createSubscriberImport, listSubscriberImports } from '../../src/contract/imports/endpoints.ts'
import type { PageEntry } from '../app/page-entry.ts'

const common = { scope: 'organization', needs: listSubscriberImports } as const

export const importPages: readonly PageEntry[] = [
  { ...common, path: '/imports', load: () => import('./all.tsx') },
  { ...common, path: '/imports/new', needs: createSubscriberImport, load: () => import('./wizard/new.tsx') },
  { ...common, path: '/imports/:import', load: () => import('./show.tsx') },
  { ...common, path: '/imports/:import/preview', load: () => import('./preview.tsx') },
  { ...common, path: '/imports/:import/rows/failed', load: () => import('./failed/page.tsx') },
  { ...common, path: '/imports/:import/undo', load: () => import('./undo.tsx') },
]
