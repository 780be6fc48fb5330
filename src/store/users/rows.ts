import type { Role } from '../../contract/api/endpoint.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { invalid, notFound } from '../../contract/api/errors.ts'
import { permissionNames } from '../../contract/users/permissions.ts'
import type { Permissions } from '../../contract/users/permissions.ts'
import type { UserChanges, UserInput } from '../../contract/users/input.ts'
import type { User } from '../../contract/users/endpoints.ts'
import { formatZoneName } from '../../contract/times/zone-names.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** Who looks: to an organization_admin the system administrators of the System Organization do not exist. */
type Viewer = { role: Role }

type UserRow = Omit<User, 'time_zone' | 'permissions'> & {
  time_zone: string | null
  time_zone_label: string | null
  permissions: Permissions
  now_ms: number
}

function columns(sql: Sql) {
  return sql`
    id, full_name, email, active, role, show_quick_tips, default_preview_recipients, time_zone, time_zone_label,
    permissions, second_factor_required, totp_confirmed_at is not null as second_factor_enabled,
    floor(extract(epoch from now()) * 1000)::bigint as now_ms`
}

function visibleTo(sql: Sql, { role }: Viewer) {
  return role === 'system_admin' ? sql`` : sql`and role <> 'system_admin'`
}

/** What administrators may do is not stored: everything, also what later versions add. */
function present({ now_ms, time_zone: zone, time_zone_label: label, ...row }: UserRow): User {
  return {
    ...row,
    time_zone: zone === null ? null : formatZoneName({ zone, label }, now_ms),
    permissions: row.role === 'standard' ? row.permissions : everyPermission(),
  }
}

function everyPermission(): Permissions {
  const entries = Object.entries(permissionNames).map(([key, names]) => [key, [...names]])
  return Object.fromEntries(entries) as Permissions
}

/** All users of the organization that the viewer may know of, in the order of their ids. */
export async function findUsers(sql: Sql, organizationId: number, viewer: Viewer): Promise<User[]> {
  const rows = await sql<UserRow[]>`
    select ${columns(sql)} from users
    where organization_id = ${organizationId} ${visibleTo(sql, viewer)}
    order by id`
  return rows.map(present)
}

/** @throws AppError `not_found`. */
export async function findUser(sql: Sql, organizationId: number, id: number, viewer: Viewer): Promise<User> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql)} from users
    where organization_id = ${organizationId} and id = ${id}::bigint ${visibleTo(sql, viewer)}`
  if (row === undefined) throw notFound('user')
  return present(row)
}

/** The user, held until the transaction ends. @throws AppError `not_found`. */
export async function lockUser(
  sql: Transaction,
  organizationId: number,
  id: number,
  viewer: Viewer,
): Promise<User> {
  const [row] = await sql<UserRow[]>`
    select ${columns(sql)} from users
    where organization_id = ${organizationId} and id = ${id}::bigint ${visibleTo(sql, viewer)}
    for update`
  if (row === undefined) throw notFound('user')
  return present(row)
}

/** @returns the id. @throws AppError `validation_failed` when the address is somebody's. */
export async function insertUser(sql: Sql, organizationId: number, input: UserInput): Promise<number> {
  const row = { organization_id: organizationId, ...columnsOf(sql, input) }
  const [made] = await sql<{ id: number }[]>`insert into users ${sql(row)} returning id`.catch(refuseTaken)
  if (made === undefined) throw new Error('insert returned no row')
  return made.id
}

/** @throws AppError `validation_failed` when the address is somebody's. */
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

/** With the user go its sessions, links and recovery codes. */
export async function deleteUser(sql: Sql, organizationId: number, id: number): Promise<void> {
  await sql`delete from users where organization_id = ${organizationId} and id = ${id}`
}

/** With a deleted organization go its users: their addresses may be used again, their sessions are over. */
export async function deleteUsersOf(sql: Sql, organizationId: number): Promise<void> {
  await sql`delete from users where organization_id = ${organizationId}`
}

/** What was given, as columns. */
function columnsOf(sql: Sql, { email, time_zone, permissions, ...plain }: UserChanges) {
  const { default_preview_recipients: recipients, ...rest } = plain
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(given) as Record<string, string | boolean>),
    ...(email === undefined ? {} : { email, email_key: emailKey(email) }),
    ...(time_zone === undefined
      ? {}
      : { time_zone: time_zone?.zone ?? null, time_zone_label: time_zone?.label ?? null }),
    ...(permissions === undefined ? {} : { permissions: sql.json(permissions) }),
    ...(recipients === undefined ? {} : { default_preview_recipients: sql.json(recipients) }),
  }
}

/** What an address is looked up by, whether or not it is one. */
export function emailKey(email: string): string {
  return parseEmail(email)?.key ?? email.trim().toLowerCase()
}

function refuseTaken(error: unknown): never {
  if (error instanceof Error && 'constraint_name' in error && error.constraint_name === 'users_email') {
    throw invalid('email has already been taken')
  }
  throw error
}
