import type { UserRole, UserRoleChanges, UserRoleInput } from '../../contract/users/roles.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { findResource, insertResource, updateResource } from '../../store/resources/rows.ts'
import { userRoles } from '../../store/users/roles.ts'
import { logResource, type ResourceActor } from '../resources/changes.ts'

/** What a role allows is in the audit log, as it was and as it is. */
export function addRole(sql: Scoped, actor: ResourceActor, fields: () => UserRoleInput): Promise<UserRole> {
  return sql.begin(async (sql) => {
    const row = await insertResource(sql, actor.organizationId, userRoles, fields())
    const { id, name, permissions } = row
    await logResource(sql, actor, 'user_role.created', { id, details: { name, permissions } })
    return row
  })
}

/** What its users may do changes with their next call. */
export function changeRole(
  sql: Scoped,
  actor: ResourceActor,
  id: number | string,
  fields: () => UserRoleChanges,
): Promise<UserRole> {
  const { organizationId } = actor
  return sql.begin(async (sql) => {
    const before = await findResource(sql, organizationId, userRoles, id)
    const after = await updateResource(sql, organizationId, userRoles, { row: before, changes: fields() })
    const changes = (['name', 'permissions'] as const)
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }])
    const details = { changes: Object.fromEntries(changes) }
    await logResource(sql, actor, 'user_role.updated', { id: after.id, details })
    return after
  })
}
