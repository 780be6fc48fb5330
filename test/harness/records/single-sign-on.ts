import type { LogInProviderInput } from '../../../src/contract/resources/log-in-providers.ts'
import { createLogInParts } from '../../../src/actions/users/log-in.ts'
import { linkMailLimits } from '../../../src/actions/users/link-mails.ts'
import { createSingleSignOn } from '../../../src/actions/users/single-sign-on/parts.ts'
import { logInProviderRoutes } from '../../../src/http/resources/log-in-providers.ts'
import { ownUserRoutes } from '../../../src/http/users/current.ts'
import { sessionRoutes } from '../../../src/http/users/sessions.ts'
import { singleSignOnPages, singleSignOnRoutes } from '../../../src/http/users/single-sign-on.ts'
import { userRoutes } from '../../../src/http/users/routes.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { anApi, type Actor, type Api } from '../core/api.ts'
import { anOpenIdProvider, clientId, clientSecret, type OpenIdProvider } from '../fakes/openid-provider.ts'

export const baseUrl = 'https://quiver.example'

const features = {
  sends_mail: false,
  auto_subscriber_management: true,
  sender_domains: 'open',
  reveal_api_keys: 'always',
  upload_bytes_max: 1_000_000,
} as const

export type SingleSignOnWorld = { api: Api; provider: OpenIdProvider }

/** The routes of the log-in, a provider on loopback, and two organizations of which `a` has proven example.com. */
export async function aSingleSignOn(): Promise<SingleSignOnWorld> {
  const rules = { allow: [], allowLoopback: true }
  const api = await anApi((route, secrets) => {
    const parts = createLogInParts(secrets, linkMailLimits)
    const singleSignOn = createSingleSignOn({ secrets, baseUrl, rules })
    userRoutes(route, parts)
    sessionRoutes(route, parts, features)
    ownUserRoutes(route, parts)
    mailingListRoutes(route)
    logInProviderRoutes(route, singleSignOn)
    singleSignOnRoutes(route, singleSignOn, features)
  })
  const singleSignOn = createSingleSignOn({ secrets: api.secrets, baseUrl, rules })
  singleSignOnPages(api.app, { ...singleSignOn, database: api.database })
  const provider = await anOpenIdProvider(
    [1, api.a.organizationId, api.b.organizationId].map((id) => `${baseUrl}/log_in/callback/${id}`),
  )
  provider.people.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann Example' })
  provider.whoever = 'ann'
  await proveDomain(api, api.a.organizationId, 'example.com')
  return { api, provider }
}

export async function proveDomain(
  { sql }: Pick<Api, 'sql'>,
  organizationId: number,
  domain: string,
): Promise<void> {
  await sql`
    insert into sender_domains (organization_id, domain, proven_at, proven_by, seen_at)
    values (${organizationId}, ${domain}, now(), 'txt', now())`
}

export type Made = { id: number; redirect_uri: string; log_out_uri: string; client_secret?: never }

/** @returns the id as the log-in names it */
export async function offer(
  { api, provider }: SingleSignOnWorld,
  given: Partial<LogInProviderInput> = {},
  as: Actor = api.a,
): Promise<{ id: number; name: string }> {
  const log_in_provider = {
    name: 'Work',
    issuer: provider.issuer,
    client_id: clientId,
    client_secret: clientSecret,
    email_domains: ['example.com'],
    ...given,
  }
  const { status, body } = await api.call<Made>('POST', 'log_in_providers', { log_in_provider }, as)
  if (status !== 200) throw new Error(`the provider was refused: ${body.error_message}`)
  return { id: body.data.id, name: `${as.organizationId}.${body.data.id}` }
}

/** A browser: its cookies here and at the provider. */
export type Browser = { here: Map<string, string>; there: Map<string, string> }

export function aBrowser(): Browser {
  return { here: new Map(), there: new Map() }
}

/** @returns the address at the provider */
export async function begin(
  { api }: SingleSignOnWorld,
  browser: Browser,
  body: { provider: string; to?: string },
): Promise<string> {
  const reply = await api.app.inject({
    method: 'POST',
    url: '/ga/api/v2/log_in/single_sign_on',
    payload: JSON.stringify(body),
  })
  const answer = reply.json<{ data: { url: string }; error_message: string }>()
  if (reply.statusCode !== 200) throw new Error(answer.error_message)
  keep(browser.here, reply.headers['set-cookie'])
  return answer.data.url
}

/** Follows the provider until it sends the browser back. @returns that address */
export async function visit(browser: Browser, url: string): Promise<URL> {
  let at = new URL(url)
  for (let steps = 0; steps < 10; steps += 1) {
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie: cookiesOf(browser.there) } })
    keep(browser.there, answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    at = new URL(location, at)
    if (at.origin === baseUrl) return at
  }
  throw new Error('the provider redirects without end')
}

export type CameBack = { status: number; location: string; session: { headers: Record<string, string> } }

export async function comeBack(
  { api }: SingleSignOnWorld,
  browser: Browser,
  address: URL,
): Promise<CameBack> {
  const reply = await api.app.inject({
    method: 'GET',
    url: address.pathname + address.search,
    headers: { cookie: cookiesOf(browser.here), 'user-agent': 'test' },
  })
  keep(browser.here, reply.headers['set-cookie'])
  const session = browser.here.get('__Host-quiver_session') ?? ''
  return {
    status: reply.statusCode,
    location: String(reply.headers.location),
    session: { headers: { cookie: `__Host-quiver_session=${session}` } },
  }
}

/** The whole log-in. */
export async function enter(
  world: SingleSignOnWorld,
  provider: string,
  { to, browser = aBrowser() }: { to?: string; browser?: Browser } = {},
): Promise<CameBack> {
  const url = await begin(world, browser, { provider, ...(to !== undefined && { to }) })
  return comeBack(world, browser, await visit(browser, url))
}

function keep(jar: Map<string, string>, given: string | string[] | undefined): void {
  for (const line of [given ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

function cookiesOf(jar: Map<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** The session that the browser now has. */
export async function sessionOf({ api }: SingleSignOnWorld, { session }: CameBack) {
  type Session = {
    user: { id: number; email: string; full_name: string; single_sign_on: boolean }
    organization: { id: number }
    role: string
    permissions: Record<string, string[]>
    csrf_token: string
    second_factor_missing: boolean
  }
  return api.call<Session>('GET', 'sessions/current', undefined, session)
}
