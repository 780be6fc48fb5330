import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import type { EndpointId } from '../api/grants.ts'
import { choice, idField, text, whole } from '../api/fields.ts'

/** What an organization lets nobody do alone. */
export const approvalKinds = [
  'campaign',
  'autoresponder',
  'import',
  'export',
  'bulk_change',
  'erasure',
  'api_key',
  'rights',
  'webhook',
  'suppression',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** Calls that need an approval whatever they do. The others need it for what follows from them. */
export const alwaysApproved: Readonly<Record<string, ApprovalKind>> = {
  eraseSubscriber: 'erasure',
  createApiKey: 'api_key',
  updateApiKey: 'api_key',
  rotateApiKey: 'api_key',
  createUser: 'rights',
  updateUser: 'rights',
  deleteUser: 'rights',
  inviteUser: 'rights',
  deleteUserTotp: 'rights',
  createUserRole: 'rights',
  updateUserRole: 'rights',
  deleteUserRole: 'rights',
  createLogInProvider: 'rights',
  updateLogInProvider: 'rights',
  deleteLogInProvider: 'rights',
  updateApprovalRules: 'rights',
  createWebhook: 'webhook',
  updateWebhook: 'webhook',
  updateSuppressionList: 'suppression',
  deleteSuppressionList: 'suppression',
  deleteSuppressedAddress: 'suppression',
  deleteMessageSuppression: 'suppression',
} satisfies Partial<Record<EndpointId, ApprovalKind>>

/** They may need one, by what they do: a measure tells (src/actions/plans/measure.ts). */
export const perhapsApproved: readonly EndpointId[] = [
  'createCampaign',
  'updateCampaign',
  'createAutoresponder',
  'updateAutoresponder',
  'createAutoresponderStep',
  'updateAutoresponderStep',
  'updateSegment',
  'createSubscriberImport',
  'importDryRun',
  'createSubscriberExport',
  'createBulkChange',
  'deleteMailingList',
]

const ids = z.array(idField).max(100, 'has more than 100 ids')

export const approvalRuleInput = z.object({
  kind: choice(approvalKinds).meta({
    description:
      'What needs an approval. campaign: sending one. autoresponder: what an active one sends. import, export, bulk_change: for more people than above; the deletion of a list is a bulk change. erasure. api_key: making, changing or rotating one. rights: users, roles, providers for the log-in, and these rules. webhook: making or changing one. suppression: changing or deleting a suppression list, and removing an address.',
  }),
  mailing_list_id: idField
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: 'Only for this list. Default: null, for all.' }),
  above: whole(0, 2_000_000_000)
    .nullish()
    .transform((value) => value ?? 0)
    .meta({ description: 'Up to this number of people nobody needs to approve it. Default: 0.' }),
  approver_user_ids: ids
    .nullish()
    .transform((value) => value ?? [])
    .meta({
      description:
        'The users who may approve, never their own requests. Default: none named, all administrators of the organization.',
    }),
  emergency_user_ids: ids
    .nullish()
    .transform((value) => value ?? [])
    .meta({
      description:
        'The users who may do it without an approval in an emergency, which is recorded and mailed to all who may approve. Default: nobody.',
    }),
})
export type ApprovalRule = z.output<typeof approvalRuleInput>

const ruleSchema = z
  .object({
    kind: z.enum(approvalKinds),
    mailing_list_id: z.int().nullable(),
    above: z.int(),
    approver_user_ids: z.array(z.int()),
    emergency_user_ids: z.array(z.int()),
  })
  .meta({ id: 'ApprovalRule' })

const common = {
  tag: 'Plans',
  role: 'organization_admin',
  paged: 'none',
  path: 'approval_rules',
  data: z.array(ruleSchema),
} as const

export const listApprovalRules = endpoint({
  ...common,
  id: 'listApprovalRules',
  method: 'GET',
  summary: 'List what needs the approval of a second person',
})

export const updateApprovalRules = endpoint({
  ...common,
  id: 'updateApprovalRules',
  method: 'PUT',
  summary: 'Replace the rules about what needs the approval of a second person',
  body: z.object({
    approval_rules: z
      .array(approvalRuleInput)
      .max(200, 'has more than 200 rules')
      .meta({ description: 'All rules. None: nothing needs an approval.' }),
  }),
})

export const reasonInput = z.object({
  reason: text(1_000)
    .nullish()
    .transform((value) => (value ?? '').trim())
    .meta({ description: 'Why, for the one who asked and for the audit log. Default: empty.' }),
})
