import type { Role } from '../../contract/api/endpoint.ts'
import type { ScimGroup } from '../../contract/scim/groups.ts'
import type { Permissions } from '../../contract/users/permissions.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import type { Page } from './users.ts'

export type ScimGroupRow = {
  id: number
  display_name: string
  external_id: string | null
  created_at: Date
  changed_at: Date
  /** Empty where they were not asked for. */
  members: { id: number; full_name: string }[]
}

export type WantedGroups = { id?: number; displayName?: string; externalId?: string; hasMembers: boolean }

/** By id. @param page null: all */
export function findScimGroups(
  sql: Sql,
  organizationId: number,
  { id, displayName, externalId, hasMembers }: WantedGroups,
  page: Page | null = null,
): Promise<ScimGroupRow[]> {
  const members = sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'full_name', u.full_name) order by u.id), '[]')
    from scim_members m join users u on u.organization_id = ${organizationId} and u.id = m.user_id
    where m.organization_id = ${organizationId} and m.group_id = g.id)`
  return sql<ScimGroupRow[]>`
    select g.id, g.display_name, g.external_id, g.created_at, g.changed_at,
      ${hasMembers ? members : sql`'[]'::jsonb`} as members
    from scim_groups g
    where g.organization_id = ${organizationId}
      ${id === undefined ? sql`` : sql`and g.id = ${id}::bigint`}
      ${displayName === undefined ? sql`` : sql`and lower(g.display_name) = lower(${displayName})`}
      ${externalId === undefined ? sql`` : sql`and g.external_id = ${externalId}`}
    order by g.id ${page === null ? sql`` : sql`offset ${page.offset} limit ${page.limit}`}`
}

export async function countScimGroups(sql: Sql, organizationId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from scim_groups where organization_id = ${organizationId}`
  return row?.count ?? 0
}

export async function insertScimGroup(
  sql: Transaction,
  organizationId: number,
  { display_name: name, external_id: externalId }: ScimGroup,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into scim_groups (organization_id, display_name, external_id)
    values (${organizationId}, ${name}, ${externalId}) returning id`
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

export async function updateScimGroup(
  sql: Transaction,
  organizationId: number,
  id: number,
  { display_name: name, external_id: externalId }: ScimGroup,
): Promise<void> {
  await sql`
    update scim_groups set display_name = ${name}, external_id = ${externalId}, changed_at = now()
    where organization_id = ${organizationId} and id = ${id}`
}

export async function deleteScimGroup(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await sql`delete from scim_groups where organization_id = ${organizationId} and id = ${id}`
}

type Change = { groupId: number; added: readonly number[]; removed: readonly number[] }

/** Of fewer each may be checked against all users. */
const manyMembers = 100

export async function changeMembers(
  sql: Transaction,
  organizationId: number,
  { groupId, added, removed }: Change,
): Promise<void> {
  if (removed.length > 0) {
    await sql`
      delete from scim_members
      where organization_id = ${organizationId} and group_id = ${groupId} and user_id = any(${[...removed]}::integer[])`
  }
  // A connection keeps the plans by which it checks foreign keys: those of a time with few users read all users for each member.
  if (added.length > manyMembers) await sql`discard plans`
  if (added.length > 0) {
    await sql`
      insert into scim_members (organization_id, group_id, user_id)
      select ${organizationId}, ${groupId}, id from unnest(${[...added]}::integer[]) id on conflict do nothing`
  }
}

/** Whose rights follow from groups. `groups`: what a provider can call each of theirs. */
export type GroupedPerson = {
  organization_id: number
  id: number
  email: string
  role: Role
  permissions: Permissions
  role_id: number | null
  mailing_list_ids: number[] | null
  emergency_log_in: boolean
  groups: string[]
}

export function findGroupedPeople(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<GroupedPerson[]> {
  return sql<GroupedPerson[]>`
    select u.organization_id, u.id, u.email, u.role, u.permissions, u.role_id,
      to_jsonb(u.mailing_list_ids) as mailing_list_ids, u.emergency_log_in, (
        select coalesce(jsonb_agg(name), '[]')
        from scim_members m join scim_groups g on g.organization_id = ${organizationId} and g.id = m.group_id,
          unnest(array[g.display_name, g.external_id]) name
        where m.organization_id = ${organizationId} and m.user_id = u.id and name is not null) as groups
    from users u
    where u.organization_id = ${organizationId} and u.id = any(${[...ids]}::integer[]) order by u.id`
}
