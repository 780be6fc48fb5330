import { presetRoles } from '../../contract/users/preset-roles.ts'
import type { UserRole, UserRoleChanges, UserRoleInput } from '../../contract/users/roles.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { ensureSystemOrganization, systemOrganizationId } from '../conditions/system-organization.ts'
import type { Resource } from '../resources/rows.ts'

export const userRoles: Resource<UserRoleInput, UserRoleChanges, UserRole> = {
  what: 'role',
  subject: 'user_role',
  table: 'user_roles',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql<UserRole[]>`
    select r.id, r.name, r.permissions, (
      select count(*) from users u where u.organization_id = ${organizationId} and u.role_id = r.id) as users
    from user_roles r where r.organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'user_roles_name' },
  insert: async (sql, organizationId, { name, permissions }) => {
    const [row] = await sql<{ id: number }[]>`
      insert into user_roles (organization_id, name, permissions)
      values (${organizationId}, ${name}, ${sql.json(permissions)}) returning id`
    if (row === undefined) throw new Error('insert returned no row')
    return row.id
  },
  update: async (sql, organizationId, { id }, { name, permissions }) => {
    await sql`
      update user_roles set name = coalesce(${name ?? null}, name),
        permissions = coalesce(${permissions === undefined ? null : sql.json(permissions)}::jsonb, permissions)
      where organization_id = ${organizationId} and id = ${id}`
  },
  users: (sql, organizationId, { id }) => sql`
    select 'User' as type, id from users where organization_id = ${organizationId} and role_id = ${id}
    union all
    select 'LogInProvider', id from log_in_providers
    where organization_id = ${organizationId}
      and (role_id = ${id} or group_rights @> jsonb_build_array(jsonb_build_object('role_id', ${id}::integer)))`,
  release: async () => {},
}

/** Of a new organization. */
export async function insertPresetRoles(sql: Transaction, organizationId: number): Promise<void> {
  for (const [name, permissions] of Object.entries(presetRoles)) {
    await userRoles.insert(sql, organizationId, { name, permissions })
  }
}

/** With its roles, if it is new. */
export async function prepareSystemOrganization(sql: Transaction): Promise<void> {
  if (await ensureSystemOrganization(sql)) await insertPresetRoles(sql, systemOrganizationId)
}

/** The role cannot be deleted until the transaction has ended. */
export async function lockRole(sql: Sql, organizationId: number, id: number): Promise<boolean> {
  const rows = await sql`
    select 1 from user_roles where organization_id = ${organizationId} and id = ${id} for key share`
  return rows.length > 0
}
