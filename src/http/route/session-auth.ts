import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError, forbidden } from '../../contract/api/errors.ts'
import { formatHandle, parseHandle } from '../../contract/values/handles.ts'
import type { Handle } from '../../contract/values/handles.ts'
import type { Scopes } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets.ts'
import type { Caller } from '../../store/callers.ts'
import { findSessionCaller } from '../../store/users/sessions.ts'
import type { SessionState } from '../../store/users/sessions.ts'

/** What a request is authenticated by. */
export type Credentials = { method: string; headers: IncomingHttpHeaders }

/** The session that a call comes from. */
export type OwnSession = SessionState & { csrf_token: string }

/** The prefix lets no other host, no plain connection and no other path set it. */
const cookieName = '__Host-quiver_session'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'

export function sessionCookie(handle: Handle): string {
  return `${cookieName}=${formatHandle(handle)}; ${attributes}`
}

export const endedCookie = `${cookieName}=; ${attributes}; Max-Age=0`

/** An unknown scheme: at Basic, a browser would ask for a name and a password. */
const sessionChallenge = { 'www-authenticate': 'Session realm="Quiver"' }

/** Adds the challenge to a refused log-in. @throws AppError the same; any other error as it is. */
export function challengeSession(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_authorized') throw error
  const { code, message, status } = error
  throw new AppError(code, message, { status, headers: sessionChallenge })
}

/**
 * Who calls with the cookie of a session; null without such a cookie.
 * @throws AppError `not_authorized`: 401 when the session is over, 403 when the page that calls is not ours.
 */
export async function authenticateSession(
  scopes: Scopes,
  secrets: Secrets,
  { method, headers }: Credentials,
): Promise<{ caller: Caller; session: OwnSession } | null> {
  const cookies = readCookies(headers.cookie)
  if (cookies.length === 0) return null
  const handle = cookies.length === 1 ? parseHandle(cookies[0] ?? '') : null
  const found =
    handle === null
      ? null
      : await findSessionCaller(scopes.within(handle.organizationId), handle.organizationId, handle.token)
  if (handle === null || found === null) {
    throw new AppError('not_authorized', 'the session is over; log in again', { headers: sessionChallenge })
  }
  const csrfToken = csrfTokenOf(secrets, handle)
  if (!isSafe(method) && !isSame(headers['x-csrf-token'], csrfToken)) {
    throw forbidden('this call needs the X-CSRF-Token of the session')
  }
  return { caller: found.caller, session: { ...found.session, csrf_token: csrfToken } }
}

/**
 * Another site's page may not change anything here, whatever credential the browser adds to what it sends.
 * @throws AppError `not_authorized`, 403.
 */
export function refuseCrossSite({ method, headers }: Credentials): void {
  if (!isSafe(method) && headers['sec-fetch-site'] === 'cross-site') {
    throw forbidden('this call cannot be made from the page of another site')
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

/** Only who can read our answers knows it; a page that makes a browser send the cookie cannot. */
export function csrfTokenOf(secrets: Secrets, handle: Handle): string {
  return createHmac('sha256', secrets.keyFor('csrf token')).update(formatHandle(handle)).digest('base64url')
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
