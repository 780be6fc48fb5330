import { listAssets } from '../../src/contract/resources/assets.ts'
import { updateBrand } from '../../src/contract/resources/brands.ts'
import { createApiKey } from '../../src/contract/api-keys.ts'
import { databaseConnectionEndpoints } from '../../src/contract/resources/database-connections.ts'
import { listDkimKeys } from '../../src/contract/resources/dkim-keys.ts'
import { logInProviderEndpoints } from '../../src/contract/resources/log-in-providers.ts'
import { seedListEndpoints } from '../../src/contract/resources/seed-lists.ts'
import { sendingRuleEndpoints } from '../../src/contract/resources/special-sending-rules.ts'
import { suppressedAddressEndpoints } from '../../src/contract/resources/suppressed-addresses.ts'
import { suppressionListEndpoints } from '../../src/contract/resources/suppression-lists.ts'
import type { PageEntry } from '../app/page-entry.ts'

export const resourcePages: readonly PageEntry[] = [
  {
    scope: 'system',
    path: '/system/databases',
    needs: databaseConnectionEndpoints.own.list,
    load: () => import('./connections/connections-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/brand',
    needs: updateBrand,
    load: () => import('./brand.tsx'),
  },
  {
    scope: 'organization',
    path: '/pictures',
    needs: listAssets,
    load: () => import('./pictures/pictures-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/domains',
    needs: listDkimKeys,
    load: () => import('./domains.tsx'),
  },
  {
    scope: 'organization',
    path: '/settings/log-in',
    needs: logInProviderEndpoints.list,
    load: () => import('./log-in/providers-page.tsx'),
  },
  // Every user may read routes, for the forms that name them; the page is for administrators.
  {
    scope: 'organization',
    path: '/settings/routes',
    needs: createApiKey,
    load: () => import('./routes/mail-routes-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/suppression',
    needs: suppressionListEndpoints.own.list,
    load: () => import('./suppression/suppression-lists-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/suppression/:suppression',
    needs: suppressedAddressEndpoints.own.list,
    load: () => import('./suppression/suppression-list-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/seeds',
    needs: seedListEndpoints.own.list,
    load: () => import('./seeds/seed-lists-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/seeds/:seed',
    needs: seedListEndpoints.own.show,
    load: () => import('./seeds/seed-list-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/sending-rules',
    needs: sendingRuleEndpoints.own.list,
    load: () => import('./sending-rules/sending-rules-page.tsx'),
  },
  {
    scope: 'organization',
    path: '/sending-rules/new',
    needs: sendingRuleEndpoints.own.create,
    load: () => import('./sending-rules/new-sending-rule.tsx'),
  },
  {
    scope: 'organization',
    path: '/sending-rules/:rule',
    needs: sendingRuleEndpoints.own.show,
    load: () => import('./sending-rules/sending-rule-page.tsx'),
  },
]
