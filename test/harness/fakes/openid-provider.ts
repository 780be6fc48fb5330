import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, decodeJwt, type JWK, type JWTPayload } from 'jose'
import { Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'

type Key = { privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey']; jwk: JWK }
type Json = Record<string, unknown>

/** `oidc-provider` on loopback, between which and its clients the test can change what is said. */
export type OpenIdProvider = {
  issuer: string
  /** What the provider knows of each person, by subject. Tests may change it. */
  people: Map<string, Json>
  /** Who logs in without being asked. null: a page asks. */
  whoever: string | null
  /** Signs ID tokens; those of `jwks` are published. */
  signer: Key
  jwks: JWK[]
  /** Of an ID token, before it is signed. */
  claims: (claims: JWTPayload) => JWTPayload
  /** The ID token that is sent. */
  token: (signed: string, claims: JWTPayload) => string
  userInfo: (claims: Json) => Json
  metadata: (metadata: Json) => Json
  /** @returns whether the request is answered by the test */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Paths that were asked for. */
  asked: string[]
  logOutToken: (claims: Json, key?: Key) => Promise<string>
}

export const clientId = 'quiver'
export const clientSecret = 'the secret of the client'

export async function aKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = Math.random().toString(36).slice(2)
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export async function anOpenIdProvider(redirectUris: string[]): Promise<OpenIdProvider> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signer = await aKey()
  const world: OpenIdProvider = {
    issuer,
    people: new Map(),
    whoever: null,
    signer,
    jwks: [signer.jwk],
    claims: (claims) => claims,
    token: (signed) => signed,
    userInfo: (claims) => claims,
    metadata: (metadata) => metadata,
    intercept: () => false,
    asked: [],
    logOutToken: (claims, key = world.signer) => {
      const { iat, exp, ...given } = { jti: String(Math.random()), ...claims } as JWTPayload
      return new SignJWT(given)
        .setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid ?? '', typ: 'logout+jwt' })
        .setIssuer(given.iss ?? issuer)
        .setAudience(given.aud ?? clientId)
        .setIssuedAt(iat)
        .setExpirationTime(exp ?? '2m')
        .sign(key.privateKey)
    },
  }
  const provider = await aProvider(issuer, redirectUris, world)
  const answer = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.replace(/\?.*/, '') ?? ''
    world.asked.push(path)
    if (world.intercept(request, response)) return
    if (path.startsWith('/interaction/')) return void interact(provider, world, request, response)
    change(path, response, world)
    void answer(request, response)
  })
  return world
}

async function aProvider(issuer: string, redirectUris: string[], world: OpenIdProvider): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const scopes = ['openid', 'email', 'profile', 'groups']
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    scopes,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: false,
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['cookies of the provider'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...world.people.get(id) }),
    }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope(scopes.join(' '))
      await grant.save()
      return grant
    },
  })
  return provider
}

/** The log-in page of the provider: a button for each person. */
async function interact(
  provider: Provider,
  world: OpenIdProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const query = new URL(request.url ?? '', world.issuer).searchParams
  const person = query.get('as') ?? world.whoever
  if (query.get('as') === '') {
    const error = { error: 'access_denied', error_description: 'not today' }
    return provider.interactionFinished(request, response, error)
  }
  if (person !== null) {
    return provider.interactionFinished(request, response, { login: { accountId: person, remember: false } })
  }
  const links = ['', ...world.people.keys()].map((one) => `<p><a href="?as=${one}">${one || 'Cancel'}</a>`)
  response
    .setHeader('content-type', 'text/html')
    .end(`<title>Provider</title><h1>Who are you?</h1>${links.join('')}`)
}

/** Koa writes each answer in one piece. */
function change(path: string, response: ServerResponse, world: OpenIdProvider): void {
  const changes: Record<string, (answer: Json) => Promise<Json> | Json> = {
    '/token': (answer) => (typeof answer['id_token'] === 'string' ? signAgain(answer, world) : answer),
    '/me': (answer) => world.userInfo(answer),
    '/jwks': () => ({ keys: world.jwks }),
    '/.well-known/openid-configuration': (answer) => world.metadata(answer),
  }
  const made = changes[path]
  if (made === undefined) return
  const end = response.end.bind(response)
  response.end = ((body?: unknown) => {
    void (async () => {
      const text = JSON.stringify(await made(JSON.parse(isText(body) ? body.toString() : '{}')))
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })()
    return response
  }) as typeof response.end
}

async function signAgain(answer: Json, world: OpenIdProvider): Promise<Json> {
  const claims = world.claims(decodeJwt(String(answer['id_token'])))
  const { privateKey, jwk } = world.signer
  const header = { alg: 'RS256', kid: jwk.kid ?? '' }
  const signed = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
  return { ...answer, id_token: world.token(signed, claims) }
}

/** With the header of an unsigned token, and no signature. */
export function unsigned(claims: JWTPayload): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.`
}

function isText(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}
