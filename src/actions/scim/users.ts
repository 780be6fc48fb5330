import { forbidden, notFound } from '../../contract/api/errors.ts'
import { ScimError } from '../../contract/scim/errors.ts'
import type { ScimUser } from '../../contract/scim/users.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import { findHolder } from '../../store/resources/sender-domains.ts'
import { endKeysOf, findScimUsers, isTaken, keepScimUser, type ScimUserRow } from '../../store/scim/users.ts'
import { deleteIdentitiesOf } from '../../store/users/identities.ts'
import { deletePassword } from '../../store/users/log-ins.ts'
import { deletePasskeysOf } from '../../store/users/passkeys.ts'
import { deleteUser, emailKey, insertUser, lockUser, updateUser } from '../../store/users/rows.ts'
import { deleteSessionsOfUser } from '../../store/users/sessions.ts'
import { deleteUserTokens } from '../../store/users/tokens.ts'
import type { OrganizationActor } from '../actor.ts'
import { domainOf } from '../users/single-sign-on/begin.ts'
import { firstRights, provision } from './rights.ts'

/** @throws AppError `not_found` also for users who do not exist for SCIM. */
export async function findScimUser(sql: Sql, organizationId: number, id: number): Promise<ScimUserRow> {
  const [row] = await findScimUsers(sql, organizationId, { id })
  if (row === undefined) throw notFound('user')
  return row
}

/** No mail: people log in with the provider. @throws ScimError */
export function addScimUser(sql: Scoped, actor: OrganizationActor, user: ScimUser): Promise<ScimUserRow> {
  const { organizationId, audit } = actor
  return sql.begin((sql) =>
    provision(sql, actor, async () => {
      await requireAddress(sql, organizationId, user.email)
      const { email, full_name, external_id, said } = user
      const rights = await firstRights(sql, organizationId, email)
      const id = await insertUser(sql, organizationId, {
        email,
        full_name,
        active: user.active ?? true,
        ...rights,
      })
      await keepScimUser(sql, organizationId, id, { external_id, said })
      const details = { role: rights.role, role_id: rights.role_id, by: 'scim' }
      await audit(sql, { kind: 'user.created', ...subject(id), details }, organizationId)
      return findScimUser(sql, organizationId, id)
    }),
  )
}

type Change = {
  id: number
  /** @throws ScimError, AppError */
  read: (row: ScimUserRow) => ScimUser
}

/** @throws ScimError; AppError `not_authorized`, 403, for what SCIM may not end */
export function changeScimUser(
  sql: Scoped,
  actor: OrganizationActor,
  { id, read }: Change,
): Promise<ScimUserRow> {
  const { organizationId } = actor
  return sql.begin((sql) =>
    provision(sql, actor, async () => {
      const before = await lockSeen(sql, organizationId, id)
      const { active, email, full_name, external_id, said } = read(before)
      const hasMoved = emailKey(email) !== emailKey(before.email)
      const isEnded = before.active && active === false
      if (hasMoved || isEnded) requireNoEmergency(before)
      if (hasMoved) await requireAddress(sql, organizationId, email, id)
      const given = { email, full_name, active: active ?? before.active }
      const changed = changesOf(before, given)
      await updateUser(sql, organizationId, id, given)
      if (hasMoved) await forgetProofs(sql, organizationId, id)
      await keepScimUser(sql, organizationId, id, { external_id, said })
      const ended = isEnded || hasMoved ? await endAccess(sql, actor, id, isEnded) : {}
      if (changed.length > 0) await log(sql, actor, 'user.updated', { id, details: { changed, ...ended } })
      return findScimUser(sql, organizationId, id)
    }),
  )
}

export function removeScimUser(
  sql: Scoped,
  actor: OrganizationActor,
  { id, check }: { id: number; check: (row: ScimUserRow) => void },
): Promise<void> {
  const { organizationId } = actor
  return sql.begin((sql) =>
    provision(sql, actor, async () => {
      const row = await lockSeen(sql, organizationId, id)
      check(row)
      requireNoEmergency(row)
      const ended = await endAccess(sql, actor, id, true)
      await deleteUser(sql, organizationId, id)
      await log(sql, actor, 'user.deleted', { id, details: ended })
    }),
  )
}

async function lockSeen(sql: Transaction, organizationId: number, id: number): Promise<ScimUserRow> {
  await lockUser(sql, organizationId, id, { role: 'standard' })
  return findScimUser(sql, organizationId, id)
}

/** @throws ScimError; `uniqueness` also for the address of somebody who does not exist for SCIM */
async function requireAddress(sql: Sql, organizationId: number, email: string, exceptId = 0): Promise<void> {
  const domain = domainOf(email) ?? ''
  if ((await findHolder(sql, organizationId, domain)) !== 'own') {
    throw new ScimError(
      'invalidValue',
      `userName is at ${domain}, which the organization has not proven: prove it as a sender domain first`,
    )
  }
  if (await isTaken(sql, organizationId, email, exceptId)) {
    throw new ScimError('uniqueness', 'userName is that of another user of the organization')
  }
}

/** Whoever can log in when the provider fails is not the provider's to end. */
function requireNoEmergency({ emergency_log_in: isKept }: ScimUserRow): void {
  if (isKept) {
    throw forbidden(
      'the user has emergency_log_in: an administrator changes that before SCIM can end or rename them',
    )
  }
}

/** What has proven the former address proves nothing about another one. */
async function forgetProofs(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await deletePassword(sql, organizationId, id)
  await deleteIdentitiesOf(sql, organizationId, id)
  await deletePasskeysOf(sql, organizationId, id)
}

/** The key that makes the call stays: otherwise the end of whoever made it would be the last that SCIM does. */
async function endAccess(
  sql: Transaction,
  actor: OrganizationActor,
  id: number,
  endsKeys: boolean,
): Promise<{ sessions_ended: number }> {
  const { organizationId, caller, audit } = actor
  const sessions = await deleteSessionsOfUser(sql, organizationId, id)
  await deleteUserTokens(sql, organizationId, id)
  const keys = endsKeys ? await endKeysOf(sql, organizationId, id, caller.api_key_id) : []
  for (const key of keys) {
    const details = { changes: { active: { from: true, to: false } }, user_id: id, by: 'scim' }
    const event = { kind: 'api_key.updated', subject_type: 'ApiKey', subject_id: key.id, details }
    await audit(sql, event, organizationId)
  }
  return { sessions_ended: sessions }
}

type Written = Pick<ScimUserRow, 'email' | 'full_name' | 'active'>

function changesOf(before: Written, after: Written): string[] {
  return (['email', 'full_name', 'active'] as const).filter((name) => before[name] !== after[name])
}

const subject = (id: number) => ({ subject_type: 'User', subject_id: id })

function log(
  sql: Transaction,
  { audit, organizationId }: OrganizationActor,
  kind: string,
  { id, details }: { id: number; details: object },
): Promise<void> {
  return audit(sql, { kind, ...subject(id), details: { ...details, by: 'scim' } }, organizationId)
}
