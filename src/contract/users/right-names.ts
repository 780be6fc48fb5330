import { permissionNames } from './permissions.ts'

/**
 * What keys and roles can allow: the permissions of users, and what those have without one or not at all. Keys, users and
 * roles are not among them: who could change them could give themselves everything. `scim` is for keys alone (docs/scim.md).
 */
export const rightNames = {
  mailing_list: ['read', ...permissionNames.mailing_list],
  subscriber: [...permissionNames.subscriber, 'erase'],
  segmentation_criteria: ['read', ...permissionNames.segmentation_criteria],
  autoresponder: ['read', ...permissionNames.autoresponder],
  web_form: ['read', ...permissionNames.web_form],
  custom_field: ['read', ...permissionNames.custom_field],
  campaign: ['read', ...permissionNames.campaign],
  'campaign/template': ['read', ...permissionNames['campaign/template']],
  seed_list: ['read', ...permissionNames.seed_list],
  message: permissionNames.message,
  message_stream: ['read', ...permissionNames.message_stream],
  message_template: ['read', ...permissionNames.message_template],
  webhook: ['read', 'create', 'update', 'delete'],
  suppression_list: ['read', 'create', 'update', 'delete'],
  special_sending_rule: ['read', 'create', 'update', 'delete'],
  brand: ['read', 'update'],
  virtual_mta: ['read'],
  url_domain: ['read'],
  bounce_email: ['read'],
  dkim_key: ['read', 'create', 'update', 'delete'],
  sender_domain: ['read', 'create', 'delete'],
  organization: ['read', 'update'],
  job: ['read'],
  overview: ['read'],
  audit_event: ['read'],
  scim: ['provision'],
} as const

export type RightKey = keyof typeof rightNames

/** For example `webhook.create`. Every permission is one. */
export type Right = {
  [Key in RightKey]: `${Key}.${(typeof rightNames)[Key][number]}`
}[RightKey]

/** A missing resource means no right. */
export type Rights = { [Key in RightKey]?: (typeof rightNames)[Key][number][] }

/** Of one set of rights, however its resources and names are ordered. null: no set. */
export function textOfRights(rights: Rights | null): string {
  if (rights === null) return ''
  return Object.entries(rights)
    .flatMap(([key, names]) => names.map((name) => `${key}.${name}`))
    .toSorted()
    .join(' ')
    .concat('.')
}

export function allows(rights: Rights, right: Right): boolean {
  const [key = '', name = ''] = right.split('.')
  return (rights as Partial<Record<string, string[]>>)[key]?.includes(name) === true
}
