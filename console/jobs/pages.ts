import { showHealth } from '../../src/contract/jobs/health.ts'
import { listJobs, listJobsEverywhere } from '../../src/contract/jobs/list.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const jobPages: readonly PageEntry[] = [
  { scope: 'organization', path: '/jobs', needs: listJobs, load: () => import('./own.tsx') },
  { scope: 'system', path: '/system/jobs', needs: listJobsEverywhere, load: () => import('./jobs-page.tsx') },
  { scope: 'system', path: '/system/health', needs: showHealth, load: () => import('./health.tsx') },
]
