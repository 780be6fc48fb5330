import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError, forbidden } from '../../contract/api/errors.ts'
import { formatHandle, parseHandle, type Handle } from '../../contract/values/handles.ts'
import type { Scopes } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Caller } from '../../store/callers.ts'
import { findOrganizationOf, findSessionCaller, type SessionState } from '../../store/users/sessions.ts'

export type Credentials = { method: string; headers: IncomingHttpHeaders }

export type OwnSession = SessionState & { csrf_token: string }

type EndpointAccount = Pick<Endpoint, 'ofOwnAccount'>

/** With this prefix, browsers do not accept the cookie from other hosts, plain connections or other paths. */
const cookieName = '__Host-quiver_session'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

export function sessionCookie(handle: Handle): string {
  return `${cookieName}=${formatHandle(handle)}; ${attributes}`
}

export const endedCookie = `${cookieName}=; ${attributes}; Max-Age=0`

/** An unknown scheme, because Basic makes browsers ask for a name and a password. */
const sessionChallenge = { 'www-authenticate': 'Session realm="Quiver"' }

/** Adds the challenge to a refused log-in and rethrows every other error unchanged. */
export function challengeSession(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_authorized') throw error
  const { code, message, status } = error
  throw new AppError(code, message, { status, headers: sessionChallenge })
}

/**
 * @returns null without a session cookie.
 * @throws AppError `not_authorized`: 401 if the session has ended, 403 if the request comes from another site.
 */
export async function authenticateSession(
  scopes: Scopes,
  secrets: Secrets,
  { method, headers }: Credentials,
  place: EndpointAccount,
): Promise<{ caller: Caller; session: OwnSession } | null> {
  const cookies = readCookies(headers.cookie)
  if (cookies.length === 0) return null
  const handle = cookies.length === 1 ? parseHandle(cookies[0] ?? '') : null
  const found =
    handle === null
      ? null
      : await findSessionCaller(scopes.within(handle.organizationId), handle.organizationId, handle.token)
  if (handle === null || found === null) {
    throw new AppError('not_authorized', 'the session has ended; log in again', { headers: sessionChallenge })
  }
  const [csrfToken = '', ...former] = csrfTokensOf(secrets, handle)
  const isKnown = [csrfToken, ...former].some((token) => isSame(headers['x-csrf-token'], token))
  if (!isSafe(method) && !isKnown) {
    throw forbidden('this call needs the X-CSRF-Token of the session')
  }
  return {
    caller: await steppedIn(scopes, found, place),
    session: { ...found.session, csrf_token: csrfToken },
  }
}

/**
 * In another organization, a system administrator is an organization_admin of that organization and nothing else: rows,
 * roles and connections follow from the caller.
 */
async function steppedIn(
  scopes: Scopes,
  { caller, session }: { caller: Caller; session: SessionState },
  { ofOwnAccount }: EndpointAccount,
): Promise<Caller> {
  const id = session.stepped_into
  if (id === null || ofOwnAccount === true) return caller
  const found = await findOrganizationOf(scopes.within(id), id)
  if (found?.isOpen !== true) {
    throw forbidden(
      'the organization that the session has stepped into is not active any more: step out, DELETE sessions/current/organization',
    )
  }
  const { time_zone } = found.organization
  return {
    ...caller,
    organization_id: id,
    role: 'organization_admin',
    permissions: null,
    by_rights: false,
    list_ids: null,
    time_zone,
  }
}

/**
 * A page that was opened before another tab stepped elsewhere must not act there.
 * @throws AppError `not_authorized`, 403.
 */
export function requireOrganization(
  { organization_id: id }: Pick<Caller, 'organization_id'>,
  { headers }: Pick<Credentials, 'headers'>,
  { ofOwnAccount }: EndpointAccount,
): void {
  const expected = headers['x-organization']
  if (expected === undefined || ofOwnAccount === true || String(expected) === String(id)) return
  throw forbidden(`X-Organization is not the organization that this call acts in: organization ${id}`)
}

/**
 * Browsers add credentials to requests of other sites, which must not change anything.
 * @throws AppError `not_authorized`, 403.
 */
export function refuseCrossSite({ method, headers }: Credentials): void {
  if (!isSafe(method) && headers['sec-fetch-site'] === 'cross-site') {
    throw forbidden('pages of other sites cannot make this call')
  }
}

/** @throws AppError `not_authorized`, 403. */
export function requireSecondFactor(
  session: OwnSession | null,
  { withoutSecondFactor }: Pick<Endpoint, 'withoutSecondFactor'>,
): void {
  if (session?.second_factor_missing === true && withoutSecondFactor !== true) {
    throw forbidden('set up your second factor first: POST users/current/totp')
  }
}

/** Proves that the page can read the server's answers, not only make a browser send the cookie. */
export function csrfTokenOf(secrets: Secrets, handle: Handle): string {
  return csrfTokensOf(secrets, handle)[0] ?? ''
}

/** The current token, then those from before a key rotation, which open pages still have. */
function csrfTokensOf(secrets: Secrets, handle: Handle): string[] {
  return secrets
    .keysFor('csrf token')
    .map((key) => createHmac('sha256', key).update(formatHandle(handle)).digest('base64url'))
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  const bytes = Buffer.from(String(given))
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected))
}

function readCookies(header: string | undefined): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [name, ...value] = pair.trim().split('=')
    return name === cookieName ? [value.join('=')] : []
  })
}
