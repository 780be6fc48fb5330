import {
  createAutoresponder,
  listAutoresponders,
  showAutoresponder,
} from '../../../src/contract/autoresponders/endpoints.ts'
import { listPlaces } from '../../../src/contract/autoresponders/sequence-places.ts'
import { showAutoresponderStatistics } from '../../../src/contract/autoresponders/statistics.ts'
import { createStep, updateStep } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { listAutoresponderPeople } from '../../../src/contract/campaigns/results/people.ts'
import type { PageEntry } from '../../app/page-entry.ts'

export const autoresponderPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/autoresponders',
    needs: listAutoresponders,
    load: () => import('./autoresponders-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/autoresponders/:autoresponder',
    needs: listAutoresponders,
    load: () => import('./autoresponder-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/autoresponders/new',
    needs: createAutoresponder,
    load: () => import('./new-autoresponder.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/autoresponders/:autoresponder/message',
    // Those who may only pause and resume it may change it too, but not its message.
    needs: createStep,
    load: () => import('./message.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/autoresponders/:autoresponder/steps/new',
    needs: createStep,
    load: () => import('./steps/message.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/autoresponders/:autoresponder/steps/:step/message',
    needs: updateStep,
    load: () => import('./steps/message.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/autoresponders/:autoresponder/people',
    needs: listPlaces,
    load: () => import('./people.tsx'),
  },
  {
    scope: 'organization',
    path: '/lists/:list/autoresponders/:autoresponder/reached',
    needs: [listAutoresponderPeople, showAutoresponder, showAutoresponderStatistics],
    load: () => import('../report/people/autoresponder-people-page.tsx'),
  },
]
