import type { ImportFiles } from '../../actions/imports/inspect.ts'
import type { FastifyInstance } from 'fastify'
import { linkMailLimits } from '../../actions/users/link-mails.ts'
import { createUploadWriters } from '../../actions/imports/upload-writers.ts'
import { createClientDocuments } from '../../actions/users/assistants/documents.ts'
import { createSingleSignOn } from '../../actions/users/single-sign-on/parts.ts'
import { createLogInParts } from '../../actions/users/log-in.ts'
import type { Features } from '../../contract/users/sessions.ts'
import type { Database, SenderDomainMode } from '../../database/driver/connection.ts'
import type { Mailbox } from '../../files/mailbox.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Spool } from '../../files/storage.ts'
import type { ProviderRules } from '../../outbound/openid/fetch.ts'
import { createTxtLookup } from '../../outbound/txt-records.ts'
import { apiKeyRoutes } from '../api-keys.ts'
import { auditEventRoutes } from '../audit-events.ts'
import { autoresponderDeliveryRoutes } from '../autoresponders/deliveries.ts'
import { sequenceRoutes } from '../autoresponders/sequences.ts'
import { autoresponderRoutes } from '../autoresponders/routes.ts'
import { bounceEmailRoutes } from '../resources/bounce-emails.ts'
import { allCampaignsRoutes } from '../campaigns/all-lists.ts'
import { autoresponderOutcomeRoutes } from '../autoresponders/outcomes.ts'
import { outcomeRoutes } from '../campaigns/outcomes.ts'
import { peopleRoutes } from '../campaigns/people.ts'
import { campaignTimelineRoutes } from '../campaigns/timeline.ts'
import { campaignReportRoutes } from '../campaigns/reports.ts'
import { campaignCheckRoutes } from '../campaigns/check.ts'
import { campaignDraftRoutes } from '../campaigns/drafts.ts'
import { campaignRoutes } from '../campaigns/routes.ts'
import { creditLedgerRoutes } from '../accounting/credit-ledger.ts'
import { customFieldRoutes } from '../lists/custom-fields.ts'
import { databaseConnectionRoutes } from '../resources/database-connections.ts'
import { logInProviderRoutes } from '../resources/log-in-providers.ts'
import { dkimKeyRoutes } from '../resources/dkim-keys.ts'
import { erasureRoutes } from '../subscribers/erasure.ts'
import { personalDataRoutes } from '../subscribers/personal-data.ts'
import { healthRoutes, namesOf } from './health.ts'
import { systemHealthRoute } from '../jobs/health.ts'
import { jobRoutes } from '../jobs/routes.ts'
import { oauthRoutes } from '../mcp/oauth.ts'
import { mcpRoutes } from '../mcp/routes.ts'
import { mailboxRoutes } from '../pages/mailbox.ts'
import { listPreferenceRoutes } from '../lists/preferences.ts'
import { mailingListRoutes } from '../lists/routes.ts'
import { webFormRoutes } from '../lists/forms/routes.ts'
import { messageRoutes } from '../messages/routes.ts'
import { messageStreamRoutes } from '../messages/streams.ts'
import { messagesSentRoutes } from '../accounting/messages-sent.ts'
import { overviewRoutes } from '../organizations/overview.ts'
import { organizationRoutes } from '../organizations/routes.ts'
import { createPageTokens, type PageTokens } from '../route/page-token.ts'
import { consoleRoutes } from '../pages/console.ts'
import { pageRoutes } from '../pages/routes.ts'
import { approvalRoutes, planRoutes } from '../plans/routes.ts'
import { previewRoutes } from '../campaigns/previews.ts'
import type { Pace } from '../public/pace.ts'
import type { SubmissionPace } from '../public/forms/pace.ts'
import { publicAssets } from '../public/assets.ts'
import { publicRoutes } from '../public/routes.ts'
import type { RateLimits } from '../route/rate-limit.ts'
import { createRouter, type Router } from '../route/bind.ts'
import { segmentRoutes } from '../segments.ts'
import { seedListRoutes } from '../resources/seed-lists.ts'
import { sendingRuleRoutes } from '../resources/special-sending-rules.ts'
import { senderDomainRoutes } from '../resources/sender-domains.ts'
import { sendingBrakeRoutes } from '../accounting/sending-brake.ts'
import { sendingCreditRoutes } from '../accounting/credits.ts'
import { assistantGrantRoutes } from '../users/assistant-grants.ts'
import { ownUserRoutes } from '../users/current.ts'
import { passkeyRoutes } from '../users/passkeys.ts'
import { secondFactorRoutes } from '../users/second-factor.ts'
import { singleSignOnPages, singleSignOnRoutes } from '../users/single-sign-on.ts'
import { sessionRoutes } from '../users/sessions.ts'
import { subscriberCountRoutes } from '../subscribers/counts.ts'
import { exportDownloads } from '../exports/download.ts'
import { subscriberExportRoutes } from '../exports/routes.ts'
import { subscriberImportRoutes } from '../imports/routes.ts'
import { importRowRoutes } from '../imports/row-routes.ts'
import { uploadRoutes } from '../imports/upload-routes.ts'
import { subscriberPauseRoutes } from '../subscribers/pause.ts'
import { subscriberRoutes } from '../subscribers/routes.ts'
import { remoteQueryRoutes } from '../lists/remote-query.ts'
import { remoteLimits, type RemoteRules } from '../../outbound/databases/target.ts'
import { suppressionListRoutes } from '../resources/suppression-lists.ts'
import { systemCampaignRoutes } from '../campaigns/system-list.ts'
import { templateRoutes } from '../campaigns/templates.ts'
import { scimRoutes } from '../scim/routes.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'
import { setUpRoutes } from '../users/set-up.ts'
import { setPasswordPages } from '../users/set-password.ts'
import { userRoleRoutes } from '../users/roles.ts'
import { userRoutes } from '../users/routes.ts'
import { unsubscribeRoutes } from '../subscribers/unsubscribe.ts'
import { assetRoutes } from '../resources/assets.ts'
import { attachmentRoutes } from '../resources/attachments.ts'
import { brandRoutes } from '../resources/brands.ts'
import { urlDomainRoutes } from '../resources/url-domains.ts'
import { virtualMtaRoutes } from '../resources/virtual-mtas.ts'
import { webhookRoutes, type WebhookDependencies } from '../webhooks.ts'

