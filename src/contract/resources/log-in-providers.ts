import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice, flag, idField, line, name, text, urlText, whole } from '../api/fields.ts'
import { permissionsSchema } from '../users/endpoints.ts'
import { userChanges } from '../users/input.ts'
import { listIdsInput } from '../users/rights.ts'
import { parseDomain } from '../values/hosts.ts'
import { resourceEndpoints } from './endpoints.ts'

/** Below the address of the server, followed by the id of the organization. */
export const providerPaths = { callback: '/log_in/callback', ended: '/log_in/ended' } as const

/** A provider makes no system administrators. */
export const mappedRoles = ['standard', 'organization_admin'] as const
export type MappedRole = (typeof mappedRoles)[number]

const described = {
  email_domains:
    'The domains of the addresses that log in with the provider. The organization must have proven each of them, or a domain above it (sender domains). Other people cannot log in with it.',
  for_all_organizations:
    'Whether users of all organizations can log in with it: only for a provider of the System Organization. Default: false.',
  required:
    'Whether users of the organization can log in only with this provider. Users with emergency_log_in keep their password. Default: false.',
  creates_users: 'Whether people who have no user yet get one at their first log-in. Default: true.',
  permissions: 'What people may do whose user the provider creates. Default: nothing.',
  role_id:
    'The role of the organization that people get whose user the provider creates, instead of permissions. Default: null, none.',
  groups_claim: 'The claim with the groups of a person. Default: groups.',
  group_rights:
    'The rights of groups, of the claim and of those that SCIM keeps (named by displayName or externalId). If there are any, each log-in and each change of a group by SCIM sets role, role_id, permissions and, where a group names some, mailing_list_ids anew: permissions, and those of all groups of the person. Users with emergency_log_in and system administrators keep theirs. Default: none.',
  back_channel_log_out:
    'Whether the provider calls log_out_uri when somebody logs out there. Otherwise a session ends after session_minutes. Default: false.',
  session_minutes:
    'After how many minutes a session ends, 5 to 1440, if the provider does not call log_out_uri. Default: 60.',
}

const groupRightsSchema = z.object({
  group: z.string(),
  role: z.enum(mappedRoles),
  permissions: permissionsSchema,
  role_id: z.int().nullish(),
  mailing_list_ids: z.array(z.int()).nullish(),
})

export const logInProviderSchema = z
  .object({
    id: z.int(),
    name: z.string().meta({ description: 'What the button of the log-in says after “Continue with”.' }),
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean(),
    active: z.boolean(),
    email_domains: z.array(z.string()).meta({ description: described.email_domains }),
    for_all_organizations: z.boolean().meta({ description: described.for_all_organizations }),
    required: z.boolean().meta({ description: described.required }),
    creates_users: z.boolean().meta({ description: described.creates_users }),
    permissions: permissionsSchema,
    role_id: z.int().nullable().meta({ description: described.role_id }),
    groups_claim: z.string().meta({ description: described.groups_claim }),
    group_rights: z.array(groupRightsSchema).meta({ description: described.group_rights }),
    back_channel_log_out: z.boolean().meta({ description: described.back_channel_log_out }),
    session_minutes: z.int().meta({ description: described.session_minutes }),
    redirect_uri: z.string().meta({ description: 'The address to register with the provider.' }),
    log_out_uri: z
      .string()
      .meta({ description: 'The address to register with the provider for the back-channel log-out.' }),
  })
  .meta({ id: 'LogInProvider' })

const issuer = urlText(500).transform((value, context) => {
  const parsed = URL.canParse(value.trim()) ? new URL(value.trim()) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    context.addIssue('must be the https address of the provider')
    return z.NEVER
  }
  const isPlain =
    parsed.username === '' && parsed.password === '' && parsed.search === '' && parsed.hash === ''
  if (!isPlain) context.addIssue('cannot contain a user name, a password, a query or a fragment')
  // As it was given: providers compare it letter by letter.
  return value.trim()
})

const domain = text(300).transform((value, context) => {
  const parsed = parseDomain(value)
  if (parsed === null) context.addIssue('has a domain that is not valid')
  return parsed ?? z.NEVER
})

