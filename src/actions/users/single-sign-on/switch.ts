import { forbidden, notFound } from '../../../contract/api/errors.ts'
import type { Handle } from '../../../contract/values/handles.ts'
import type { Scoped, Sql } from '../../../database/driver/connection.ts'
import { insertAuditEvent } from '../../../store/audit-events/rows.ts'
import { findStoredProvider } from '../../../store/resources/log-in-providers.ts'
import { findHolder } from '../../../store/resources/sender-domains.ts'
import {
  findByAddress,
  findElsewhere,
  findProvenAddress,
  lockPerson,
} from '../../../store/users/identities.ts'
import { deleteSession, findProof, insertSession, type Proof } from '../../../store/users/sessions.ts'
import type { Origin } from '../../actor.ts'
import type { UserActor } from '../sessions.ts'
import { domainOf } from './begin.ts'

type OtherOrganization = { id: number; name: string }

/** Where somebody has invited the address of the session's user. Empty unless the user has proven the address. */
export async function findOtherOrganizations(
  everywhere: Scoped,
  actor: UserActor,
): Promise<OtherOrganization[]> {
  const proven = await findProven(everywhere, actor)
  return proven === null ? [] : findElsewhere(everywhere, actor.caller.organization_id, proven.email)
}

type Proven = { email: string; proof: Proof }

async function findProven(everywhere: Sql, { caller, userId, sessionId }: UserActor): Promise<Proven | null> {
  const { organization_id: organizationId } = caller
  const proof = await findProof(everywhere, organizationId, sessionId)
  const by = proof.provider ?? null
  const found = await findProvenAddress(everywhere, { organizationId, userId }, by)
  if (found === null) return null
  const { email_key: email, has_password: hasPassword } = found
  // The word of a provider counts for the domains of its organization.
  if (by === null) return hasPassword ? { email, proof } : null
  const holder = await findHolder(everywhere, by.organizationId, domainOf(email) ?? '')
  return holder === 'own' ? { email, proof } : null
}

type Switch = { organizationId: number; origin: Origin; requestId: string }

/**
 * Another user, in another organization, of the same person: the session ends and one of theirs begins, so that no call reaches
 * across the wall. @throws AppError `not_found`; `not_authorized`, 403, if the other organization wants another log-in
 */
export async function switchTo(
  everywhere: Scoped,
  actor: UserActor,
  { organizationId, origin, requestId }: Switch,
): Promise<Handle & { userId: number; hasSecondFactor: boolean }> {
  const proven = await findProven(everywhere, actor)
  if (proven === null) throw notFound('organization')
  const { proof, email } = proven
  const own = actor.caller.organization_id
  return everywhere.begin(async (sql) => {
    const by = proof.provider ?? null
    const provider = by === null ? null : await findStoredProvider(sql, by.organizationId, by.id)
    const ref = {
      organization_id: provider?.organization_id ?? 0,
      id: provider?.id ?? 0,
      for_all_organizations: true,
    }
    const [person] = await findByAddress(sql, ref, email, organizationId)
    if (organizationId === own || person?.may_log_in !== true) throw notFound('organization')
    if (person.needs_other)
      throw forbidden('this organization requires its own provider: log out, and log in with that')
    if (person.needs_second_factor && !proof.hasSecondFactor) {
      throw forbidden(
        'this organization requires a second factor: set up yours here, log out, and log in with it',
      )
    }
    if (!(await lockPerson(sql, person))) throw notFound('organization')
    await deleteSession(sql, own, actor.userId, actor.sessionId)
    await actor.audit(sql, { kind: 'session.ended', subject_type: 'Session', subject_id: actor.sessionId })
    const made = await insertSession(sql, organizationId, person.id, { ...origin, proof })
    await insertAuditEvent(sql, organizationId, {
      kind: 'session.created',
      user_id: person.id,
      actor_organization_id: organizationId,
      subject_type: 'Session',
      subject_id: made.id,
      request_id: requestId,
      details: { remote_address: origin.remoteAddress, method: 'switch' },
    })
    return { organizationId, token: made.token, userId: person.id, hasSecondFactor: proof.hasSecondFactor }
  })
}
