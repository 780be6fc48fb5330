import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { refusalOf } from '../../contract/api/access.ts'
import { roles } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { permissionNames, type Permissions } from '../../contract/users/permissions.ts'
import { presetRoles } from '../../contract/users/preset-roles.ts'
import { migrate } from '../../database/migrate.ts'
import { findSessionCaller, insertSession } from './sessions.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { byDay } from '../../../test/harness/night.ts'
import { migrationsBefore } from '../../../test/harness/postgres/migrations-before.ts'
import { isAllowed } from '../../../test/harness/records/needs.ts'

function someOf<One>(all: readonly One[]): One[] {
  const share = Math.random()
  return all.filter(() => Math.random() < share)
}

function anyPermissions(): Permissions {
  return Object.fromEntries(
    someOf(Object.entries(permissionNames)).map(([key, names]) => [key, someOf<string>(names)]),
  )
}

test('after the upgrade to roles, each user may what they might before, nothing more and nothing less', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  await migrate(url, { directory: await migrationsBefore('084') })
  await sql`insert into organizations (id, name, time_zone) values (1, 'System', 'UTC'), (7, 'A', 'UTC')`
  const people = Array.from({ length: byDay(40, 400) }, (_, index) => ({
    id: index + 1,
    organizationId: index % 10 === 0 ? 1 : 7,
    role: roles[index % 10 === 0 ? 2 : index % 10 === 1 ? 1 : 0],
    permissions: anyPermissions(),
  }))
  for (const { id, organizationId, role, permissions } of people) {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    await sql`
      insert into users (organization_id, id, full_name, email, email_key, active, role, permissions)
      values (${organizationId}, ${id}, 'Ann', ${email}, ${email}, true, ${role}, ${sql.json(permissions)})`
  }
  await migrate(url)
  const wrong: string[] = []
  for (const { id, organizationId, ...before } of people) {
    const origin = { remoteAddress: '127.0.0.1', userAgent: 'test' }
    const { token } = await insertSession(sql, organizationId, id, origin)
    const found = await findSessionCaller(sql, organizationId, token)
    if (found === null) throw new Error(`user ${id} cannot log in`)
    for (const endpoint of endpoints) {
      const { method, path } = endpoint
      const might = isAllowed(before, method, path)
      if ((refusalOf(found.caller, endpoint) === null) !== might) {
        wrong.push(`${method} ${path} for ${JSON.stringify(before)}: ${might} before`)
      }
    }
    expect(found.caller.list_ids).toBeNull()
  }
  expect(wrong).toEqual([])
  expect(roles.every((role) => people.some((one) => one.role === role))).toBe(true)
})

test('an organization that there was gets the same roles as a new one', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  await migrate(url, { directory: await migrationsBefore('084') })
  await sql`insert into organizations (id, name, time_zone) values (7, 'A', 'UTC')`
  await migrate(url)
  const rows = await sql`select name, permissions from user_roles where organization_id = 7`
  expect(Object.fromEntries(rows.map(({ name, permissions }) => [name, permissions]))).toEqual(presetRoles)
})
