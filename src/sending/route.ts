import { matchesGlob } from '../contract/values/glob.ts'
import type { Sql } from '../database/driver/connection.ts'
import type { Secrets } from '../secrets/ring.ts'
import { findSmtpRoutes, type SmtpRoute } from '../store/resources/smtp-routes.ts'

/** Routes with the same key share their connections. */
export type Route =
  | {
      kind: 'smtp'
      key: string
      url: string
      localAddress: string | null
      /** Whose relay it is. Absent: that of the server. */
      organizationId?: number
    }
  | { kind: 'mailbox'; key: string }

export type RouteOf = (recipientDomain: string) => Route

/** `smtpUrl` null: messages of the System Default Route go to the local mailbox. */
export type RouteSettings = { smtpUrl: string | null; secrets: Pick<Secrets, 'unseal' | 'fingerprint'> }

/** Virtual MTAs that are not configured or were deleted use the System Default Route. */
export function createRouteFinder(settings: RouteSettings) {
  const standard = routeOf(settings, null, { id: 0, relayUrlSealed: null, localAddress: null })
  return async (sql: Sql, organizationId: number, virtualMtaId: number | null): Promise<RouteOf> => {
    if (virtualMtaId === null || virtualMtaId === 0) return () => standard
    const { own, rules } = await findSmtpRoutes(sql, organizationId, virtualMtaId)
    const ownRoute = own === null ? standard : routeOf(settings, organizationId, own)
    const ruled = rules.map(({ domain, route }) => ({
      domain,
      route: routeOf(settings, organizationId, route),
    }))
    return (recipientDomain) =>
      ruled.find(({ domain }) => matchesGlob(domain, recipientDomain))?.route ?? ownRoute
  }
}

/** Routes with the same key share connections: organizations never do, and a changed URL opens new ones. */
function routeOf(
  { smtpUrl, secrets }: RouteSettings,
  organizationId: number | null,
  { id, relayUrlSealed, localAddress }: SmtpRoute,
): Route {
  const fingerprint = (url: string) => secrets.fingerprint(url).toString('hex').slice(0, 16)
  if (relayUrlSealed !== null && organizationId !== null) {
    const url = secrets.unseal(relayUrlSealed, { table: 'virtual_mtas', organizationId, id })
    const key = `relay ${organizationId}/${id} ${fingerprint(url)}`
    return { kind: 'smtp', key, url, localAddress: null, organizationId }
  }
  if (smtpUrl === null) return { kind: 'mailbox', key: 'mailbox' }
  return {
    kind: 'smtp',
    key: `default ${fingerprint(smtpUrl)} ${localAddress ?? ''}`,
    url: smtpUrl,
    localAddress,
  }
}
