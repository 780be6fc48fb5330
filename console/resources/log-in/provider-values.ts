import type { z } from 'zod'
import type { logInProviderSchema, MappedRole } from '../../../src/contract/resources/log-in-providers.ts'
import type { Permissions } from '../../../src/contract/users/permissions.ts'

export type LogInProvider = z.output<typeof logInProviderSchema>

export type GroupValues = {
  group: string
  role: MappedRole
  permissions: Permissions
  role_id?: number | null | undefined
  mailing_list_ids?: number[] | null | undefined
}

/** The values of the fields. */
export type ProviderValues = {
  name: string
  issuer: string
  client_id: string
  client_secret: string
  active: boolean
  email_domains: string
  for_all_organizations: boolean
  required: boolean
  creates_users: boolean
  permissions: Permissions
  role_id: number | null
  groups_claim: string
  group_rights: GroupValues[]
  back_channel_log_out: boolean
  session_minutes: string
}

export const emptyProvider: ProviderValues = {
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  active: true,
  email_domains: '',
  for_all_organizations: false,
  required: false,
  creates_users: true,
  permissions: {},
  role_id: null,
  groups_claim: 'groups',
  group_rights: [],
  back_channel_log_out: false,
  session_minutes: '60',
}

export function valuesOf(provider: LogInProvider): ProviderValues {
  const { id: _, has_client_secret: _has, redirect_uri: _redirect, log_out_uri: _logOut, ...rest } = provider
  return {
    ...rest,
    client_secret: '',
    email_domains: rest.email_domains.join(', '),
    session_minutes: String(rest.session_minutes),
    // The contract describes them by its own names.
    permissions: rest.permissions,
    group_rights: rest.group_rights,
  }
}

/** An empty secret is none for a new provider, and leaves that of a known one alone. */
export function bodyOf({ client_secret: secret, email_domains: domains, ...values }: ProviderValues) {
  const { session_minutes: minutes, ...rest } = values
  return {
    ...rest,
    email_domains: domains.split(/[\s,;]+/).filter((one) => one !== ''),
    session_minutes: minutes.trim() === '' ? 60 : Number(minutes),
    ...(secret === '' ? {} : { client_secret: secret }),
  }
}
