import { readGrantToken } from '../../actions/users/assistants/tokens.ts'
import { refusalOf, type Needs } from '../../contract/api/access.ts'
import { parseAuthorization, type Credential } from '../../contract/api/credential.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError, forbidden } from '../../contract/api/errors.ts'
import type { Database, Scopes } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { findCaller, type KeyCaller } from '../../store/api-keys/rows.ts'
import type { Caller } from '../../store/callers.ts'
import { findGrantCaller } from '../../store/users/assistant-grants.ts'
import { lookUpKey } from './keys/look-up.ts'
import { noteKeyUse } from './keys/use.ts'
import {
  authenticateSession,
  refuseCrossSite,
  requireOrganization,
  type Credentials,
  type OwnSession,
  challengeSession,
} from './session-auth.ts'

/** The first half is of the contract. */
const challenge =
  'please specify a valid auth_id or auth_key: send the header "Authorization: Basic API_KEY", where API_KEY is the api_key of a key as it was answered'

/** `session` is null for calls with an API key. */
export type Authenticated = Caller & { session: OwnSession | null }

/** `database` records key use outside the transaction of the look-up. `isInMcp`: what /mcp asks for has its own tokens, too. */
type Where = { database: Database; scopes: Scopes; isInMcp?: boolean }

/**
 * The Authorization header takes precedence over the session cookie.
 * @throws AppError `not_authorized`: 401 without a valid credential, 403 for a request from another site.
 */
export async function authenticate(
  { database, scopes, isInMcp = false }: Where,
  secrets: Secrets,
  request: Credentials & { ip: string },
  definition: Pick<Endpoint, 'id' | 'ofOwnAccount'>,
): Promise<Authenticated> {
  const { authorization } = request.headers
  if (isInMcp && readGrantToken(authorization) !== null) {
    return { ...(await authenticateGrant(database, authorization)), session: null }
  }
  const ofSession =
    authorization === undefined ? await authenticateSession(scopes, secrets, request, definition) : null
  if (ofSession === null && authorization === undefined && isOfPage(request))
    challengeSession(new AppError('not_authorized', 'log in first'))
  const caller =
    ofSession === null
      ? {
          ...(await authenticateKey(
            { database, scopes },
            secrets,
            { authorization, address: request.ip },
            definition,
          )),
          session: null,
        }
      : { ...ofSession.caller, session: ofSession.session }
  refuseCrossSite(request)
  requireOrganization(caller, request, definition)
  return caller
}

/**
 * For a refusal with Basic, a browser would ask the reader of the page for a name and a password. Streams and downloads of a page
 * cannot have the header of the console; browsers say from where they come, unless a person has typed the address.
 */
function isOfPage({ headers }: Credentials): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  return headers['x-quiver-page'] !== undefined || site !== 'none'
}

/** Of a token of /mcp, which opens no other door. @throws AppError `not_authorized`, 401. */
export async function authenticateGrant(
  database: Database,
  authorization: string | undefined,
): Promise<Caller> {
  const handle = readGrantToken(authorization)
  const found =
    handle === null
      ? null
      : await findGrantCaller(database.within(handle.organizationId), handle.organizationId, handle.token)
  if (found === null)
    throw new AppError('not_authorized', 'the token has expired, or the person has ended it')
  return found
}

/** The same message for every fault. @throws AppError `not_authorized`, 401. */
export async function authenticateKey(
  { database, scopes }: Where,
  secrets: Secrets,
  { authorization, address }: { authorization: string | undefined; address: string },
  { id }: { id: string },
): Promise<Caller> {
  const credential = parseAuthorization(authorization)
  const found = credential === null ? null : await findKey({ database, scopes }, secrets, credential)
  if (found === null) {
    throw new AppError('not_authorized', challenge, {
      headers: { 'www-authenticate': 'Basic realm="Quiver", charset="UTF-8"' },
    })
  }
  noteKeyUse(database, found, { address: address ?? '', endpoint: id })
  const { is_use_due: _, ...caller } = found
  return caller
}

function findKey(
  { database, scopes }: Where,
  secrets: Secrets,
  credential: Credential,
): Promise<KeyCaller | null> {
  if (scopes === database) return lookUpKey(database, { secrets, credential })
  const { organizationId, key } = credential
  return findCaller(scopes.within(organizationId), organizationId, secrets.fingerprints(key))
}

/** Call it before looking anything up. @throws AppError `not_authorized`, 403. */
export function requireRole(caller: Caller, endpoint: Needs): void {
  const refusal = refusalOf(caller, endpoint)
  if (refusal !== null) throw forbidden(refusal)
}
