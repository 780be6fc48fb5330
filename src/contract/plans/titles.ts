/** What calls that may need an approval are called where people decide about them: in mails and in the console. */
export const callTitles: Readonly<Record<string, string>> = {
  createCampaign: 'Send a campaign',
  updateCampaign: 'Send a campaign',
  resumeCampaign: 'Send a campaign that was paused',
  createAutoresponder: 'Start an autoresponder',
  updateAutoresponder: 'Start or change an autoresponder',
  createAutoresponderStep: 'Add a message to an autoresponder that is on',
  updateAutoresponderStep: 'Change a message of an autoresponder that is on',
  updateSegment: 'Change whom an autoresponder that is on writes to',
  createSubscriberImport: 'Import people',
  importDryRun: 'Import people, as counted before',
  createSubscriberExport: 'Export people',
  createBulkChange: 'Change many people',
  deleteMailingList: 'Delete a list with its people',
  eraseSubscriber: 'Erase a person for good',
  createApiKey: 'Make an API key',
  updateApiKey: 'Change an API key',
  rotateApiKey: 'Give an API key a new value',
  createUser: 'Make a user',
  updateUser: 'Change a user',
  deleteUser: 'Delete a user',
  inviteUser: 'Invite a user again',
  deleteUserTotp: 'Take the second factor from a user',
  createUserRole: 'Make a role',
  updateUserRole: 'Change a role',
  deleteUserRole: 'Delete a role',
  createLogInProvider: 'Add a provider for the log-in',
  updateLogInProvider: 'Change a provider for the log-in',
  deleteLogInProvider: 'Remove a provider for the log-in',
  updateApprovalRules: 'Change what needs an approval',
  createWebhook: 'Make a webhook',
  updateWebhook: 'Change a webhook',
  updateSuppressionList: 'Change a suppression list',
  deleteSuppressionList: 'Delete a suppression list',
  deleteSuppressedAddress: 'Remove a suppressed address',
  deleteMessageSuppression: 'Remove a suppressed address of a stream',
}

/** @param subject the name of what it is about; '': it has none */
export function titleOfCall(endpoint: string, subject: string): string {
  const title = Object.hasOwn(callTitles, endpoint) ? callTitles[endpoint] : undefined
  const words = title ?? 'Another change'
  return subject === '' ? words : `${words}: ${subject}`
}

/** The beginning of the refusal of a call that needs an approval, by which the console knows it. */
export const approvalIsNeeded = 'this needs the approval of a second person'