export type ApiDependencies = {
  database: Database
  secrets: Secrets
  spool: Spool
  jsonBytesMax: number
  /** For inspections of files elsewhere than in the request. Default: there are none. */
  importFiles?: Omit<ImportFiles, 'spool' | 'jsonBytesMax'>
  /** Of all uploads of an organization together. Default: 20 GiB. */
  uploadBytesMax?: number
  /** Of all kept files of an organization's exports together. Default: 20 GiB. */
  exportBytesMax?: number
  /** The server's public address, without a trailing slash. Default: http://127.0.0.1:8080. */
  baseUrl?: string
  /** Whether organizations have `auto_subscriber_management`. Default: no. */
  autoSubscriberManagement?: boolean
  senderDomains?: SenderDomainMode
  /** Whether an SMTP server is configured. */
  sendsMail?: boolean
  /** For the records of sender domains. Default: the system's name servers. */
  dnsServers?: readonly string[]
  revealApiKeys?: 'once' | 'always'
  rateLimits?: RateLimits
  /** For the links in messages. Default: the API's connections, no limits. */
  publicPages?: { database: Database; pace: Pace; submissionPace?: SubmissionPace; now?: () => number }
  /** A monotonic clock in milliseconds, for the throttle of log-ins and wrong links. Default: the process's. */
  throttleNow?: () => number
  freeWebhookTargets?: WebhookDependencies['freeTargets']
  /** Of this process and of others. */
  warnings?: (() => { name: string; text: string }[]) | undefined
  /** Which databases remote lists may read, and how long. Default: public ones, for the usual times. */
  remote?: RemoteRules
  /** Which providers people can log in with. Default: those on the public internet. */
  providers?: ProviderRules
  version?: string
  /** If absent, the routes of the local mailbox do not exist. */
  mailbox?: { mailbox: Pick<Mailbox, 'list' | 'read'>; token: string } | undefined
}

const noProviders: ProviderRules = { allow: [], allowLoopback: false }

const defaultBaseUrl = 'http://127.0.0.1:8080'

