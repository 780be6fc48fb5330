import { createHash } from 'node:crypto'
import type { LogInProblem } from '../../../contract/users/single-sign-on.ts'
import type { Handle } from '../../../contract/values/handles.ts'
import type { Scoped, Transaction } from '../../../database/driver/connection.ts'
import { finishAttempt, ProviderRefused } from '../../../outbound/openid/provider.ts'
import { insertAuditEvent } from '../../../store/audit-events/rows.ts'
import { findStoredProvider, type StoredProvider } from '../../../store/resources/log-in-providers.ts'
import { insertFinishedLogIn } from '../../../store/users/identities.ts'
import { insertSession } from '../../../store/users/sessions.ts'
import type { Origin } from '../../actor.ts'
import { redirectUri } from './begin.ts'
import { open, type Kept } from './cookie.ts'
import type { SingleSignOn } from './parts.ts'
import { findOrMake, LogInEnded } from './people.ts'

export type Returned = {
  /** In the address that the provider sent the browser to. */
  organizationId: number
  query: string
  cookie: string
  origin: Origin
  requestId: string
}

export type Finished = { handle: Handle; to: string } | { problem: LogInProblem }

/** A log-in comes back once, to the browser in which it began. Why it failed is in the log of the provider's organization. */
export async function finish(everywhere: Scoped, parts: SingleSignOn, returned: Returned): Promise<Finished> {
  const kept = await open(parts.secrets, returned.cookie)
  const state = new URLSearchParams(returned.query).get('state')
  if (kept === null || kept.organizationId !== returned.organizationId || kept.state !== state) {
    return { problem: 'expired' }
  }
  const stateHash = createHash('sha256').update(kept.state).digest()
  const isFirst = await everywhere.begin((sql) => insertFinishedLogIn(sql, stateHash))
  const stored = await findStoredProvider(everywhere, kept.organizationId, kept.providerId)
  if (!isFirst || stored === null) return { problem: 'expired' }
  try {
    return { handle: await logIn(everywhere, parts, { stored, kept, returned }), to: kept.to }
  } catch (error) {
    const { problem, words } = problemOf(error)
    await everywhere.begin((sql) => logRefusal(sql, stored, returned, { problem, words }))
    return { problem }
  }
}

type LogIn = { stored: StoredProvider; kept: Kept; returned: Returned }

async function logIn(
  everywhere: Scoped,
  parts: SingleSignOn,
  { stored, kept, returned }: LogIn,
): Promise<Handle> {
  const known = await parts.know(stored, true)
  const address = new URL(redirectUri(parts, stored.organization_id))
  address.search = returned.query
  const wanted = ['email', ...(stored.group_rights.length === 0 ? [] : [stored.groups_claim])]
  const { claims, session } = await finishAttempt(known, kept, { returned: address, wanted })
  return everywhere.begin(async (sql) => {
    const person = await findOrMake(sql, stored, { claims, requestId: returned.requestId })
    const endsAt = stored.back_channel_log_out ? null : new Date(Date.now() + stored.session_minutes * 60_000)
    const provider = {
      organizationId: stored.organization_id,
      id: stored.id,
      subject: claims.sub,
      session,
      endsAt,
    }
    const proof = { method: 'provider', hasSecondFactor: true, provider } as const
    const made = await insertSession(sql, person.organization_id, person.id, { ...returned.origin, proof })
    await insertAuditEvent(sql, person.organization_id, {
      kind: 'session.created',
      user_id: person.id,
      actor_organization_id: person.organization_id,
      subject_type: 'Session',
      subject_id: made.id,
      request_id: returned.requestId,
      details: { remote_address: returned.origin.remoteAddress, provider: stored.name },
    })
    return { organizationId: person.organization_id, token: made.token }
  })
}

function problemOf(error: unknown): { problem: LogInProblem; words: string } {
  if (error instanceof LogInEnded) return { problem: error.problem, words: '' }
  if (error instanceof ProviderRefused) return { problem: error.reason, words: error.message }
  throw error
}

function logRefusal(
  sql: Transaction,
  { organization_id: organizationId, name }: StoredProvider,
  { origin, requestId }: Returned,
  { problem, words }: { problem: LogInProblem; words: string },
): Promise<void> {
  return insertAuditEvent(sql, organizationId, {
    kind: 'session.refused',
    request_id: requestId,
    details: {
      remote_address: origin.remoteAddress,
      provider: name,
      problem,
      ...(words !== '' && { words }),
    },
  })
}
