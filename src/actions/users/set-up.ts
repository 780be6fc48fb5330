import { forbidden, invalid } from '../../contract/api/errors.ts'
import type { SetUpInput } from '../../contract/users/set-up.ts'
import type { Handle } from '../../contract/values/handles.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import { updateOrganizationRow } from '../../store/organizations/changes.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import { updatePassword } from '../../store/users/log-ins.ts'
import { emailKey, insertUser } from '../../store/users/rows.ts'
import { insertSession } from '../../store/users/sessions.ts'
import { hasAdministrator, insertSetUpToken, isSetUpToken, useSetUpToken } from '../../store/users/set-up.ts'
import type { Origin } from '../actor.ts'
import type { LogInParts } from './log-in.ts'
import { checkPassword } from './set-password.ts'
import { countTry, welcome } from './throttle.ts'

/** @returns the token of a new link; null if the server has an administrator already. */
export function offerSetUp(everywhere: Scoped): Promise<string | null> {
  return everywhere.begin(async (sql) => ((await hasAdministrator(sql)) ? null : insertSetUpToken(sql)))
}

export async function isSetUpOpen(everywhere: Scoped): Promise<boolean> {
  return !(await hasAdministrator(everywhere))
}

type SetUpRequest = { fields: SetUpInput; origin: Origin; requestId: string }

/**
 * The first user administers the System Organization, which takes the name of theirs: so one company needs no second
 * organization (docs/decisions/007). Users whom a program has created in organizations do not end the links. Wrong links
 * are counted like wrong passwords.
 */
export async function setUpServer(
  everywhere: Scoped,
  parts: LogInParts,
  request: SetUpRequest,
): Promise<Handle & { userId: number }> {
  const { fields, origin } = request
  parts.passwords.requirePlace()
  const link = fields.token.trim()
  // The right link is never counted: a stranger, also one behind the same proxy, cannot lock it.
  const isRight = await isSetUpToken(everywhere, link)
  if (!isRight) await countTry(everywhere, parts, 'set up', { email: link, ...origin })
  // In this order: another call may make the administrator between the two looks, and ends all links with it.
  if (await hasAdministrator(everywhere)) throw setUpAlready()
  if (!isRight) throw wrongLink()
  const { email, full_name, organization_name: organization } = fields
  await checkPassword(fields.password, { email, email_key: emailKey(email), full_name, organization })
  const passwordHash = await parts.passwords.hash(fields.password)
  const session = await everywhere.begin((sql) => createFirstUser(sql, request, passwordHash))
  await welcome(everywhere, parts, { email, ...origin })
  return { organizationId: systemOrganizationId, ...session }
}

async function createFirstUser(
  sql: Transaction,
  { fields, origin, requestId }: SetUpRequest,
  passwordHash: string,
): Promise<{ token: string; userId: number }> {
  const organizationId = systemOrganizationId
  const { token, full_name, email, organization_name: name, time_zone_name: zone } = fields
  if (!(await useSetUpToken(sql, token.trim())) || (await hasAdministrator(sql))) throw setUpAlready()
  const columns = { name, time_zone: zone.zone, time_zone_label: zone.label }
  await updateOrganizationRow(sql, organizationId, columns, undefined).catch((error: unknown) => {
    throw error instanceof Error && error.message.startsWith('name ')
      ? invalid(`organization_${error.message}`)
      : error
  })
  const user = { full_name, email, active: true, role: 'system_admin' } as const
  const userId = await insertUser(sql, organizationId, user)
  await updatePassword(sql, organizationId, userId, passwordHash)
  const session = await insertSession(sql, organizationId, userId, origin)
  await insertAuditEvent(sql, organizationId, {
    kind: 'user.set_up',
    user_id: userId,
    actor_organization_id: organizationId,
    subject_type: 'User',
    subject_id: userId,
    request_id: requestId,
    details: { remote_address: origin.remoteAddress, role: user.role },
  })
  return { token: session.token, userId }
}

function setUpAlready() {
  return forbidden('Quiver is set up already: log in')
}

function wrongLink() {
  return invalid(
    'token is not valid: start the server again; until a system administrator has an account, it prints a new link',
  )
}
