import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createVisits, type Visits } from '../../actions/responses/visit.ts'
import { findWebVersion } from '../../actions/responses/web-version.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { createTrackingTokens, type TrackingToken } from '../../links/token.ts'
import { languageFor } from '../../contract/responses/language.ts'
import { deadLinkPage, textVersionPage } from '../../contract/responses/public-pages.ts'
import { preferenceSteps } from '../../contract/responses/preferences.ts'
import { findFrame } from '../../store/responses/frame.ts'
import { readForm } from '../server/read-body.ts'
import { brandAt, pageHeaders, privateHeaders, webVersionHeaders } from './pages.ts'
import { addressChangeRoutes } from './address-changes.ts'
import { showPreferencesPage, takeStep } from './preferences.ts'
import { answerFault, answerLater, answerNotFound, languageOf, later } from './faults.ts'
import { askSubscription, comeBackByLink, leaveByLink } from './subscription.ts'
import { readPublicCall, type PublicCall, type TokenOf } from './call.ts'
import { createPace, type Pace } from './pace.ts'
import { createSubmissionPace, type SubmissionPace } from './forms/pace.ts'
import { createFormParts } from './forms/parts.ts'
import { formRoutes } from './forms/routes.ts'
import { scriptRoutes } from './forms/scripts.ts'
import { createRepeats, type Answer } from './repeats.ts'
import { messageLinkRoutes } from './messages.ts'
import { pixel, targetOf } from './targets.ts'

export type PublicParts = {
  /** A separate pool, so that public traffic cannot take the API's connections. */
  database: Database
  secrets: Secrets
  baseUrl: string
  pace?: Pace
  /** Submissions of web forms. Default: no limit. */
  submissionPace?: SubmissionPace
  /** For tests: the clock of the tickets of web forms, in milliseconds. */
  now?: () => number
}

/** Texts of several fields, percent-encoded. */
const formBytesMax = 262_144

type Answering<Kind extends TrackingToken['kind']> = (
  call: PublicCall<TokenOf<Kind>>,
) => Promise<Answer | null>

/**
 * The link is the only credential. Only a POST unsubscribes (RFC 8058) or subscribes again, so programs that follow every
 * link of a message change nothing.
 */
export function publicRoutes(app: FastifyInstance, parts: PublicParts): void {
  const tokens = createTrackingTokens(parts.secrets)
  const { pace = createPace({ perMinute: 0 }) } = parts
  const repeats = createRepeats()
  const answering = <Kind extends TrackingToken['kind']>(
    kind: Kind | readonly Kind[],
    answer: Answering<Kind>,
  ) => {
    return async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      const text = request.params.token
      const token = tokens.read(text)
      const admitted = await pace.admit({ token: token === null ? null : text, address: request.ip })
      if (admitted === 'refused') return answerLater(request, reply, 429)
      if (token === null || !isOf(token, kind)) return answerNotFound(request, reply)
      const isPost = request.method === 'POST'
      const isForm = isPost && kind === 'preferences'
      const form = isForm ? await readForm(request, reply, formBytesMax) : new URLSearchParams()
      const call = readPublicCall(parts.database, token, request, admitted === 'counted')
      const make = () => answer({ ...call, form })
      const page = `${isPost} ${request.routeOptions.url} ${text} ${languageOf(request)}`
      const answered = await (admitted === 'counted' || isForm ? make() : repeats(page, make))
      if (answered === null) return answerDead(parts, token, { request, reply })
      const { status = 200, headers, body } = answered
      return reply.status(status).headers(headers).send(body)
    }
  }
  const { database, secrets, submissionPace = createSubmissionPace(0), now } = parts
  const forms = createFormParts({ database, secrets, hits: pace, pace: submissionPace, ...(now && { now }) })
  scriptRoutes(app, forms)
  void app.register(async (scope) => {
    scope.setErrorHandler(answerFault)
    const method = ['GET', 'HEAD']
    formRoutes(scope, forms)
    const visits = createVisits()
    scope.route({ method, url: '/o/:token', handler: answering('open', (call) => open(visits, call)) })
    scope.route({
      method,
      url: '/c/:token',
      handler: answering(['click', 'hidden'], (call) => click(visits, call)),
    })
    const ask = answering('unsubscribe', (call) => askSubscription(tokens, call))
    scope.route({ method, url: '/u/:token', handler: ask })
    scope.route({ method, url: '/u/:token/again', handler: ask })
    const leave: Answering<'unsubscribe'> = (call) => leaveByLink({ visits, tokens }, call)
    scope.route({ method: 'POST', url: '/u/:token', handler: answering('unsubscribe', leave) })
    const again = answering('unsubscribe', (call) => comeBackByLink(tokens, call))
    scope.route({ method: 'POST', url: '/u/:token/again', handler: again })
    const view: Answering<'web_view'> = (call) => webVersion(parts, call)
    scope.route({ method, url: '/w/:token', handler: answering('web_view', view) })
    const preferences = answering('preferences', showPreferencesPage)
    scope.route({ method, url: '/p/:token', handler: preferences })
    addressChangeRoutes(scope, parts, pace)
    messageLinkRoutes(scope, parts, pace)
    for (const step of preferenceSteps) {
      const take = takeWithin(submissionPace, step)
      scope.route({ method, url: `/p/:token/${step}`, handler: preferences })
      scope.route({ method: 'POST', url: `/p/:token/${step}`, handler: answering('preferences', take) })
    }
  })
}

