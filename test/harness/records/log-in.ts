import { hash } from '@node-rs/argon2'
import { setPasswordUrl } from '../../../src/contract/users/password-link.ts'
import type { Router } from '../../../src/http/route/bind.ts'
import { createLogInParts } from '../../../src/actions/users/log-in.ts'
import { linkMailLimits, type LinkMailLimits } from '../../../src/actions/users/link-mails.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { ownUserRoutes } from '../../../src/http/users/current.ts'
import { setUpRoutes } from '../../../src/http/users/set-up.ts'
import { passkeyRoutes } from '../../../src/http/users/passkeys.ts'
import { secondFactorRoutes } from '../../../src/http/users/second-factor.ts'
import { sessionRoutes } from '../../../src/http/users/sessions.ts'
import { userRoutes } from '../../../src/http/users/routes.ts'
import type { Secrets } from '../../../src/secrets/ring.ts'
import { updatePassword } from '../../../src/store/users/log-ins.ts'
import { insertUserToken, type LinkKind } from '../../../src/store/users/tokens.ts'
import { anApi, type Answer, type Api } from '../core/api.ts'
import { aUser } from './sessions.ts'

export const password = 'correct horse battery'

const features = {
  sends_mail: false,
  auto_subscriber_management: true,
  sender_domains: 'open',
  reveal_api_keys: 'always',
  upload_bytes_max: 1_000_000,
} as const

export type LogInServer = Api & {
  told: Link[]
  /** Simulates that time passes, in the database and in memory. */
  passTime: (minutes: number) => Promise<void>
}

export async function aLogInServer(...more: ((route: Router) => void)[]): Promise<LogInServer> {
  return aLimitedServer(linkMailLimits, ...more)
}

/** The same with passkeys for this address. */
export function aPasskeyServer(baseUrl: string): Promise<LogInServer> {
  return aLimitedServer(linkMailLimits, (route, secrets) =>
    passkeyRoutes(route, { ...createLogInParts(secrets, linkMailLimits), baseUrl }, features),
  )
}

/** The same with limits of mails. */
export async function aLimitedServer(
  limits: LinkMailLimits,
  ...more: ((route: Router, secrets: Secrets) => void)[]
): Promise<LogInServer> {
  let skewMs = 0
  const api = await anApi(
    (route, secrets) => {
      const parts = createLogInParts(secrets, limits, () => performance.now() + skewMs)
      userRoutes(route, parts)
      sessionRoutes(route, parts, features)
      ownUserRoutes(route, parts)
      setUpRoutes(route, parts, features)
      secondFactorRoutes(route, parts)
      mailingListRoutes(route)
    },
    ...more,
  )
  const passTime = async (minutes: number) => {
    skewMs += minutes * 60_000
    await api.sql`update log_in_failures set failed_at = failed_at - make_interval(mins => ${minutes})`
    await api.sql`update link_mail_counts set counted_at = counted_at - make_interval(mins => ${minutes})`
  }
  return Object.assign(api, { told: receiveLinks(api), passTime })
}

export type Link = { kind: LinkKind; organization_id: number; user_id: number; url: string }

/** Creates the link of each queued mail before its call is answered; the sender would do it a moment later. */
export function receiveLinks({ app, sql }: Api): Link[] {
  const received: Link[] = []
  let lastId = 0
  app.addHook('onSend', async () => {
    const mails = await sql<(Omit<Link, 'url'> & { id: number })[]>`
      select id, link_kind as kind, organization_id, user_id from system_mails where id > ${lastId} order by id`
    for (const { id, ...link } of mails) {
      lastId = Math.max(lastId, id)
      const made = await insertUserToken(sql, link.organization_id, link.user_id, link.kind)
      if (made !== null)
        received.push({ ...link, url: setPasswordUrl('https://mail.example.com', made.token) })
    }
  })
  return received
}

/** Checked as fast as it can be: a password as the server stores it takes 50 ms of a core at each log-in. */
const fast = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export async function aUserWithPassword(
  api: Api,
  attributes: Parameters<typeof aUser>[2] = {},
  organizationId = api.a.organizationId,
): Promise<number> {
  const id = await aUser(api, organizationId, { email: 'ann@example.com', ...attributes })
  const hashed = await hash(password, fast)
  await api.sql.begin((sql) => updatePassword(sql, organizationId, id, hashed))
  return id
}

type SessionData = {
  user: { id: number; email: string }
  organization: { id: number; name: string }
  csrf_token: string
  second_factor_missing: boolean
}

type Sent = Answer<SessionData> & {
  headers: Record<string, unknown>
  session: { headers: Record<string, string> }
}

/** A POST of a browser without a session. */
export async function post(
  api: Api,
  path: string,
  body: object,
  { headers = {}, from = '127.0.0.1' }: { headers?: Record<string, string>; from?: string } = {},
): Promise<Sent> {
  const reply = await api.app.inject({
    method: 'POST',
    url: `/ga/api/v2/${path}`,
    payload: JSON.stringify(body),
    headers,
    remoteAddress: from,
  })
  const answer = reply.json<Answer<SessionData>['body']>()
  const [cookie = ''] = String(reply.headers['set-cookie'] ?? '').split(';')
  const csrf = answer.data?.csrf_token ?? ''
  return {
    status: reply.statusCode,
    body: answer,
    headers: reply.headers,
    session: { headers: { cookie, 'x-csrf-token': csrf } },
  }
}

export function logIn(
  api: Api,
  given: object = {},
  options?: { headers?: Record<string, string>; from?: string },
): Promise<Sent> {
  return post(api, 'sessions', { email: 'ann@example.com', password, ...given }, options)
}
