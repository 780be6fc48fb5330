import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { alwaysApproved, perhapsApproved } from '../../../src/contract/plans/rules.ts'
import { figure } from '../../harness/watching/figure.ts'

const bySystem = endpoints.filter(({ role }) => role === 'system_admin').map(({ id }) => id)
const ofOwnAccount = endpoints
  .filter(({ ofOwnAccount: isOwn, role }) => isOwn === true || role === 'anyone')
  .map(({ id }) => id)

/** Why nobody has to approve a call. Whoever adds an endpoint finds the reason, or gives it an approval. */
const notHeld: Record<string, readonly string[]> = {
  'system administrators act from outside (decision 112)': bySystem,
  'it is about the own account, or begins without one': ofOwnAccount,
  'it takes rights or sessions away, and can be given back by a call that needs one': [
    'deleteApiKey',
    'revokeApiKey',
    'deleteUserSessions',
  ],
  'it lets somebody try passwords again, who has to know one': ['deleteUserLockout'],
  'DNS proves a domain, and a provider that names it needs an approval': [
    'createSenderDomain',
    'deleteSenderDomain',
    'verifySenderDomain',
    'createDkimKey',
    'updateDkimKey',
    'deleteDkimKey',
    'checkDkimKey',
  ],
  'it is the approval itself': ['createPlan', 'applyPlan', 'approvePlan', 'refusePlan'],
  'it changes nothing': [
    'testLogInProvider',
    'renderAutoresponder',
    'renderCampaign',
    'renderMessage',
    'previewRemoteQuery',
    'previewSegment',
    'previewBulkChange',
    'inspectSubscriberImport',
  ],
  'it only stops, or waits': [
    'pauseCampaign',
    'cancelCampaign',
    'deleteCampaign',
    'deleteCampaignDraft',
    'deleteAutoresponder',
    'deleteAutoresponderStep',
    'removeAutoresponderPlace',
    'pauseSubscriberImport',
    'cancelSubscriberImport',
    'cancelSubscriberExport',
    'endSubscriberExportFile',
    'cancelBulkChange',
    'cancelMessage',
    'deleteWebhook',
    'deleteWebForm',
    'deleteSegment',
    'updateSubscriberPause',
    'unsubscribeSubscriber',
    'createSuppressedAddresses',
    'createSuppressionList',
    'createMessageSuppression',
  ],
  'what was approved goes on, and is compared when it starts': [
    'resumeCampaign',
    'unpauseSubscriberImport',
    'resendUncertainDeliveries',
    'resendUncertainAutoresponderDeliveries',
  ],
  'a campaign is compared with its approval when it starts, and fails without one': [
    'saveCampaignDraft',
    'scheduleCampaignDraft',
  ],
  'it takes back what an import did': ['undoSubscriberImport'],
  'tests and transactional messages are not held (decision 112)': [
    'sendCampaignPreview',
    'sendAutoresponderPreview',
    'createMessage',
    'createMessages',
    'resendMessage',
  ],
  'people who are added one by one, and up to 1,000 in a call, are not held (decision 112)': [
    'createSubscriber',
    'updateSubscriber',
    'deleteSubscriber',
    'writeSubscriberBatch',
    'triggerAutoresponders',
  ],
  'it goes to an address that was approved': [
    'rotateWebhookSecret',
    'testWebhook',
    'deliverWebhook',
    'replayWebhook',
  ],
  'it prepares what is held when it is sent, or how it looks': [
    'createMailingList',
    'updateMailingList',
    'createSegment',
    'createTemplate',
    'updateTemplate',
    'deleteTemplate',
    'createSeedList',
    'updateSeedList',
    'deleteSeedList',
    'createCustomField',
    'createGlobalCustomField',
    'updateCustomField',
    'deleteCustomField',
    'orderCustomFields',
    'orderGlobalCustomFields',
    'promoteCustomField',
    'createMessageStream',
    'updateMessageStream',
    'deleteMessageStream',
    'createMessageTemplate',
    'updateMessageTemplate',
    'deleteMessageTemplate',
    'createWebForm',
    'updateWebForm',
    'createSpecialSendingRule',
    'updateSpecialSendingRule',
    'deleteSpecialSendingRule',
    'createAttachment',
    'createAsset',
    'copyAsset',
    'deleteAsset',
    'deleteUpload',
    'updateBrand',
    'updateListBrand',
    'updateListPreferences',
    'updatePublicTexts',
    'updateOrganization',
  ],
}

test('every call that changes something needs an approval, or has a reason why not', () => {
  const changing: string[] = endpoints.filter(({ method }) => method !== 'GET').map(({ id }) => id)
  const reading: string[] = endpoints.filter(({ method }) => method === 'GET').map(({ id }) => id)
  const said = [...Object.keys(alwaysApproved), ...perhapsApproved, ...Object.values(notHeld).flat()]
  const counted = new Map(said.map((id) => [id, said.filter((one) => one === id).length]))
  expect(changing.filter((id) => !counted.has(id))).toEqual([])
  expect(said.filter((id) => !changing.includes(id) && !reading.includes(id))).toEqual([])
  const system: readonly string[] = bySystem
  // System administrators step in, about their own account.
  const twice = [...counted].filter(([id, times]) => times > 1 && !system.includes(id)).map(([id]) => id)
  expect(twice).toEqual([])
  const always = Object.keys(alwaysApproved).length
  figure(`${changing.length} calls: ${always} always held, ${perhapsApproved.length} by what they do`)
})
