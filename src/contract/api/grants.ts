import type { Right } from '../users/right-names.ts'
import { ungranted } from './ungranted.ts'

/**
 * What a limited caller meets. lists: the rows of the granted lists, by row-level security (migrations/064-list-grants.sql).
 * shared: belongs to the organization and shows nothing of a list. whole: refused. own: what the caller itself has made; what is
 * inside of it needs the right of that. account: about the caller. system: needs a system administrator, who is never limited.
 * public: needs no credential.
 */
export type Reach = 'lists' | 'shared' | 'whole' | 'own' | 'account' | 'system' | 'public'

/** Without a right, no caller who acts by rights may call it. One of several is enough. */
type Grant = readonly [reach: Reach, right?: Right | readonly Right[]]

/** Every endpoint; one that is missing does not compile. */
export const grants = {
  ...ungranted,
  // Subscriber imports
  listSubscriberImports: ['lists', 'subscriber.import'],
  listSubscriberImportsOfList: ['lists', 'subscriber.import'],
  createSubscriberImport: ['lists', 'subscriber.import'],
  inspectSubscriberImport: ['lists', 'subscriber.import'],
  showSubscriberImport: ['lists', 'subscriber.import'],
  watchSubscriberImport: ['lists', 'subscriber.import'],
  pauseSubscriberImport: ['lists', 'subscriber.import'],
  unpauseSubscriberImport: ['lists', 'subscriber.import'],
  cancelSubscriberImport: ['lists', 'subscriber.import'],
  importDryRun: ['lists', 'subscriber.import'],
  undoSubscriberImport: ['lists', 'subscriber.import'],
  showSubscriberImportUndoLog: ['lists', 'subscriber.import'],
  showSubscriberImportLog: ['lists', 'subscriber.import'],
  listSubscriberImportRows: ['lists', 'subscriber.import'],
  showSubscriberImportFailures: ['lists', 'subscriber.import'],
  previewSubscriberImportUndo: ['lists', 'subscriber.import'],
  // Uploads
  listUploads: ['lists', 'subscriber.import'],
  listUploadDirectoryFiles: ['whole', 'subscriber.import'],
  showUpload: ['lists', 'subscriber.import'],
  deleteUpload: ['lists', 'subscriber.import'],
  // Subscriber exports
  listSubscriberExports: ['lists', 'subscriber.export'],
  listSubscriberExportsOfList: ['lists', 'subscriber.export'],
  createSubscriberExport: ['lists', 'subscriber.export'],
  showSubscriberExport: ['lists', 'subscriber.export'],
  watchSubscriberExport: ['lists', 'subscriber.export'],
  cancelSubscriberExport: ['lists', 'subscriber.export'],
  endSubscriberExportFile: ['lists', 'subscriber.export'],
  // Mailing lists
  listMailingLists: ['lists', 'mailing_list.read'],
  createMailingList: ['whole', 'mailing_list.create'],
  showMailingList: ['lists', 'mailing_list.read'],
  showMailingListGrowth: ['lists', 'mailing_list.read'],
  updateMailingList: ['lists', 'mailing_list.update'],
  createMailingListDeleteCode: ['lists', 'mailing_list.delete'],
  deleteMailingList: ['lists', 'mailing_list.delete'],
  // Custom fields
  listCustomFields: ['lists', 'custom_field.read'],
  createCustomField: ['lists', 'custom_field.create'],
  listDeletedCustomFields: ['lists', 'custom_field.read'],
  listGlobalCustomFields: ['shared', 'custom_field.read'],
  createGlobalCustomField: ['whole', 'custom_field.create'],
  listDeletedGlobalCustomFields: ['shared', 'custom_field.read'],
  showCustomField: ['lists', 'custom_field.read'],
  showCustomFieldUses: ['lists', 'custom_field.read'],
  updateCustomField: ['lists', 'custom_field.update'],
  deleteCustomField: ['lists', 'custom_field.delete'],
  promoteCustomField: ['whole', 'custom_field.update'],
  orderCustomFields: ['lists', 'custom_field.update'],
  orderGlobalCustomFields: ['whole', 'custom_field.update'],
  // Subscribers
  listSubscribers: ['lists', 'subscriber.read'],
  createSubscriber: ['lists', 'subscriber.create'],
  writeSubscriberBatch: ['lists', 'subscriber.create'],
  updateSubscriber: ['lists', 'subscriber.update'],
  showSubscribers: ['lists', 'subscriber.read'],
  deleteSubscriber: ['lists', 'subscriber.delete'],
  listSubscribersByEmail: ['lists', 'subscriber.read'],
  searchSubscribers: ['lists', 'subscriber.read'],
  listSubscriberEvents: ['lists', 'subscriber.read'],
  showPersonalData: ['lists', 'subscriber.export'],
  createBulkChange: ['lists', ['subscriber.update', 'subscriber.delete', 'subscriber.create']],
  previewBulkChange: ['lists', 'subscriber.read'],
  listBulkChanges: ['lists', 'subscriber.read'],
  showBulkChange: ['lists', 'subscriber.read'],
  cancelBulkChange: ['lists', ['subscriber.update', 'subscriber.delete', 'subscriber.create']],
  eraseSubscriber: ['whole', 'subscriber.erase'],
  triggerAutoresponders: ['lists', 'subscriber.create'],
  showSubscriberCounts: ['lists', 'subscriber.read'],
  // Autoresponders
  listAutoresponders: ['lists', 'autoresponder.read'],
  createAutoresponder: ['lists', 'autoresponder.create'],
  showAutoresponder: ['lists', 'autoresponder.read'],
  updateAutoresponder: ['lists', ['autoresponder.update', 'autoresponder.update_state']],
  deleteAutoresponder: ['lists', 'autoresponder.delete'],
  showAutoresponderStatistics: ['lists', 'autoresponder.read_stats'],
  listUncertainAutoresponderDeliveries: ['lists', 'subscriber.read'],
  resendUncertainAutoresponderDeliveries: ['lists', 'autoresponder.update_state'],
  listAutoresponderSteps: ['lists', 'autoresponder.read'],
  createAutoresponderStep: ['lists', 'autoresponder.update'],
  showAutoresponderStep: ['lists', 'autoresponder.read'],
  updateAutoresponderStep: ['lists', 'autoresponder.update'],
  deleteAutoresponderStep: ['lists', 'autoresponder.update'],
  showAutoresponderSequence: ['lists', 'autoresponder.read_stats'],
  listAutoresponderPlaces: ['lists', 'subscriber.read'],
  removeAutoresponderPlace: ['lists', 'subscriber.update'],
  // Subscribers
  listSubscriberPlaces: ['lists', 'subscriber.read'],
  // Campaigns
  listAllCampaigns: ['lists', 'campaign.read'],
  listCampaigns: ['lists', 'campaign.read'],
  createCampaign: ['lists', 'campaign.create'],
  showCampaign: ['lists', 'campaign.read'],
  showCampaignDraft: ['lists', 'campaign.read'],
  saveCampaignDraft: ['lists', 'campaign.update'],
  deleteCampaignDraft: ['lists', 'campaign.update'],
  scheduleCampaignDraft: ['lists', 'campaign.update'],
  updateCampaign: ['lists', 'campaign.update'],
  deleteCampaign: ['lists', 'campaign.delete'],
  pauseCampaign: ['lists', 'campaign.update_state'],
  resumeCampaign: ['lists', 'campaign.update_state'],
  cancelCampaign: ['lists', 'campaign.update_state'],
  renderCampaign: ['lists', 'campaign.update'],
  checkCampaign: ['lists', 'campaign.update'],
  listLinkStats: ['lists', 'campaign.read_stats'],
  showCampaignTimeline: ['lists', 'campaign.read_stats'],
  showCampaignDomains: ['lists', 'campaign.read_stats'],
  showCampaignComparison: ['lists', 'campaign.read_stats'],
  listCampaignPeople: ['lists', 'subscriber.read'],
  // Autoresponders
  listAutoresponderPeople: ['lists', 'subscriber.read'],
  // Subscribers
  listCampaignOutcomes: ['lists', 'subscriber.read'],
  listAutoresponderOutcomes: ['lists', 'subscriber.read'],
  // Campaigns
  listUncertainDeliveries: ['lists', 'subscriber.read'],
  resendUncertainDeliveries: ['lists', 'campaign.send'],
  sendCampaignPreview: ['lists', 'campaign.update'],
  // Autoresponders
  sendAutoresponderPreview: ['lists', 'autoresponder.update'],
  renderAutoresponder: ['lists', ['autoresponder.create', 'autoresponder.update']],
  checkAutoresponder: ['lists', ['autoresponder.update', 'autoresponder.update_state']],
  // Campaign templates
  listTemplates: ['lists', 'campaign/template.read'],
  createTemplate: ['lists', 'campaign/template.create'],
  showTemplate: ['lists', 'campaign/template.read'],
  updateTemplate: ['lists', 'campaign/template.update'],
  deleteTemplate: ['lists', 'campaign/template.delete'],
  // Segments
  listSegments: ['lists', 'segmentation_criteria.read'],
  listSegmentsOfList: ['lists', 'segmentation_criteria.read'],
  createSegment: ['lists', 'segmentation_criteria.create'],
  showSegment: ['lists', 'segmentation_criteria.read'],
  updateSegment: ['lists', 'segmentation_criteria.update'],
  deleteSegment: ['lists', 'segmentation_criteria.delete'],
  previewSegment: ['lists', 'subscriber.read'],
  showSegmentUses: ['lists', 'segmentation_criteria.read'],
  // Mailing lists
  previewRemoteQuery: ['lists', ['campaign.create', 'campaign.update']],
  // Organizations
  listOrganizations: ['shared', 'organization.read'],
  showOrganization: ['shared', 'organization.read'],
  updateOrganization: ['whole', 'organization.update'],
  dailyMessagesSent: ['whole', 'organization.read'],
  monthlyMessagesSent: ['whole', 'organization.read'],
  dailyMessagesSentCsv: ['whole', 'organization.read'],
  monthlyMessagesSentCsv: ['whole', 'organization.read'],
  // Sending credits
  listOwnCreditLedger: ['whole', 'organization.read'],
  // Sending brake
  showOwnSendingBrake: ['whole', 'organization.read'],
  // API keys
  listApiKeys: ['whole'],
  createApiKey: ['whole'],
  showApiKey: ['whole'],
  updateApiKey: ['whole'],
  deleteApiKey: ['whole'],
  rotateApiKey: ['whole'],
  revokeApiKey: ['whole'],
  // Virtual MTAs
  listVirtualMtas: ['shared', 'virtual_mta.read'],
  showVirtualMta: ['shared', 'virtual_mta.read'],
  // Pictures
  listAssets: ['shared', 'campaign.read'],
  createAsset: ['shared', ['campaign.create', 'campaign.update']],
  copyAsset: ['shared', ['campaign.create', 'campaign.update']],
  showAssetUses: ['whole', 'campaign.read'],
  deleteAsset: ['whole', 'campaign.delete'],
  // Attachments
  createAttachment: [
    'lists',
    ['campaign.create', 'campaign.update', 'autoresponder.create', 'autoresponder.update'],
  ],
  showAttachment: ['lists', ['campaign.read', 'autoresponder.read']],
  // Brand
  showBrand: ['shared', 'brand.read'],
  updateBrand: ['whole', 'brand.update'],
  showListBrand: ['lists', 'brand.read'],
  updateListBrand: ['lists', 'mailing_list.update'],
  // Preferences
  showListPreferences: ['lists', 'mailing_list.read'],
  updateListPreferences: ['lists', 'mailing_list.update'],
  showPublicTexts: ['lists', 'mailing_list.read'],
  updatePublicTexts: ['lists', 'mailing_list.update'],
  showSubscriberPause: ['lists', 'subscriber.read'],
  updateSubscriberPause: ['lists', 'subscriber.update'],
  // URL domains
  listUrlDomains: ['shared', 'url_domain.read'],
  showUrlDomain: ['shared', 'url_domain.read'],
  // Bounce emails
  listBounceEmails: ['shared', 'bounce_email.read'],
  showBounceEmail: ['shared', 'bounce_email.read'],
  // Suppression lists
  listSuppressionLists: ['shared', 'suppression_list.read'],
  showSuppressionList: ['shared', 'suppression_list.read'],
  createSuppressionList: ['whole', 'suppression_list.create'],
  updateSuppressionList: ['whole', 'suppression_list.update'],
  deleteSuppressionList: ['whole', 'suppression_list.delete'],
  listSuppressedAddresses: ['whole', 'suppression_list.read'],
  createSuppressedAddresses: ['whole', 'suppression_list.create'],
  findSuppressions: ['whole', 'suppression_list.read'],
  deleteSuppressedAddress: ['whole', 'suppression_list.delete'],
  // Seed lists
  listSeedLists: ['shared', 'seed_list.read'],
  showSeedList: ['shared', 'seed_list.read'],
  createSeedList: ['whole', 'seed_list.create'],
  updateSeedList: ['whole', 'seed_list.update'],
  deleteSeedList: ['whole', 'seed_list.delete'],
  // Special sending rules
  listSpecialSendingRules: ['shared', 'special_sending_rule.read'],
  showSpecialSendingRule: ['shared', 'special_sending_rule.read'],
  createSpecialSendingRule: ['whole', 'special_sending_rule.create'],
  updateSpecialSendingRule: ['whole', 'special_sending_rule.update'],
  deleteSpecialSendingRule: ['whole', 'special_sending_rule.delete'],
  showSpecialSendingRuleUses: ['whole', 'special_sending_rule.read'],
  // DKIM keys
  listDkimKeys: ['whole', 'dkim_key.read'],
  createDkimKey: ['whole', 'dkim_key.create'],
  showDkimKey: ['whole', 'dkim_key.read'],
  updateDkimKey: ['whole', 'dkim_key.update'],
  deleteDkimKey: ['whole', 'dkim_key.delete'],
  checkDkimKey: ['whole', 'dkim_key.update'],
  // Sender domains
  listSenderDomains: ['whole', 'sender_domain.read'],
  showSenderDomain: ['whole', 'sender_domain.read'],
  createSenderDomain: ['whole', 'sender_domain.create'],
  deleteSenderDomain: ['whole', 'sender_domain.delete'],
  verifySenderDomain: ['whole', 'sender_domain.create'],
  // Web forms
  listWebForms: ['lists', 'web_form.read'],
  createWebForm: ['lists', 'web_form.create'],
  showWebForm: ['lists', 'web_form.read'],
  updateWebForm: ['lists', 'web_form.update'],
  deleteWebForm: ['lists', 'web_form.delete'],
  // Jobs
  listJobs: ['lists', 'job.read'],
  listUnfinishedJobs: ['lists', 'job.read'],
  watchChanges: ['lists', 'job.read'],
  // Messages
  listMessageStatistics: ['shared', 'message.read'],
  listMessages: ['shared', 'message.read'],
  createMessage: ['shared', 'message.create'],
  createMessages: ['shared', 'message.create'],
  renderMessage: ['shared', ['message.create', 'message_template.update']],
  showMessage: ['shared', 'message.read'],
  cancelMessage: ['shared', 'message.create'],
  resendMessage: ['shared', 'message.create'],
  listMessageStreams: ['shared', 'message_stream.read'],
  showMessageStream: ['shared', 'message_stream.read'],
  createMessageStream: ['whole', 'message_stream.create'],
  updateMessageStream: ['whole', 'message_stream.update'],
  deleteMessageStream: ['whole', 'message_stream.delete'],
  showMessageStreamStatistics: ['shared', 'message.read'],
  listMessageSuppressions: ['shared', 'message.read'],
  createMessageSuppression: ['whole', 'message_stream.update'],
  deleteMessageSuppression: ['whole', 'message_stream.update'],
  listMessageTemplates: ['shared', 'message_template.read'],
  showMessageTemplate: ['shared', 'message_template.read'],
  createMessageTemplate: ['shared', 'message_template.create'],
  updateMessageTemplate: ['shared', 'message_template.update'],
  deleteMessageTemplate: ['whole', 'message_template.delete'],
  // Webhooks
  listWebhooks: ['lists', 'webhook.read'],
  createWebhook: ['lists', 'webhook.create'],
  showWebhook: ['lists', 'webhook.read'],
  updateWebhook: ['lists', 'webhook.update'],
  deleteWebhook: ['lists', 'webhook.delete'],
  rotateWebhookSecret: ['lists', 'webhook.update'],
  testWebhook: ['lists', 'webhook.update'],
  listDeadEvents: ['lists', 'webhook.read'],
  deliverWebhook: ['lists', 'webhook.update'],
  replayWebhook: ['lists', 'webhook.update'],
  listWebhookDeliveries: ['lists', 'webhook.read'],
  // Subscribers
  unsubscribeSubscriber: ['lists', 'subscriber.update'],
  // Users
  listLogInProviders: ['whole'],
  showLogInProvider: ['whole'],
  createLogInProvider: ['whole'],
  updateLogInProvider: ['whole'],
  deleteLogInProvider: ['whole'],
  testLogInProvider: ['whole'],
  listUsers: ['whole'],
  createUser: ['whole'],
  showUser: ['whole'],
  updateUser: ['whole'],
  deleteUser: ['whole'],
  deleteUserTotp: ['whole'],
  deleteUserLockout: ['whole'],
  deleteUserSessions: ['whole'],
  inviteUser: ['whole'],
  listUserRoles: ['whole'],
  createUserRole: ['whole'],
  showUserRole: ['whole'],
  updateUserRole: ['whole'],
  deleteUserRole: ['whole'],
  // Overview
  showOverview: ['lists', 'overview.read'],
  search: ['lists', 'overview.read'],
  // Audit log
  listAuditEvents: ['whole', 'audit_event.read'],
  // Plans: a key with rights of its own, and who sees some lists, see what they have planned themselves.
  createPlan: ['own'],
  listPlans: ['own'],
  showPlan: ['own'],
  applyPlan: ['own'],
  approvePlan: ['own'],
  refusePlan: ['own'],
  listApprovalRules: ['whole'],
  updateApprovalRules: ['whole'],
} as const satisfies Record<string, Grant>

/** Tests have some of their own. */
export type EndpointId = keyof typeof grants | `test${string}`

/** Closed for an endpoint that the table does not have. */
export function grantOf(id: EndpointId): Grant {
  return (grants as Partial<Record<string, Grant>>)[id] ?? ['whole']
}
