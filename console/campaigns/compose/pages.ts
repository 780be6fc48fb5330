import { createCampaign, showCampaign, updateCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { listTemplates } from '../../../src/contract/campaigns/templates.ts'
import { checkCampaign } from '../../../src/contract/campaigns/check.ts'
import type { PageEntry } from '../../app/page-entry.ts'

const scope = 'organization'

/** Writing a campaign. A step has an address of its own. */
export const composePages: readonly PageEntry[] = [
  { scope, path: '/campaigns/new', needs: createCampaign, load: () => import('./new-campaign.tsx') },
  { scope, path: '/campaigns/:campaign/whom', needs: showCampaign, load: () => import('./whom.tsx') },
  { scope, path: '/campaigns/:campaign/what', needs: updateCampaign, load: () => import('./what.tsx') },
  { scope, path: '/campaigns/:campaign/how', needs: showCampaign, load: () => import('./how.tsx') },
  { scope, path: '/campaigns/:campaign/when', needs: showCampaign, load: () => import('./when.tsx') },
  { scope, path: '/campaigns/:campaign/check', needs: checkCampaign, load: () => import('./check.tsx') },
  { scope, path: '/templates', needs: listTemplates, load: () => import('./templates.tsx') },
]
