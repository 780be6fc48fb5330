import type { QuotaMode } from '../../contract/organizations/input.ts'
import type { OrganizationPermissions, PermissionMode } from '../../contract/organizations/permissions.ts'

export type OrganizationColumns = {
  name: string
  active: boolean
  anniversary_day: number
  time_zone: string
  time_zone_label: string | null
  html_header: string
  html_footer: string
  text_header: string
  text_footer: string
  custom_headers: string
  distribute_removals: boolean
  unsub_suppression_list_id: number | null
  bounce_suppression_list_id: number | null
  scomp_suppression_list_id: number | null
  sending_quota_mode: QuotaMode
  sending_quota_limit: number | null
  sending_quota_overage: number
  sending_quota_notify: boolean
  subscriber_quota_mode: Exclude<QuotaMode, 'fixed_credits'>
  subscriber_quota_limit: number | null
  subscriber_quota_overage: number
  subscriber_quota_notify: boolean
  forced_unsub_tag_mode: OrganizationPermissions['forced_unsub_tag_mode']
  virtual_mta_mode: PermissionMode
  bounce_email_mode: PermissionMode
  bounce_email_user_id: number | null
  bounce_email_domain_id: number | null
  url_domain_mode: PermissionMode
  url_domain_id: number | null
  email_address_mode: PermissionMode
  special_sending_rule_mode: PermissionMode
  speed_mode: PermissionMode
  can_edit_header_and_footer: boolean
  can_embed_pictures: boolean
  can_attach_files: boolean
}

export type ColumnChanges = Partial<OrganizationColumns>

/** The API's field for each column. The compiler reports a missing column. */
const columnFields = {
  name: 'name',
  active: 'active',
  anniversary_day: 'anniversary_day',
  time_zone: 'time_zone_name',
  time_zone_label: 'time_zone_name',
  html_header: 'html_header',
  html_footer: 'html_footer',
  text_header: 'text_header',
  text_footer: 'text_footer',
  custom_headers: 'custom_headers',
  distribute_removals: 'auto_subscriber_management',
  unsub_suppression_list_id: 'auto_subscriber_management',
  bounce_suppression_list_id: 'auto_subscriber_management',
  scomp_suppression_list_id: 'auto_subscriber_management',
  sending_quota_mode: 'sending_quota',
  sending_quota_limit: 'sending_quota',
  sending_quota_overage: 'sending_quota',
  sending_quota_notify: 'sending_quota',
  subscriber_quota_mode: 'subscriber_quota',
  subscriber_quota_limit: 'subscriber_quota',
  subscriber_quota_overage: 'subscriber_quota',
  subscriber_quota_notify: 'subscriber_quota',
  forced_unsub_tag_mode: 'permissions',
  virtual_mta_mode: 'permissions',
  bounce_email_mode: 'permissions',
  bounce_email_user_id: 'permissions',
  bounce_email_domain_id: 'permissions',
  url_domain_mode: 'permissions',
  url_domain_id: 'permissions',
  email_address_mode: 'permissions',
  special_sending_rule_mode: 'permissions',
  speed_mode: 'permissions',
  can_edit_header_and_footer: 'permissions',
  can_embed_pictures: 'permissions',
  can_attach_files: 'permissions',
} as const satisfies Record<keyof OrganizationColumns, string>

type ColumnFields = typeof columnFields

type PlainField = {
  [Name in keyof ColumnFields]: ColumnFields[Name] extends Name ? Name : never
}[keyof ColumnFields]

export const columnNames = Object.keys(columnFields) as (keyof ColumnFields)[]

const plainFields = columnNames.filter((name): name is PlainField => columnFields[name] === name)

export function plainOf<Source extends { [Name in PlainField]?: unknown }>(
  source: Source,
): Pick<Source, PlainField> {
  return Object.fromEntries(plainFields.map((name) => [name, source[name]]))
}

export function fieldsOf(changes: ColumnChanges): string[] {
  const names = Object.keys(changes) as (keyof ColumnFields)[]
  return [...new Set(names.map((name) => columnFields[name]))]
}

type Quota = { mode: QuotaMode; limit: number | null; overage: number; notify: boolean }

export const quotaFields = ['sending_quota', 'subscriber_quota'] as const
export type QuotaField = (typeof quotaFields)[number]

export function quotaColumns(field: QuotaField, quota: Quota | null | undefined): ColumnChanges {
  return Object.fromEntries(Object.entries(quota ?? {}).map(([part, value]) => [`${field}_${part}`, value]))
}
