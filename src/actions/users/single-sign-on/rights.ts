import type { MappedRole } from '../../../contract/resources/log-in-providers.ts'
import { permissionsIn, type Permissions } from '../../../contract/users/permissions.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import type { LogInProviderRow } from '../../../store/resources/log-in-providers.ts'
import type { Person } from '../../../store/users/identities.ts'
import { updateUser } from '../../../store/users/rows.ts'

export type MappedRights = {
  role: MappedRole
  permissions: Permissions
  role_id: number | null
  /** undefined: the groups say nothing of lists. */
  mailing_list_ids: number[] | null | undefined
}

type Mapping = Pick<LogInProviderRow, 'permissions' | 'role_id' | 'groups_claim' | 'group_rights'>

/** The groups that a log-in names. A claim that is no list of names counts as none. */
export function groupsIn({ groups_claim: name }: Mapping, claims: Record<string, unknown>): string[] {
  const claim = claims[name]
  return (Array.isArray(claim) ? (claim as unknown[]) : [claim]).filter((one) => typeof one === 'string')
}

/** What a person may do by their groups: the first of them with a role of the organization gives it. */
export function rightsOf(mapping: Mapping, groups: readonly string[]): MappedRights {
  const names = new Set(groups)
  const held = mapping.group_rights.filter(({ group }) => names.has(group))
  return {
    role: held.some(({ role }) => role === 'organization_admin') ? 'organization_admin' : 'standard',
    permissions: permissionsIn([mapping.permissions, ...held.map(({ permissions }) => permissions)]),
    role_id: held.find(({ role_id: id }) => id != null)?.role_id ?? mapping.role_id,
    mailing_list_ids: listsOf(mapping, held),
  }
}

/** Those of all groups of the person, so that one group less is never more. */
function listsOf(
  { group_rights: rights }: Mapping,
  held: Mapping['group_rights'],
): MappedRights['mailing_list_ids'] {
  if (rights.every(({ mailing_list_ids: ids }) => ids == null)) return undefined
  if (held.some(({ mailing_list_ids: ids }) => ids == null)) return null
  const ids = held.flatMap(({ mailing_list_ids: some }) => some ?? [])
  return [...new Set(ids)].toSorted((one, other) => one - other)
}

type Mapped = Pick<
  Person,
  'organization_id' | 'id' | 'role' | 'permissions' | 'role_id' | 'mailing_list_ids' | 'emergency_log_in'
>

/**
 * The one place where a provider changes what a user may do. Who can log in without the provider keeps their rights, and a
 * provider makes and unmakes no system administrator.
 * @returns what has changed
 */
export async function applyRights(
  sql: Transaction,
  person: Mapped,
  { role, permissions, role_id: roleId, mailing_list_ids: lists = person.mailing_list_ids }: MappedRights,
): Promise<string[]> {
  if (person.role === 'system_admin' || person.emergency_log_in) return []
  const isSame = JSON.stringify(permissionsIn([person.permissions])) === JSON.stringify(permissions)
  const changed = [
    ...(person.role === role ? [] : ['role']),
    ...(isSame ? [] : ['permissions']),
    ...(person.role_id === roleId ? [] : ['role_id']),
    ...(JSON.stringify(person.mailing_list_ids) === JSON.stringify(lists) ? [] : ['mailing_list_ids']),
  ]
  if (changed.length > 0)
    await updateUser(sql, person.organization_id, person.id, {
      role,
      permissions,
      role_id: roleId,
      mailing_list_ids: lists,
    })
  return changed
}
