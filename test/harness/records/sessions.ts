import { rightNames, type Rights } from '../../../src/contract/users/right-names.ts'
import type { UserInput } from '../../../src/contract/users/input.ts'
import { csrfTokenOf, sessionCookie } from '../../../src/http/route/session-auth.ts'
import { insertSession } from '../../../src/store/users/sessions.ts'
import { insertUser } from '../../../src/store/users/rows.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import type { Api } from '../core/api.ts'

/** A logged-in user: for `as` of a call, like the key of an organization. */
export type SessionActor = { organizationId: number; userId: number; headers: Record<string, string> }

let count = 0

/** Inserts a user into the table: by default a standard one without permissions. */
export async function aUser(
  { sql }: Pick<Api, 'sql'>,
  organizationId: number,
  attributes: Partial<UserInput> = {},
): Promise<number> {
  count += 1
  return insertUser(sql, organizationId, {
    full_name: 'Ann Example',
    email: `user${count}@example.com`,
    active: true,
    role: 'standard',
    ...attributes,
  })
}

/** A session of a user, as a log-in creates it; without an id, of a new user with these attributes. */
export async function aSession(
  api: Pick<Api, 'sql' | 'secrets'>,
  organizationId: number,
  user: number | Partial<UserInput> = {},
): Promise<SessionActor> {
  const userId = typeof user === 'number' ? user : await aUser(api, organizationId, user)
  const origin = { remoteAddress: '127.0.0.1', userAgent: 'test' }
  const { token } = await insertSession(api.sql, organizationId, userId, origin)
  const handle = { organizationId, token }
  const [cookie = ''] = sessionCookie(handle).split(';')
  const headers = { cookie, 'x-csrf-token': csrfTokenOf(api.secrets, handle) }
  return { organizationId, userId, headers }
}

export const everyRight = Object.fromEntries(
  Object.entries(rightNames).map(([key, names]) => [key, [...names]]),
) as Rights

let rolesMade = 0

/** @returns the id of a new role. */
export async function aRole(sql: Sql, organizationId: number, permissions: Rights): Promise<number> {
  rolesMade += 1
  const [row] = await sql<{ id: number }[]>`
    insert into user_roles (organization_id, name, permissions)
    values (${organizationId}, ${`Role ${rolesMade}`}, ${sql.json(permissions)}) returning id`
  return row?.id ?? 0
}
