import type { PermissionKey } from '../../../src/contract/users/permissions.ts'
import type { RightKey } from '../../../src/contract/users/right-names.ts'
import { count } from '../../design/figures.ts'

export const roleWords = {
  title: 'Roles',
  lead: 'What users with a role may do. A change applies at once to everybody who has it.',
  create: 'New role',
  name: 'Name',
  users: 'Users',
  administrators:
    'Administrators need no role: they can do everything here, and only they change users, roles and keys.',
  none: { title: 'No roles', text: 'Each user then has permissions of their own.' },
  new: { title: 'New role', submit: 'Create the role' },
  may: 'What it allows',
  save: 'Save the role',
  count: (users: number) => `${count(users)} ${users === 1 ? 'user has' : 'users have'} this role.`,
  remove: {
    open: 'Delete the role …',
    title: (name: string) => `Delete ${name}?`,
    text: 'Nobody has it. This cannot be undone.',
    action: 'Delete the role',
  },
  resources: {
    webhook: 'Webhooks',
    suppression_list: 'Suppression',
    special_sending_rule: 'Sending rules',
    brand: 'Brand',
    virtual_mta: 'Routes',
    url_domain: 'Link domains',
    bounce_email: 'Bounce addresses',
    dkim_key: 'DKIM keys',
    sender_domain: 'Sender domains',
    organization: 'Organization',
    job: 'Jobs',
    overview: 'Overview',
    audit_event: 'Audit log',
  } satisfies Record<Exclude<RightKey, PermissionKey | 'scim'>, string>,
}
