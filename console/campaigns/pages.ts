import { listAllCampaigns } from '../../src/contract/campaigns/all-lists.ts'
import { showCampaign } from '../../src/contract/campaigns/endpoints.ts'
import { listLinkStats } from '../../src/contract/campaigns/reports.ts'
import { listCampaignPeople } from '../../src/contract/campaigns/results/people.ts'
import { listSystemCampaigns } from '../../src/contract/campaigns/system-list.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const campaignReportPages: readonly PageEntry[] = [
  {
    scope: 'organization',
    path: '/campaigns',
    needs: listAllCampaigns,
    load: () => import('./campaigns-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/calendar',
    needs: listAllCampaigns,
    load: () => import('./calendar/calendar-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/campaigns/compare',
    needs: listLinkStats,
    load: () => import('./compare.tsx'),
  },
  {
    scope: 'organization',
    path: '/campaigns/:campaign',
    needs: listAllCampaigns,
    load: () => import('./campaign-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/campaigns/:campaign/live',
    needs: listAllCampaigns,
    load: () => import('./live.tsx'),
  },
  {
    scope: 'organization',
    path: '/campaigns/:campaign/report',
    needs: listLinkStats,
    load: () => import('./report/campaign-report-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/campaigns/:campaign/people',
    needs: [listCampaignPeople, showCampaign, listLinkStats],
    load: () => import('./report/people/campaign-people-page.tsx'),
  },
  {
    scope: 'system',
    path: '/system/campaigns',
    needs: listSystemCampaigns,
    load: () => import('./system.tsx'),
  },
]
