import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import { isNamed } from '../address-guard.ts'
import { isLoopbackHost } from '../loopback.ts'
import { RequestFailed } from '../request-failed.ts'
import { guardedFetch, type ProviderRules } from './fetch.ts'

/** Somebody else's server, which says who a person is. */
export type Provider = {
  organizationId: number
  issuer: string
  clientId: string
  /** null: a client without a secret. */
  clientSecret: string | null
}

/** What the provider says of a person, checked. */
export type Claims = Record<string, unknown> & { sub: string }

/** `reason` tells the person what to do; `message` is for administrators. */
export class ProviderRefused extends Error {
  readonly reason: 'unreachable' | 'refused' | 'invalid'

  constructor(reason: ProviderRefused['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderRefused'
    this.reason = reason
  }
}

/** For clocks that differ. */
const toleranceSeconds = 60

export type Known = { config: Configuration; keys: JWTVerifyGetKey; endsSessions: boolean }

/** Without TLS only where the operator allows it: what the provider says could come from anybody. */
export function mayBePlain(url: URL, { allow, allowLoopback }: ProviderRules): boolean {
  return isNamed(url, allow) || (allowLoopback && isLoopbackHost(url.hostname))
}

/** The libraries are loaded for the first log-in by a provider. @throws ProviderRefused */
export async function discover(provider: Provider, rules: ProviderRules): Promise<Known> {
  const { clientId, clientSecret, organizationId } = provider
  return explained(async () => {
    const [openid, jose] = await Promise.all([import('openid-client'), import('jose')])
    const issuer = new URL(provider.issuer)
    const isPlain = issuer.protocol === 'http:' && mayBePlain(issuer, rules)
    const fetch = guardedFetch(organizationId, rules)
    const found = await openid.discovery(issuer, clientId, undefined, openid.None(), {
      [openid.customFetch]: fetch,
      ...(isPlain && { execute: [openid.allowInsecureRequests] }),
    })
    const server = found.serverMetadata()
    requireWeb(server.authorization_endpoint, isPlain)
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const proof = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost
    const metadata = { [openid.clockTolerance]: toleranceSeconds }
    const auth = clientSecret === null ? openid.None() : proof(clientSecret)
    const config = new openid.Configuration(server, clientId, metadata, auth)
    config[openid.customFetch] = fetch
    if (isPlain) openid.allowInsecureRequests(config)
    // By itself the library trusts the connection, and reads tokens without a look at their signature.
    openid.enableNonRepudiationChecks(config)
    if (server.jwks_uri === undefined) throw new Error('its metadata have no jwks_uri')
    requireWeb(server.jwks_uri, isPlain)
    const keys = jose.createRemoteJWKSet(new URL(server.jwks_uri), { [jose.customFetch]: fetch })
    return { config, keys, endsSessions: server['backchannel_logout_supported'] === true }
  })
}

function requireWeb(address: string | undefined, isPlain: boolean): void {
  const { protocol } = new URL(address ?? '')
  if (protocol !== 'https:' && !(isPlain && protocol === 'http:')) {
    throw new Error(`its metadata name an address that does not begin with https://: ${address}`)
  }
}

export type Attempt = { state: string; nonce: string; verifier: string }

/** @returns the address that the browser goes to, and what the browser's cookie keeps until it comes back. */
export async function beginAttempt(
  { config }: Known,
  redirectUri: string,
): Promise<Attempt & { url: string }> {
  const openid = await import('openid-client')
  const verifier = openid.randomPKCECodeVerifier()
  const attempt = { state: openid.randomState(), nonce: openid.randomNonce(), verifier }
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopeOf(config),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { ...attempt, url: url.href }
}

/** Some providers have a scope for groups; others send them without one, and refuse an unknown scope. */
function scopeOf(config: Configuration): string {
  const known = config.serverMetadata().scopes_supported ?? []
  return ['openid', 'email', 'profile', ...(known.includes('groups') ? ['groups'] : [])].join(' ')
}

/**
 * Checks state, issuer, nonce, signature, audience and times, and exchanges the code.
 * @param returned the address of the provider's answer, with its query
 * @param wanted claims that are asked for separately if the token has none
 * @throws ProviderRefused
 */
export async function finishAttempt(
  { config }: Known,
  { state, nonce, verifier }: Attempt,
  { returned, wanted }: { returned: URL; wanted: readonly string[] },
): Promise<{ claims: Claims; session: string | null }> {
  return explained(async () => {
    const openid = await import('openid-client')
    const tokens = await openid.authorizationCodeGrant(config, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('no ID token')
    requirePresent(claims.iat)
    const session = typeof claims['sid'] === 'string' ? claims['sid'] : null
    const hasAll = wanted.every((name) => claims[name] !== undefined)
    const {
      email,
      email_verified: isVerified,
      ...more
    } = hasAll ? {} : await userInfo(config, tokens.access_token, claims.sub)
    // An address and what is said of it come from one place.
    const address = claims['email'] === undefined ? { email, email_verified: isVerified } : {}
    return { claims: { ...more, ...claims, ...address }, session }
  })
}

async function userInfo(
  config: Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  const openid = await import('openid-client')
  return openid.fetchUserInfo(config, accessToken, subject)
}

/** The library does not look at it. */
function requirePresent(issuedAt: number): void {
  if (issuedAt > Date.now() / 1000 + toleranceSeconds) {
    throw new Error('the token was issued in the future: compare the clocks of both servers')
  }
}

const logOutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** A token that is older is not taken: it could be an old one. */
const logOutAgeSeconds = 180

export type LogOut = { subject: string | null; session: string | null }

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. @throws ProviderRefused */
export async function readLogOut({ config, keys }: Known, token: string): Promise<LogOut> {
  return explained(async () => {
    const { jwtVerify } = await import('jose')
    const { payload } = await jwtVerify(token, keys, {
      issuer: config.serverMetadata().issuer,
      audience: config.clientMetadata().client_id,
      clockTolerance: toleranceSeconds,
      maxTokenAge: logOutAgeSeconds,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    const { sub: subject = null, sid } = payload
    const session = typeof sid === 'string' ? sid : null
    const isLogOut = Object.hasOwn(payload['events'] ?? {}, logOutEvent)
    if (!isLogOut || payload['nonce'] !== undefined) throw new Error('it is no log-out token')
    if (subject === null && session === null) throw new Error('it names neither a person nor a session')
    return { subject, session }
  })
}

/** Unchecked: for finding the provider whose keys check the token. @returns null for what is no JWT. */
export async function addresseeOf(token: string): Promise<Pick<JWTPayload, 'iss' | 'aud'> | null> {
  const { decodeJwt } = await import('jose')
  try {
    return decodeJwt(token)
  } catch {
    return null
  }
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const causes = causesOf(error)
    const unreached = causes.find((one) => one instanceof RequestFailed)
    if (unreached !== undefined) throw new ProviderRefused('unreachable', unreached.message, error)
    const said = causes.find((one) => one.name === 'AuthorizationResponseError')
    const words = [...new Set(causes.map(({ message }) => message))].join('; ').slice(0, 500)
    throw new ProviderRefused(said === undefined ? 'invalid' : 'refused', words, error)
  }
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
