/**
 * What a user of the role `standard` may be allowed, resource by resource (specification, section 2.4). Reading what
 * has no permission of its own is open to every user of the organization; administrators and API keys may do all of it.
 */
export const permissionNames = {
  mailing_list: ['create', 'update', 'delete'],
  subscriber: ['create', 'update', 'delete', 'read', 'import', 'export'],
  segmentation_criteria: ['create', 'update', 'delete'],
  autoresponder: ['create', 'update', 'delete', 'update_state', 'read_stats'],
  web_form: ['create', 'update', 'delete'],
  custom_field: ['create', 'update', 'delete'],
  campaign: ['create', 'update', 'delete', 'send', 'update_state', 'read_stats'],
  'campaign/template': ['create', 'update', 'delete'],
  seed_list: ['create', 'update', 'delete'],
} as const

export type PermissionKey = keyof typeof permissionNames

/** `subscriber.import`. */
export type Permission = {
  [Key in PermissionKey]: `${Key}.${(typeof permissionNames)[Key][number]}`
}[PermissionKey]

/** What a user has; a resource that is missing: nothing of it. */
export type Permissions = { [Key in PermissionKey]?: (typeof permissionNames)[Key][number][] }

export function allows(permissions: Permissions, permission: Permission): boolean {
  const [key = '', name = ''] = permission.split('.')
  return (permissions as Partial<Record<string, string[]>>)[key]?.includes(name) === true
}
