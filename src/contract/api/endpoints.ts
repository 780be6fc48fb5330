import { listAuditEvents, listOrganizationAuditEvents } from '../audit-events.ts'
import * as apiKeys from '../api-keys.ts'
import {
  listUncertainAutoresponderDeliveries,
  resendUncertainAutoresponderDeliveries,
} from '../autoresponders/deliveries.ts'
import * as places from '../autoresponders/sequence-places.ts'
import * as steps from '../autoresponders/sequence-steps.ts'
import { showAutoresponderStatistics } from '../autoresponders/statistics.ts'
import * as brake from '../accounting/sending-brake.ts'
import * as autoresponders from '../autoresponders/endpoints.ts'
import * as customFields from '../lists/custom-fields.ts'
import { listAllCampaigns } from '../campaigns/all-lists.ts'
import { showCampaignDomains, showCampaignTimeline } from '../campaigns/timeline.ts'
import { checkAutoresponder, checkCampaign, renderAutoresponder, renderCampaign } from '../campaigns/check.ts'
import * as drafts from '../campaigns/drafts.ts'
import { showCampaignComparison } from '../campaigns/results/comparison.ts'
import { listAutoresponderOutcomes } from '../autoresponders/outcomes.ts'
import { listCampaignOutcomes } from '../campaigns/results/outcomes.ts'
import { listAutoresponderPeople, listCampaignPeople } from '../campaigns/results/people.ts'
import * as campaignReports from '../campaigns/reports.ts'
import * as campaigns from '../campaigns/endpoints.ts'
import * as templates from '../campaigns/templates.ts'
import * as messages from '../messages/endpoints.ts'
import { streamEndpoints } from '../messages/streams.ts'
import { listMessageStatistics, showMessageStreamStatistics } from '../messages/statistics.ts'
import * as messageSuppressions from '../messages/suppressions.ts'
import { messageTemplateEndpoints } from '../messages/templates.ts'
import type { Endpoint } from './endpoint.ts'
import { planEndpoints } from '../plans/endpoints.ts'
import {
  dailyMessagesSent,
  dailyMessagesSentCsv,
  monthlyMessagesSent,
  monthlyMessagesSentCsv,
} from '../accounting/messages-sent.ts'
import { listSystemCampaigns } from '../campaigns/system-list.ts'
import { showCustomFieldUses } from '../lists/field-uses.ts'
import * as mailingLists from '../lists/endpoints.ts'
import * as forms from '../lists/forms/endpoints.ts'
import * as sessions from '../users/sessions.ts'
import { assistantGrantEndpoints } from '../users/assistant-grants.ts'
import { passkeyEndpoints } from '../users/passkeys.ts'
import { singleSignOnEndpoints } from '../users/single-sign-on.ts'
import { setUpEndpoints } from '../users/set-up.ts'
import { showOwnUser, updateOwnUser } from '../users/current.ts'
import { showOverview } from '../organizations/overview.ts'
import { search } from '../organizations/search.ts'
import * as organizations from '../organizations/endpoints.ts'
import { listCreditLedger, listOwnCreditLedger } from '../accounting/credit-ledger.ts'
import { eraseSubscriber } from '../subscribers/erasure.ts'
import { sendAutoresponderPreview, sendCampaignPreview } from '../campaigns/previews.ts'
import * as subscriberExports from '../exports/endpoints.ts'
import * as subscriberImports from '../imports/endpoints.ts'
import { showSubscriberImportFailures } from '../imports/failures.ts'
import { listSubscriberImportRows, previewSubscriberImportUndo } from '../imports/rows.ts'
import { deleteUpload, listUploadDirectoryFiles, listUploads, showUpload } from '../imports/uploads.ts'
import {
  addSendingCredits,
  removeSendingCredits,
  setSendingCredits,
  showSendingCredits,
} from '../accounting/credits.ts'
import {
  createSubscriber,
  deleteSubscriber,
  listSubscribers,
  listSubscribersByEmail,
  showSubscribers,
  updateSubscriber,
} from '../subscribers/endpoints.ts'
import { writeSubscriberBatch } from '../subscribers/batch.ts'
import * as bulkChanges from '../subscribers/bulk-changes.ts'
import { listSubscriberEvents } from '../subscribers/history.ts'
import { showPersonalData } from '../subscribers/personal-data.ts'
import { searchSubscribers } from '../subscribers/search.ts'
import { triggerAutoresponders } from '../autoresponders/trigger.ts'
import { unsubscribeSubscriber } from '../subscribers/unsubscribe.ts'
import * as users from '../users/endpoints.ts'
import * as assets from '../resources/assets.ts'
import * as attachments from '../resources/attachments.ts'
import * as listPreferences from '../lists/preferences.ts'
import * as publicTexts from '../lists/public-texts.ts'
import * as pauses from '../subscribers/pause.ts'
import * as brands from '../resources/brands.ts'
import { bounceEmailEndpoints } from '../resources/bounce-emails.ts'
import { databaseConnectionEndpoints, testDatabaseConnection } from '../resources/database-connections.ts'
import * as dkimKeys from '../resources/dkim-keys.ts'
import { logInProviderEndpoints } from '../resources/log-in-providers.ts'
import { userRoleEndpoints } from '../users/roles.ts'
import { senderDomainEndpoints } from '../resources/sender-domains.ts'
import {
  createSegment,
  deleteSegment,
  listSegments,
  listSegmentsOfList,
  showSegment,
  updateSegment,
} from '../segments/endpoints.ts'
import { previewRemoteQuery } from '../lists/remote-query.ts'
import { previewSegment, showSegmentUses } from '../segments/preview.ts'
import { seedListEndpoints } from '../resources/seed-lists.ts'
import { sendingRuleEndpoints, showSendingRuleUses } from '../resources/special-sending-rules.ts'
import { suppressedAddressEndpoints } from '../resources/suppressed-addresses.ts'
import { suppressionListEndpoints } from '../resources/suppression-lists.ts'
import { urlDomainEndpoints } from '../resources/url-domains.ts'
import { virtualMtaEndpoints } from '../resources/virtual-mtas.ts'
import * as webhooks from '../webhooks.ts'
import { showHealth } from '../jobs/health.ts'
import * as jobs from '../jobs/list.ts'
import { showSubscriberCounts, showSubscriberCountsOfOrganization } from '../subscribers/counts.ts'

