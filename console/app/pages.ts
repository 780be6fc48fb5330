import { composePages } from '../campaigns/compose/pages.ts'
import { accountingPages } from '../accounting/pages.ts'
import { autoresponderPages } from '../campaigns/autoresponders/pages.ts'
import { apiKeyPages } from '../api-keys/pages.ts'
import { auditEventPages } from '../audit-events/pages.ts'
import { exportPages } from '../exports/pages.ts'
import { importPages } from '../imports/pages.ts'
import { jobPages } from '../jobs/pages.ts'
import { connectPages } from '../users/connect/pages.ts'
import { mePages } from '../users/account/pages.ts'
import { overviewPages } from '../organizations/overview/pages.ts'
import { campaignReportPages } from '../campaigns/pages.ts'
import { listPages } from '../lists/pages.ts'
import { messagePages } from '../messages/pages.ts'
import { organizationPages } from '../organizations/pages.ts'
import { peoplePages } from '../subscribers/pages.ts'
import { planPages } from '../plans/pages.ts'
import { resourcePages } from '../resources/pages.ts'
import { segmentPages } from '../segments/pages.ts'
import { rolePages } from '../users/roles/pages.ts'
import { teamPages } from '../users/team/pages.ts'
import { webhookPages } from '../webhooks/pages.ts'
import type { PageEntry } from './page-entry.ts'

/** Every page, by its folder. */
export const pages: readonly PageEntry[] = [
  ...composePages,
  ...overviewPages,
  ...mePages,
  ...connectPages,
  ...campaignReportPages,
  ...accountingPages,
  ...autoresponderPages,
  ...listPages,
  ...peoplePages,
  ...segmentPages,
  ...messagePages,
  ...organizationPages,
  ...teamPages,
  ...rolePages,
  ...apiKeyPages,
  ...webhookPages,
  ...planPages,
  ...resourcePages,
  ...auditEventPages,
  ...jobPages,
  ...exportPages,
  ...importPages,
]
