import { hash } from '@node-rs/argon2'
import type { Router } from '../../../src/http/route/bind.ts'
import type { Link } from '../../../src/actions/users/links.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { secondFactorRoutes } from '../../../src/http/users/second-factor.ts'
import { sessionRoutes } from '../../../src/http/users/sessions.ts'
import { userRoutes } from '../../../src/http/users/routes.ts'
import { updatePassword } from '../../../src/store/users/log-ins.ts'
import { anApi } from '../core/api.ts'
import type { Answer, Api } from '../core/api.ts'
import { aUser } from './sessions.ts'

export const password = 'correct horse battery'

export type LogInServer = Api & {
  /** The links that the operator was told. */
  told: Link[]
}

/** Users, sessions and mailing lists. */
export async function aLogInServer(...more: ((route: Router) => void)[]): Promise<LogInServer> {
  const told: Link[] = []
  const links = { baseUrl: 'https://mail.example.com', logLink: (link: Link) => void told.push(link) }
  const api = await anApi(
    (route, secrets) => {
      userRoutes(route, links)
      sessionRoutes(route, { secrets, links })
      secondFactorRoutes(route, secrets)
      mailingListRoutes(route)
    },
    ...more,
  )
  return Object.assign(api, { told })
}

/** A user of `a` who has the password. */
export async function aUserWithPassword(
  api: Api,
  attributes: Parameters<typeof aUser>[2] = {},
  organizationId = api.a.organizationId,
): Promise<number> {
  const id = await aUser(api, organizationId, { email: 'ann@example.com', ...attributes })
  await updatePassword(api.sql, organizationId, id, await hash(password))
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
  /** What a browser does with the answer: headers for its next requests. */
  session: { headers: Record<string, string> }
}

/** A POST of somebody who is not known, as a browser sends it. */
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
