/**
 * Permissions of the role `standard` (specification, section 2.4). All users of the organization can read resources
 * without a `read` permission; administrators and API keys have all permissions.
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
  message: ['create', 'read'],
  message_stream: ['create', 'update', 'delete'],
  message_template: ['create', 'update', 'delete'],
} as const

export type PermissionKey = keyof typeof permissionNames

/** For example `subscriber.import`. */
export type Permission = {
  [Key in PermissionKey]: `${Key}.${(typeof permissionNames)[Key][number]}`
}[PermissionKey]

/** A missing resource means no permission. */
export type Permissions = { [Key in PermissionKey]?: (typeof permissionNames)[Key][number][] }

/** The permissions that one of several sets of rights has, in the order of the names. */
export function permissionsIn(sets: readonly object[]): Permissions {
  const entries = Object.entries(permissionNames).flatMap(([key, names]) => {
    const given = sets.flatMap((one) => (one as Record<string, readonly string[] | undefined>)[key] ?? [])
    const kept = names.filter((name) => given.includes(name))
    return kept.length === 0 ? [] : [[key, kept]]
  })
  // Each key has its own names; the filter keeps only those.
  return Object.fromEntries(entries) as Permissions
}