const permissions = userChanges.shape.permissions

const groupRights = z.object({
  group: line(300).meta({ description: 'The group, as the claim spells it.' }),
  role: choice(mappedRoles)
    .optional()
    .transform((value) => value ?? 'standard')
    .meta({ description: 'The role of its members. Default: standard.' }),
  permissions: permissions
    .transform((value) => value ?? {})
    .meta({ description: 'What its members may do. Default: nothing.' }),
  role_id: idField.nullish().meta({
    description:
      'The role of the organization that its members get, instead of permissions; who is in several groups gets that of the first one. Default: null, none.',
  }),
  mailing_list_ids: listIdsInput.nullish().meta({
    description:
      'The mailing lists that its members see; who is in several groups sees those of all. null: all lists. If any group names some, who is in no group sees none. Default: null.',
  }),
})

export const logInProviderInput = z.object({
  name: name(60).meta({ description: 'What the button of the log-in says after “Continue with”.' }),
  issuer: issuer.meta({
    description:
      'The issuer of OpenID Connect, as the provider spells it: its metadata are below it, at .well-known/openid-configuration.',
  }),
  client_id: line(300)
    .refine((value) => value.trim() !== '', 'cannot be blank')
    .meta({ description: 'The id of the client that the provider has made for this server.' }),
  client_secret: line(1000).nullish().meta({
    description: 'The secret of that client. Answers never contain it. Default: null, none.',
    writeOnly: true,
  }),
  active: flag.optional().meta({ description: 'Whether people can log in with it. Default: true.' }),
  email_domains: z.array(domain).max(50).optional().meta({ description: described.email_domains }),
  for_all_organizations: flag.optional().meta({ description: described.for_all_organizations }),
  required: flag.optional().meta({ description: described.required }),
  creates_users: flag.optional().meta({ description: described.creates_users }),
  permissions: permissions.meta({ description: described.permissions }),
  role_id: idField.nullish().meta({ description: described.role_id }),
  groups_claim: line(100)
    .refine((value) => value.trim() !== '', 'cannot be blank')
    .optional()
    .meta({ description: described.groups_claim }),
  group_rights: z.array(groupRights).max(100).optional().meta({ description: described.group_rights }),
  back_channel_log_out: flag.optional().meta({ description: described.back_channel_log_out }),
  session_minutes: whole(5, 1440).optional().meta({ description: described.session_minutes }),
})
export const logInProviderChanges = logInProviderInput.partial()

export type LogInProviderInput = z.output<typeof logInProviderInput>
export type LogInProviderChanges = z.output<typeof logInProviderChanges>

const kind = resourceEndpoints<LogInProviderInput, LogInProviderChanges>({
  name: 'LogInProvider',
  path: 'log_in_providers',
  tag: 'Log-in',
  one: 'provider for the log-in',
  many: 'providers for the log-in (OpenID Connect)',
  param: ':id',
  wrapper: 'log_in_provider',
  record: logInProviderSchema,
  input: logInProviderInput,
  changes: logInProviderChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'organization_admin', write: 'organization_admin' },
})

export const logInProviderSelection = { filters: kind.filters, orders: kind.orders }

export const logInProviderEndpoints = {
  ...kind.own,
  remove: {
    ...kind.own.remove,
    summary: 'Delete a provider for the log-in, end its sessions and forget who has logged in with it',
  },
  test: endpoint({
    id: 'testLogInProvider',
    tag: 'Log-in',
    role: 'organization_admin',
    method: 'POST',
    path: 'log_in_providers/:id/test',
    idempotencyKey: false,
    costly: true,
    summary: 'Show whether a provider for the log-in answers as it should; nothing is changed there',
    paged: 'none',
    data: z
      .object({
        works: z.boolean(),
        problem: z.string().nullable().meta({ description: 'Why not, and what to do. null: it works.' }),
        offers_log_out: z
          .boolean()
          .meta({ description: 'Whether the provider offers the back-channel log-out.' }),
      })
      .meta({ id: 'LogInProviderTest' }),
  }),
}
