import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import type { Mailbox } from '../mailbox.ts'
import type { Secrets } from '../secrets.ts'
import type { Spool } from '../spool.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { auditEventRoutes } from './audit-events.ts'
import { autoresponderDeliveryRoutes } from './autoresponder-deliveries.ts'
import { autoresponderRoutes } from './autoresponders.ts'
import { bounceEmailRoutes } from './bounce-emails.ts'
import { campaignReportRoutes } from './campaign-reports.ts'
import { campaignRoutes } from './campaigns.ts'
import { customFieldRoutes } from './custom-fields.ts'
import { databaseConnectionRoutes } from './database-connections.ts'
import { dkimKeyRoutes } from './dkim-keys.ts'
import { erasureRoutes } from './erasure.ts'
import { healthRoutes } from './health.ts'
import { jobRoutes } from './jobs.ts'
import { createLinks } from './links.ts'
import { mailboxRoutes } from './mailbox-pages.ts'
import { mailingListRoutes } from './mailing-lists.ts'
import { messagesSentRoutes } from './messages-sent.ts'
import { organizationRoutes } from './organizations.ts'
import { createPageTokens } from './page-token.ts'
import { pageRoutes } from './pages.ts'
import { previewRoutes } from './previews.ts'
import { publicRoutes } from './public.ts'
import type { RateLimits } from './rate-limit.ts'
import { createRouter } from './route.ts'
import { segmentRoutes } from './segments.ts'
import { seedListRoutes } from './seed-lists.ts'
import { sendingCreditRoutes } from './sending-credits.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { sessionRoutes } from './sessions.ts'
import { subscriberCountRoutes } from './subscriber-counts.ts'
import { subscriberImportRoutes } from './subscriber-imports.ts'
import { subscriberRoutes } from './subscribers.ts'
import { suppressionListRoutes } from './suppression-lists.ts'
import { systemCampaignRoutes } from './system-campaigns.ts'
import { templateRoutes } from './templates.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'
import { userRoutes } from './users.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { urlDomainRoutes } from './url-domains.ts'
import { virtualMtaRoutes } from './virtual-mtas.ts'
import { webhookRoutes } from './webhooks.ts'
import type { WebhookDependencies } from './webhooks.ts'

export type ApiDependencies = {
  database: Database
  secrets: Secrets
  spool: Spool
  jsonBytesMax: number
  /** Where browsers reach the server, without a slash at its end. Default: http://127.0.0.1:8080. */
  baseUrl?: string
  /** Whether organizations have `auto_subscriber_management`. Default: no. */
  autoSubscriberManagement?: boolean
  /** Default: always. */
  revealApiKeys?: 'once' | 'always'
  /** Default: none. */
  rateLimits?: RateLimits
  /** Default: nowhere. */
  plainHttpWebhooks?: WebhookDependencies['plainHttp']
  /** Whether mail leaves this machine. Default: no. */
  hasSmtp?: boolean
  /** Shown to people on this machine. Default: none. */
  mailbox?: Pick<Mailbox, 'list' | 'read'> | undefined
}

/** Everything that the server answers. */
export async function registerApi(app: FastifyInstance, deps: ApiDependencies): Promise<void> {
  answerUnknownRoutes(app)
  const route = createRouter(app, deps.database, deps.secrets, deps.rateLimits)
  mailingListRoutes(route)
  customFieldRoutes(route)
  const pageTokens = createPageTokens(deps.secrets)
  subscriberRoutes(route, pageTokens)
  unsubscribeRoutes(route, deps.secrets)
  erasureRoutes(route, deps.secrets)
  apiKeyRoutes(route, { secrets: deps.secrets, pageTokens, revealApiKeys: deps.revealApiKeys ?? 'always' })
  autoresponderRoutes(route)
  autoresponderDeliveryRoutes(route, deps.secrets)
  segmentRoutes(route)
  campaignRoutes(route)
  campaignReportRoutes(route, deps.secrets)
  previewRoutes(route)
  templateRoutes(route)
  subscriberImportRoutes(route, deps)
  organizationRoutes(route, {
    pageTokens,
    autoSubscriberManagement: deps.autoSubscriberManagement ?? false,
  })
  sendingCreditRoutes(route)
  messagesSentRoutes(route)
  systemCampaignRoutes(route)
  auditEventRoutes(route, pageTokens)
  virtualMtaRoutes(route, deps.secrets)
  urlDomainRoutes(route)
  bounceEmailRoutes(route)
  suppressionListRoutes(route)
  seedListRoutes(route)
  databaseConnectionRoutes(route, deps.secrets)
  dkimKeyRoutes(route, deps.secrets)
  jobRoutes(route)
  subscriberCountRoutes(route)
  webhookRoutes(route, { secrets: deps.secrets, plainHttp: deps.plainHttpWebhooks })
  const baseUrl = deps.baseUrl ?? 'http://127.0.0.1:8080'
  const links = createLinks({ baseUrl, hasSmtp: deps.hasSmtp ?? false }, app.log)
  userRoutes(route, links)
  sessionRoutes(route, { secrets: deps.secrets, links })
  secondFactorRoutes(route, deps.secrets)
  healthRoutes(app, deps.database)
  pageRoutes(app)
  if (deps.mailbox !== undefined) mailboxRoutes(app, deps.mailbox)
  publicRoutes(app, { database: deps.database, secrets: deps.secrets, baseUrl })
}
