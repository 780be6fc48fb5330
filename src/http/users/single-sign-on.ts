import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { begin, findProvidersFor, smallId } from '../../actions/users/single-sign-on/begin.ts'
import { endByProvider } from '../../actions/users/single-sign-on/end.ts'
import { finish } from '../../actions/users/single-sign-on/finish.ts'
import type { SingleSignOn } from '../../actions/users/single-sign-on/parts.ts'
import { findOtherOrganizations, switchTo } from '../../actions/users/single-sign-on/switch.ts'
import { findSessionUser } from '../../actions/users/sessions.ts'
import { AppError } from '../../contract/api/errors.ts'
import { providerPaths } from '../../contract/resources/log-in-providers.ts'
import type { Features } from '../../contract/users/sessions.ts'
import {
  beginSingleSignOn,
  findLogInProviders,
  listOwnOrganizations,
  switchOrganization,
} from '../../contract/users/single-sign-on.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { Router } from '../route/bind.ts'
import { originOf } from '../route/open.ts'
import { csrfTokenOf, sessionCookie } from '../route/session-auth.ts'
import { readForm } from '../server/read-body.ts'
import { userOf } from './sessions.ts'

const cookieName = '__Host-quiver_log_in'
/** `Lax`, because the browser comes back from another site. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const keptSeconds = 600

export function singleSignOnRoutes(route: Router, parts: SingleSignOn, features: Features): void {
  route.open(findLogInProviders, async ({ database, fields }) => ({
    data: await findProvidersFor(database.everywhere(), fields.email),
  }))

  route.open(beginSingleSignOn, async ({ database, fields }) => {
    const { url, cookie } = await begin(database.everywhere(), parts, fields)
    const kept = `${cookieName}=${cookie}; ${attributes}; Max-Age=${keptSeconds}`
    return { data: { url }, headers: { 'set-cookie': kept } }
  })

  route(listOwnOrganizations, async (call) => ({
    data: await findOtherOrganizations(call.everywhere(), userOf(call)),
  }))

  route(switchOrganization, async (call) => {
    const { organization_id: organizationId } = call.fields()
    const { origin, requestId } = call
    const given = { organizationId, origin, requestId }
    const { userId, hasSecondFactor, ...handle } = await switchTo(call.everywhere(), userOf(call), given)
    const user = { organizationId, userId, steppedInto: null, hasSecondFactor }
    const found = await findSessionUser(call, user)
    const data = { ...found, features, csrf_token: csrfTokenOf(parts.secrets, handle) }
    return { data, headers: { 'set-cookie': sessionCookie(handle) } }
  })
}

type PageParts = SingleSignOn & { database: Database }

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** Where browsers and providers come back. The address has the code of the provider, so it is neither kept nor passed on. */
export function singleSignOnPages(app: FastifyInstance, parts: PageParts): void {
  void app.register(async (scope) => {
    scope.setErrorHandler(answerFault(parts))
    scope.get(`${providerPaths.callback}/:organization`, (request, reply) => comeBack(request, reply, parts))
    scope.post(`${providerPaths.ended}/:organization`, (request, reply) => end(request, reply, parts))
  })
}

async function comeBack(request: FastifyRequest, reply: FastifyReply, { database, ...parts }: PageParts) {
  const finished = await finish(database.everywhere(), parts, {
    organizationId: organizationOf(request),
    query: request.url.split('?').slice(1).join('?'),
    cookie: cookieOf(request),
    origin: originOf(request),
    requestId: request.id,
  })
  const ended = `${cookieName}=; ${attributes}; Max-Age=0`
  const isIn = 'handle' in finished
  const path = isIn ? finished.to : `/log-in?problem=${finished.problem}`
  const cookies = isIn ? [ended, sessionCookie(finished.handle)] : [ended]
  return reply
    .status(303)
    .headers({ ...headers, location: `${parts.baseUrl}/console${path}`, 'set-cookie': cookies })
    .send('')
}

async function end(request: FastifyRequest, reply: FastifyReply, { database, ...parts }: PageParts) {
  const form = await readForm(request, reply)
  const token = form.get('logout_token') ?? ''
  await endByProvider(database.everywhere(), parts, {
    organizationId: organizationOf(request),
    token,
    requestId: request.id,
  })
  return reply.status(200).headers(headers).send('')
}

function organizationOf({ params }: FastifyRequest): number {
  return smallId((params as { organization: string }).organization)
}

function cookieOf({ headers: { cookie = '' } }: FastifyRequest): string {
  const pairs = cookie.split(';').map((pair) => pair.trim())
  const found = pairs.filter((pair) => pair.startsWith(`${cookieName}=`))
  return found.length === 1 ? (found[0] ?? '').slice(cookieName.length + 1) : ''
}

/** People get back to the page of the log-in; providers get an answer of section 2.8 of the specification of log-outs. */
function answerFault({ baseUrl }: PageParts) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const status = error instanceof AppError ? error.status : (error.statusCode ?? 500)
    if (status >= 500)
      request.log.error({ err: error, method: request.method }, 'a log-in by a provider failed')
    if (request.method === 'POST') {
      const words = status >= 500 ? 'try again later' : error.message
      return reply
        .status(status < 500 ? 400 : status)
        .headers(headers)
        .send({ error: 'invalid_request', error_description: words })
    }
    return reply
      .status(303)
      .headers({ ...headers, location: `${baseUrl}/console/log-in?problem=expired` })
      .send('')
  }
}
