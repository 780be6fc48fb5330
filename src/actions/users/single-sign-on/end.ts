import { badRequest } from '../../../contract/api/errors.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import { addresseeOf, ProviderRefused, readLogOut } from '../../../outbound/openid/provider.ts'
import { insertAuditEvent } from '../../../store/audit-events/rows.ts'
import { findProvidersOfIssuer, type StoredProvider } from '../../../store/resources/log-in-providers.ts'
import { deleteProviderSessions } from '../../../store/users/identities.ts'
import type { SingleSignOn } from './parts.ts'

type Ended = { organizationId: number; token: string; requestId: string }

/**
 * Whom the provider has logged out is logged out here (OpenID Connect Back-Channel Logout 1.0).
 * @throws AppError `invalid_request` for a token that is not of a provider of the organization
 */
export async function endByProvider(
  everywhere: Scoped,
  parts: SingleSignOn,
  { organizationId, token, requestId }: Ended,
): Promise<void> {
  const stored = await addressed(everywhere, organizationId, token)
  if (stored === null) throw badRequest('logout_token is not for a provider of this organization')
  const known = await parts.know(stored, false)
  const logOut = await readLogOut(known, token).catch((error: unknown) => {
    throw error instanceof ProviderRefused ? badRequest(`logout_token was refused: ${error.message}`) : error
  })
  await everywhere.begin(async (sql) => {
    for (const { organization_id: id, ...session } of await deleteProviderSessions(sql, stored, logOut)) {
      await insertAuditEvent(sql, id, {
        kind: 'session.ended',
        user_id: session.user_id,
        actor_organization_id: id,
        subject_type: 'Session',
        subject_id: session.id,
        request_id: requestId,
        details: { provider: stored.name },
      })
    }
  })
}

async function addressed(
  everywhere: Scoped,
  organizationId: number,
  token: string,
): Promise<StoredProvider | null> {
  const { iss, aud } = (await addresseeOf(token)) ?? {}
  if (iss === undefined) return null
  const found = await findProvidersOfIssuer(everywhere, organizationId, iss)
  return found.find(({ client_id: id }) => [aud].flat().includes(id)) ?? null
}
