import type { MappedRole } from '../../../contract/resources/log-in-providers.ts'
import { permissionsIn, type Permissions } from '../../../contract/users/permissions.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import type { LogInProviderRow } from '../../../store/resources/log-in-providers.ts'
import type { Person } from '../../../store/users/identities.ts'
import { updateUser } from '../../../store/users/rows.ts'

export type MappedRights = { role: MappedRole; permissions: Permissions; role_id: number | null }

type Mapping = Pick<LogInProviderRow, 'permissions' | 'role_id' | 'groups_claim' | 'group_rights'>

/** What a person may do by the groups that the provider names: the first of them with a role of the organization gives it. A claim that is no list of names counts as none. */
export function rightsOf(mapping: Mapping, claims: Record<string, unknown>): MappedRights {
  const claim = claims[mapping.groups_claim]
  const groups = new Set((Array.isArray(claim) ? claim : [claim]).filter((one) => typeof one === 'string'))
  const held = mapping.group_rights.filter(({ group }) => groups.has(group))
  return {
    role: held.some(({ role }) => role === 'organization_admin') ? 'organization_admin' : 'standard',
    permissions: permissionsIn([mapping.permissions, ...held.map(({ permissions }) => permissions)]),
    role_id: held.find(({ role_id: id }) => id != null)?.role_id ?? mapping.role_id,
  }
}

/**
 * The one place where a provider changes what a user may do. Who can log in without the provider keeps their rights, and a
 * provider makes and unmakes no system administrator.
 * @returns what has changed
 */
export async function applyRights(
  sql: Transaction,
  person: Person,
  { role, permissions, role_id: roleId }: MappedRights,
): Promise<string[]> {
  if (person.role === 'system_admin' || person.emergency_log_in) return []
  const isSame = JSON.stringify(permissionsIn([person.permissions])) === JSON.stringify(permissions)
  const changed = [
    ...(person.role === role ? [] : ['role']),
    ...(isSame ? [] : ['permissions']),
    ...(person.role_id === roleId ? [] : ['role_id']),
  ]
  if (changed.length > 0)
    await updateUser(sql, person.organization_id, person.id, { role, permissions, role_id: roleId })
  return changed
}
