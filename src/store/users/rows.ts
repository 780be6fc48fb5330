import type { Role } from '../../contract/api/endpoint.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { invalid, notFound } from '../../contract/api/errors.ts'
import { permissionNames, permissionsIn, type Permissions } from '../../contract/users/permissions.ts'
import type { Rights } from '../../contract/users/right-names.ts'
import type { UserChanges, UserInput } from '../../contract/users/input.ts'
import type { User } from '../../contract/users/endpoints.ts'
import { formatZoneName } from '../../contract/times/zone-names.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { isBreachOf } from '../../database/sqlstate.ts'
import { freeName } from '../server/taken-names.ts'

/** An organization_admin cannot see the system administrators of the System Organization. */
type Viewer = { role: Role }

type UserRow = Omit<User, 'time_zone' | 'permissions'> & {
  role_permissions: Rights | null
  time_zone: string | null
  time_zone_label: string | null
  permissions: Permissions
  now_ms: number
}

function columns(sql: Sql, organizationId: number) {
  return sql`
    id, full_name, email, active, role, show_quick_tips, default_preview_recipients, time_zone, time_zone_label,
    language, permissions, role_id, to_jsonb(mailing_list_ids) as mailing_list_ids, (
      select r.permissions from user_roles r
      where r.organization_id = ${organizationId} and r.id = users.role_id) as role_permissions, second_factor_required, totp_confirmed_at is not null as second_factor_enabled,
    password_hash is not null as password_set, emergency_log_in, exists (
      select from user_identities i
      where i.organization_id = ${organizationId} and i.user_id = users.id) as single_sign_on,
    floor(extract(epoch from now()) * 1000)::bigint as now_ms`
}

function visibleTo(sql: Sql, { role }: Viewer) {
  return role === 'system_admin' ? sql`` : sql`and role <> 'system_admin'`
}

/** Permissions of administrators are not stored: they have all, including those of later versions. */
function userOf({
  now_ms,
  time_zone: zone,
  time_zone_label: label,
  role_permissions,
  ...row
}: UserRow): User {
  const own = role_permissions === null ? row.permissions : permissionsIn([role_permissions])
  return {
    ...row,
    time_zone: zone === null ? null : formatZoneName({ zone, label }, now_ms),
    permissions: row.role === 'standard' ? own : permissionsIn([permissionNames]),
  }
}

export async function findUsers(sql: Sql, organizationId: number, viewer: Viewer): Promise<User[]> {
  const rows = await sql<UserRow[]>`
    select ${columns(sql, organizationId)} from users
    where organization_id = ${organizationId} ${visibleTo(sql, viewer)}
    order by id`
  return rows.map(userOf)
}

export async function findUser(sql: Sql, organizationId: number, id: number, viewer: Viewer): Promise<User> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql, organizationId)} from users
    where organization_id = ${organizationId} and id = ${id}::bigint ${visibleTo(sql, viewer)}`
  if (row === undefined) throw notFound('user')
  return userOf(row)
}

/** `zone`: an IANA name; null: that of the organization. `rights`: of the user's role; null: they have none. */
export async function findOwnSettings(
  sql: Sql,
  organizationId: number,
  id: number,
): Promise<{ zone: string | null; rights: Rights | null }> {
  const [row] = await sql<{ zone: string | null; rights: Rights | null }[]>`
    select u.time_zone as zone, case when u.role = 'standard' then r.permissions end as rights
    from users u left join user_roles r on r.organization_id = ${organizationId} and r.id = u.role_id
    where u.organization_id = ${organizationId} and u.id = ${id}`
  return row ?? { zone: null, rights: null }
}

export async function lockUser(
  sql: Transaction,
  organizationId: number,
  id: number,
  viewer: Viewer,
): Promise<User> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql, organizationId)} from users
    where organization_id = ${organizationId} and id = ${id}::bigint ${visibleTo(sql, viewer)}
    for update`
  if (row === undefined) throw notFound('user')
  return userOf(row)
}

export async function insertUser(sql: Sql, organizationId: number, input: UserInput): Promise<number> {
  const { invite: _invite, ...values } = input
  const row = { organization_id: organizationId, ...columnsOf(sql, values) }
  const [made] = await sql<{ id: number }[]>`insert into users ${sql(row)} returning id`.catch(refuseTaken)
  if (made === undefined) throw new Error('insert returned no row')
  return made.id
}

/** @throws AppError `validation_failed` if another user of the organization has the address. */
export async function updateUser(
  sql: Sql,
  organizationId: number,
  id: number,
  changes: UserChanges,
): Promise<void> {
  const row = columnsOf(sql, changes)
  if (Object.keys(row).length === 0) return
  await sql`
    update users set ${sql(row)} where organization_id = ${organizationId} and id = ${id}`.catch(refuseTaken)
}

/** Sessions, links and recovery codes are deleted with the user. */
export async function deleteUser(sql: Sql, organizationId: number, id: number): Promise<void> {
  await sql`delete from users where organization_id = ${organizationId} and id = ${id}`
  await freeName(sql, 'log_in', { organizationId, userId: id })
}

/** Their addresses become free, their sessions end. */
export async function deleteUsersOf(sql: Sql, organizationId: number): Promise<void> {
  await sql`delete from users where organization_id = ${organizationId}`
}

function columnsOf(
  sql: Sql,
  { email, time_zone, permissions, mailing_list_ids: ids, ...plain }: UserChanges,
) {
  const { default_preview_recipients: recipients, ...rest } = plain
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(given) as Record<string, string | boolean | number | null>),
    ...(email === undefined ? {} : { email, email_key: emailKey(email) }),
    ...(time_zone === undefined
      ? {}
      : { time_zone: time_zone?.zone ?? null, time_zone_label: time_zone?.label ?? null }),
    ...(permissions === undefined ? {} : { permissions: sql.json(permissions) }),
    ...(ids === undefined ? {} : { mailing_list_ids: ids }),
    ...(recipients === undefined ? {} : { default_preview_recipients: sql.json(recipients) }),
  }
}

export function emailKey(email: string): string {
  return parseEmail(email)?.key ?? email.trim().toLowerCase()
}

function refuseTaken(error: unknown): never {
  if (isBreachOf(error, 'users_organization_email')) throw invalid('email has already been taken')
  throw error
}

/** Whether the user is an active system administrator. @param sql of the System Organization. */
export async function isSystemAdmin(sql: Sql, userId: number): Promise<boolean> {
  const found = await sql`
    select 1 from users where id = ${userId} and organization_id = 1 and active and role = 'system_admin'`
  return found.length > 0
}