export async function registerApi(app: FastifyInstance, deps: ApiDependencies): Promise<void> {
  answerUnknownRoutes(app)
  const { database, secrets } = deps
  const route = createRouter(app, database, secrets, deps.rateLimits)
  const pageTokens = createPageTokens(secrets)
  const baseUrl = deps.baseUrl ?? defaultBaseUrl
  audienceRoutes(route, deps, pageTokens)
  subscriberExportRoutes(route, { ...deps, baseUrl })
  sendingRoutes(route, deps, pageTokens)
  const reach = {
    allow: deps.importFiles?.allow ?? [],
    allowLoopback: deps.importFiles?.allowLoopback ?? false,
  }
  campaignDraftRoutes(route)
  campaignCheckRoutes(route, {
    origin: baseUrl,
    links: reach,
    remote: { secrets, rules: rulesOf(deps) },
  })
  resourceRoutes(route, deps)
  assetRoutes(route, { baseUrl, pictures: reach })
  attachmentRoutes(route)
  brandRoutes(route, { baseUrl })
  webFormRoutes(route, { baseUrl })
  apiKeyRoutes(route, { secrets, pageTokens, revealApiKeys: deps.revealApiKeys ?? 'always' })
  organizationRoutes(route, {
    pageTokens,
    autoSubscriberManagement: deps.autoSubscriberManagement ?? false,
  })
  auditEventRoutes(route, pageTokens)
  planRoutes(route, secrets, baseUrl)
  approvalRoutes(route, secrets)
  mcpRoutes(app, route, { baseUrl, version: deps.version })
  scimRoutes(app, route, { database, baseUrl })
  oauthRoutes(app, { database, secrets, baseUrl })
  const documents = createClientDocuments(deps.providers ?? noProviders)
  assistantGrantRoutes(route, { secrets, baseUrl, documents })
  systemHealthRoute(route, { ...deps, warnings: () => (deps.warnings?.() ?? []).map(({ text }) => text) })
  overviewRoutes(route)
  const logInParts = createLogInParts(secrets, linkMailLimits, deps.throttleNow)
  userRoutes(route, logInParts)
  userRoleRoutes(route)
  sessionRoutes(route, logInParts, featuresOf(deps))
  setUpRoutes(route, logInParts, featuresOf(deps))
  ownUserRoutes(route, logInParts)
  secondFactorRoutes(route, logInParts)
  passkeyRoutes(route, { ...logInParts, baseUrl }, featuresOf(deps))
  const singleSignOn = createSingleSignOn({ secrets, baseUrl, rules: deps.providers ?? noProviders })
  logInProviderRoutes(route, singleSignOn)
  singleSignOnRoutes(route, singleSignOn, featuresOf(deps))
  singleSignOnPages(app, { ...singleSignOn, database })
  healthRoutes(app, { sql: database, spool: deps.spool, warnings: () => namesOf(deps.warnings?.() ?? []) })
  pageRoutes(app)
  consoleRoutes(app)
  if (deps.mailbox !== undefined) mailboxRoutes(app, deps.mailbox)
  setPasswordPages(app, { ...logInParts, database, baseUrl })
  exportDownloads(app, { database: deps.publicPages?.database ?? database, secrets, spool: deps.spool })
  publicAssets(app, deps.publicPages?.database ?? database)
  publicRoutes(app, { database, secrets, baseUrl, ...deps.publicPages })
}

function featuresOf(deps: ApiDependencies): Features {
  return {
    sends_mail: deps.sendsMail ?? false,
    auto_subscriber_management: deps.autoSubscriberManagement ?? false,
    sender_domains: deps.senderDomains ?? 'open',
    reveal_api_keys: deps.revealApiKeys ?? 'always',
    upload_bytes_max: deps.uploadBytesMax ?? uploadBytesMaxDefault,
  }
}

const uploadBytesMaxDefault = 20 * 1024 ** 3

function audienceRoutes(route: Router, deps: ApiDependencies, pageTokens: PageTokens): void {
  mailingListRoutes(route)
  listPreferenceRoutes(route)
  customFieldRoutes(route)
  subscriberRoutes(route, pageTokens)
  subscriberPauseRoutes(route)
  unsubscribeRoutes(route, deps.secrets)
  erasureRoutes(route, deps.secrets)
  personalDataRoutes(route, deps.secrets)
  subscriberImportRoutes(route, deps)
  const { spool, uploadBytesMax = uploadBytesMaxDefault, importFiles } = deps
  const parts = { spool, writers: createUploadWriters(), bytesMax: uploadBytesMax }
  const uploadDir = importFiles?.uploadDir ?? ''
  uploadRoutes(route, parts, uploadDir)
  importRowRoutes(route, { spool, uploadDir }, pageTokens)
  subscriberCountRoutes(route)
  segmentRoutes(route)
}

function sendingRoutes(
  route: Router,
  { secrets, freeWebhookTargets, baseUrl = defaultBaseUrl }: ApiDependencies,
  pageTokens: PageTokens,
): void {
  autoresponderRoutes(route)
  autoresponderDeliveryRoutes(route, secrets)
  sequenceRoutes(route)
  campaignRoutes(route)
  allCampaignsRoutes(route)
  campaignReportRoutes(route, secrets)
  campaignTimelineRoutes(route)
  peopleRoutes(route, pageTokens)
  outcomeRoutes(route)
  autoresponderOutcomeRoutes(route)
  previewRoutes(route)
  templateRoutes(route)
  sendingCreditRoutes(route)
  creditLedgerRoutes(route)
  sendingBrakeRoutes(route)
  messagesSentRoutes(route)
  systemCampaignRoutes(route)
  jobRoutes(route)
  messageStreamRoutes(route)
  messageRoutes(route, { secrets, baseUrl })
  webhookRoutes(route, { secrets, freeTargets: freeWebhookTargets })
}

function rulesOf({ remote }: ApiDependencies): RemoteRules {
  return remote ?? { allow: [], own: [], limits: remoteLimits }
}

function resourceRoutes(route: Router, deps: ApiDependencies): void {
  const { secrets, dnsServers = [] } = deps
  const rules = rulesOf(deps)
  virtualMtaRoutes(route, secrets)
  urlDomainRoutes(route)
  bounceEmailRoutes(route)
  suppressionListRoutes(route)
  seedListRoutes(route)
  sendingRuleRoutes(route)
  databaseConnectionRoutes(route, { secrets, rules })
  remoteQueryRoutes(route, { secrets, rules })
  const lookUpTxt = createTxtLookup(dnsServers)
  dkimKeyRoutes(route, secrets, lookUpTxt)
  senderDomainRoutes(route, lookUpTxt)
}