/** In the order of the reference page. A test fails if the server routes an endpoint that is missing here. */
export const endpoints: readonly Endpoint[] = [
  subscriberImports.listSubscriberImports,
  subscriberImports.listSubscriberImportsOfList,
  subscriberImports.createSubscriberImport,
  subscriberImports.inspectSubscriberImport,
  subscriberImports.showSubscriberImport,
  subscriberImports.watchSubscriberImport,
  subscriberImports.pauseSubscriberImport,
  subscriberImports.unpauseSubscriberImport,
  subscriberImports.cancelSubscriberImport,
  subscriberImports.importDryRun,
  subscriberImports.undoSubscriberImport,
  subscriberImports.showSubscriberImportUndoLog,
  subscriberImports.showSubscriberImportLog,
  listSubscriberImportRows,
  showSubscriberImportFailures,
  previewSubscriberImportUndo,
  listUploads,
  listUploadDirectoryFiles,
  showUpload,
  deleteUpload,
  subscriberExports.listSubscriberExports,
  subscriberExports.listSubscriberExportsOfList,
  subscriberExports.createSubscriberExport,
  subscriberExports.showSubscriberExport,
  subscriberExports.watchSubscriberExport,
  subscriberExports.cancelSubscriberExport,
  subscriberExports.endSubscriberExportFile,
  mailingLists.listMailingLists,
  mailingLists.createMailingList,
  mailingLists.showMailingList,
  mailingLists.showMailingListGrowth,
  mailingLists.updateMailingList,
  mailingLists.createMailingListDeleteCode,
  mailingLists.deleteMailingList,
  customFields.listCustomFields,
  customFields.createCustomField,
  customFields.listDeletedCustomFields,
  customFields.listGlobalCustomFields,
  customFields.createGlobalCustomField,
  customFields.listDeletedGlobalCustomFields,
  customFields.showCustomField,
  showCustomFieldUses,
  customFields.updateCustomField,
  customFields.deleteCustomField,
  customFields.promoteCustomField,
  customFields.orderCustomFields,
  customFields.orderGlobalCustomFields,
  listSubscribers,
  createSubscriber,
  writeSubscriberBatch,
  updateSubscriber,
  showSubscribers,
  deleteSubscriber,
  listSubscribersByEmail,
  searchSubscribers,
  listSubscriberEvents,
  showPersonalData,
  bulkChanges.createBulkChange,
  bulkChanges.previewBulkChange,
  bulkChanges.listBulkChanges,
  bulkChanges.showBulkChange,
  bulkChanges.cancelBulkChange,
  eraseSubscriber,
  triggerAutoresponders,
  showSubscriberCounts,
  showSubscriberCountsOfOrganization,
  autoresponders.listAutoresponders,
  autoresponders.createAutoresponder,
  autoresponders.showAutoresponder,
  autoresponders.updateAutoresponder,
  autoresponders.deleteAutoresponder,
  showAutoresponderStatistics,
  listUncertainAutoresponderDeliveries,
  resendUncertainAutoresponderDeliveries,
  steps.listSteps,
  steps.createStep,
  steps.showStep,
  steps.updateStep,
  steps.deleteStep,
  places.showSequence,
  places.listPlaces,
  places.removePlace,
  places.listPlacesOfSubscriber,
  listAllCampaigns,
  campaigns.listCampaigns,
  campaigns.createCampaign,
  campaigns.showCampaign,
  campaigns.updateCampaign,
  campaigns.deleteCampaign,
  campaigns.pauseCampaign,
  campaigns.resumeCampaign,
  campaigns.cancelCampaign,
  drafts.showCampaignDraft,
  drafts.saveCampaignDraft,
  drafts.deleteCampaignDraft,
  drafts.scheduleCampaignDraft,
  renderCampaign,
  checkCampaign,
  campaignReports.listLinkStats,
  showCampaignTimeline,
  showCampaignDomains,
  showCampaignComparison,
  listCampaignPeople,
  listAutoresponderPeople,
  listCampaignOutcomes,
  listAutoresponderOutcomes,
  campaignReports.listUncertainDeliveries,
  campaignReports.resendUncertainDeliveries,
  sendCampaignPreview,
  sendAutoresponderPreview,
  renderAutoresponder,
  checkAutoresponder,
  templates.listTemplates,
  templates.createTemplate,
  templates.showTemplate,
  templates.updateTemplate,
  templates.deleteTemplate,
  listSegments,
  listSegmentsOfList,
  createSegment,
  showSegment,
  updateSegment,
  deleteSegment,
  previewSegment,
  showSegmentUses,
  previewRemoteQuery,
  organizations.listOrganizations,
  organizations.createOrganization,
  organizations.showOrganization,
  organizations.updateOrganization,
  organizations.createOrganizationDeleteCode,
  organizations.deleteOrganization,
  dailyMessagesSent,
  monthlyMessagesSent,
  dailyMessagesSentCsv,
  monthlyMessagesSentCsv,
  showSendingCredits,
  addSendingCredits,
  removeSendingCredits,
  setSendingCredits,
  listOwnCreditLedger,
  listCreditLedger,
  brake.showOwnSendingBrake,
  brake.showSendingBrake,
  brake.updateSendingBrake,
  brake.releaseSendingBrake,
  listSystemCampaigns,
  apiKeys.listApiKeys,
  apiKeys.createApiKey,
  apiKeys.showApiKey,
  apiKeys.updateApiKey,
  apiKeys.deleteApiKey,
  apiKeys.rotateApiKey,
  apiKeys.revokeApiKey,
  apiKeys.listOrganizationApiKeys,
  apiKeys.createOrganizationApiKey,
  apiKeys.showOrganizationApiKey,
  apiKeys.updateOrganizationApiKey,
  apiKeys.deleteOrganizationApiKey,
  apiKeys.rotateOrganizationApiKey,
  ...Object.values(virtualMtaEndpoints.own),
  ...Object.values(virtualMtaEndpoints.granted),
  assets.listAssets,
  assets.createAsset,
  assets.copyAsset,
  assets.showAssetUses,
  assets.deleteAsset,
  attachments.createAttachment,
  attachments.showAttachment,
  brands.showBrand,
  brands.updateBrand,
  brands.showListBrand,
  brands.updateListBrand,
  listPreferences.showListPreferences,
  listPreferences.updateListPreferences,
  publicTexts.showPublicTexts,
  publicTexts.updatePublicTexts,
  pauses.showSubscriberPause,
  pauses.updateSubscriberPause,
  ...Object.values(urlDomainEndpoints.own),
  ...Object.values(urlDomainEndpoints.granted),
  ...Object.values(bounceEmailEndpoints.own),
  ...Object.values(bounceEmailEndpoints.granted),
  ...Object.values(suppressionListEndpoints.own),
  ...Object.values(suppressionListEndpoints.granted),
  ...Object.values(suppressedAddressEndpoints.own),
  ...Object.values(suppressedAddressEndpoints.granted),
  ...Object.values(seedListEndpoints.own),
  ...Object.values(seedListEndpoints.granted),
  ...Object.values(sendingRuleEndpoints.own),
  ...Object.values(sendingRuleEndpoints.granted),
  showSendingRuleUses,
  ...Object.values(databaseConnectionEndpoints.own),
  testDatabaseConnection,
  dkimKeys.listDkimKeys,
  dkimKeys.createDkimKey,
  dkimKeys.showDkimKey,
  dkimKeys.updateDkimKey,
  dkimKeys.deleteDkimKey,
  dkimKeys.checkDkimKey,
  ...Object.values(senderDomainEndpoints),
  forms.listWebForms,
  forms.createWebForm,
  forms.showWebForm,
  forms.updateWebForm,
  forms.deleteWebForm,
  jobs.listJobs,
  jobs.listUnfinishedJobs,
  jobs.listJobsOfOrganization,
  jobs.listUnfinishedJobsOfOrganization,
  jobs.listJobsEverywhere,
  jobs.listUnfinishedJobsEverywhere,
  jobs.watchChanges,
  showHealth,
  ...Object.values(planEndpoints),
  messages.listMessages,
  messages.createMessage,
  messages.createMessages,
  messages.renderMessage,
  messages.showMessage,
  messages.cancelMessage,
  messages.resendMessage,
  ...Object.values(streamEndpoints.own),
  showMessageStreamStatistics,
  listMessageStatistics,
  messageSuppressions.listMessageSuppressions,
  messageSuppressions.createMessageSuppression,
  messageSuppressions.deleteMessageSuppression,
  ...Object.values(messageTemplateEndpoints.own),
  webhooks.listWebhooks,
  webhooks.createWebhook,
  webhooks.showWebhook,
  webhooks.updateWebhook,
  webhooks.deleteWebhook,
  webhooks.rotateWebhookSecret,
  webhooks.testWebhook,
  webhooks.deliverWebhook,
  webhooks.listDeadEvents,
  webhooks.replayWebhook,
  webhooks.listWebhookDeliveries,
  unsubscribeSubscriber,
  users.listUsers,
  users.createUser,
  users.showUser,
  users.updateUser,
  users.deleteUser,
  users.deleteUserTotp,
  users.deleteUserLockout,
  users.deleteUserSessions,
  users.inviteUser,
  users.listUsersOfOrganization,
  users.createUserOfOrganization,
  users.showUserOfOrganization,
  users.updateUserOfOrganization,
  users.deleteUserOfOrganization,
  users.deleteUserTotpOfOrganization,
  users.deleteUserLockoutOfOrganization,
  users.deleteUserSessionsOfOrganization,
  users.inviteUserOfOrganization,
  showOverview,
  search,
  ...Object.values(userRoleEndpoints.own),
  ...Object.values(logInProviderEndpoints),
  ...singleSignOnEndpoints,
  ...passkeyEndpoints,
  ...assistantGrantEndpoints,
  ...setUpEndpoints,
  sessions.createSession,
  sessions.showCurrentSession,
  sessions.deleteCurrentSession,
  sessions.stepInto,
  sessions.stepOut,
  showOwnUser,
  updateOwnUser,
  sessions.listSessions,
  sessions.deleteSession,
  sessions.deleteOtherSessions,
  sessions.createPasswordReset,
  sessions.setPassword,
  ...sessions.totpEndpoints,
  listAuditEvents,
  listOrganizationAuditEvents,
]