/** A change of an address sends two mails, as a submission sends one. */
function takeWithin(
  pace: NonNullable<PublicParts['submissionPace']>,
  step: (typeof preferenceSteps)[number],
): Answering<'preferences'> {
  return async (call) => {
    const isTooMany = step === 'address' && !pace.admits(call.request.ip)
    return isTooMany ? later(call.request, 429) : takeStep(step, call)
  }
}

function isOf<Kind extends TrackingToken['kind']>(
  token: TrackingToken,
  kinds: Kind | readonly Kind[],
): token is TokenOf<Kind> {
  const given: readonly TrackingToken['kind'][] = [kinds].flat()
  return given.includes(token.kind)
}

async function open(visits: Visits, { sql, visit }: PublicCall) {
  await visits.open(sql, visit)
  return { headers: { ...privateHeaders, 'content-type': 'image/gif' }, body: pixel }
}

async function click(visits: Visits, { sql, token, visit }: PublicCall<TokenOf<'click' | 'hidden'>>) {
  if (token.kind === 'hidden') {
    await visits.trap(sql, visit)
    // A browser stays where it is.
    return { status: 204, headers: privateHeaders, body: '' }
  }
  const url = await visits.follow(sql, visit, token.linkId)
  const location = url === null ? null : targetOf(url)
  return location === null ? null : { status: 302, headers: { ...privateHeaders, location }, body: '' }
}

async function webVersion(parts: PublicParts, { sql, visit, request }: PublicCall) {
  const page = await findWebVersion(sql, visit, parts)
  if (page === null || 'html' in page) return page && { headers: webVersionHeaders, body: page.html }
  const { subject, text, frame } = page
  const language = languageFor(frame.language, request.headers['accept-language'])
  const body = textVersionPage({ subject, text, language, brand: brandAt(frame.brand, '../') })
  return { headers: { ...webVersionHeaders, vary: 'accept-language' }, body }
}

/** A link of this server to what is gone. */
async function answerDead(
  { database }: PublicParts,
  { organizationId, listId }: TrackingToken,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const frame = await database.within(organizationId).read((sql) => findFrame(sql, organizationId, listId))
  if (frame === null) return answerNotFound(request, reply)
  const language = languageFor(frame.language, request.headers['accept-language'])
  const up = '../'.repeat(Math.max(1, (request.url.split('?')[0] ?? '').split('/').length - 2))
  return reply
    .status(404)
    .headers(pageHeaders)
    .send(deadLinkPage(language, { ...frame, brand: brandAt(frame.brand, up) }))
}
