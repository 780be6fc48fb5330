import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSent } from '../../store/responses/rows.ts'
import { findTrackedUrl, recordClick, recordOpen, recordUnsubscribe } from '../../store/responses/record.ts'
import { createTrackingTokens } from '../../tracking/token.ts'
import type { TrackingToken } from '../../tracking/token.ts'
import {
  laterPage,
  notFoundPage,
  pageHeaders,
  privateHeaders,
  unsubscribedPage,
  unsubscribePage,
  webVersionHeaders,
} from './pages.ts'
import { visitOf } from './visit.ts'
import type { PublicParts, TokenOf, Visit } from './visit.ts'
import { webVersionOf } from './web-version.ts'

/** One transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** A form of a browser or a mail program says next to nothing. */
const bodyLimit = 65_536

type Answer = { status?: number; headers: Record<string, string>; body: string | Buffer }

/** `null`: the link does not work. */
type Answering<Kind extends TrackingToken['kind']> = (visit: Visit<TokenOf<Kind>>) => Promise<Answer | null>

/**
 * What the links in messages lead to. Who has a link is who it was written for: there is no other credential, and
 * no cookie. Only a POST unsubscribes (RFC 8058): programs that look at every link of a message change nothing by it.
 */
export function publicRoutes(app: FastifyInstance, parts: PublicParts): void {
  const tokens = createTrackingTokens(parts.secrets)
  const answering = <Kind extends TrackingToken['kind']>(kind: Kind, answer: Answering<Kind>) => {
    return async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      const token = tokens.read(request.params.token)
      if (token === null || !isOf(token, kind)) return answerNotFound(reply)
      const answered = await answer(visitOf(parts.database, token, request))
      if (answered === null) return answerNotFound(reply)
      const { status = 200, headers, body } = answered
      return reply.status(status).headers(headers).send(body)
    }
  }
  void app.register(async (scope) => {
    // Forms of every kind, and nothing at all: what they say does not matter, that they were sent does.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null))
    scope.setErrorHandler(answerFault)
    const method = ['GET', 'HEAD']
    scope.route({ method, url: '/o/:token', handler: answering('open', open) })
    scope.route({ method, url: '/c/:token', handler: answering('click', click) })
    scope.route({ method, url: '/u/:token', handler: answering('unsubscribe', askUnsubscribe) })
    scope.route({ method: 'POST', url: '/u/:token', handler: answering('unsubscribe', unsubscribe) })
    const view: Answering<'web_view'> = (visit) => webVersion(parts, visit)
    scope.route({ method, url: '/w/:token', handler: answering('web_view', view) })
  })
}

function isOf<Kind extends TrackingToken['kind']>(token: TrackingToken, kind: Kind): token is TokenOf<Kind> {
  return token.kind === kind
}

async function open({ organizationId, reader, ip, counts, begin }: Visit) {
  if (counts) await begin((sql) => recordOpen(sql, organizationId, reader, ip))
  return { headers: { ...privateHeaders, 'content-type': 'image/gif' }, body: pixel }
}

async function click({ token, organizationId, reader, ip, counts, begin }: Visit<TokenOf<'click'>>) {
  const { linkId } = token
  const url = await begin((sql) =>
    counts
      ? recordClick(sql, organizationId, reader, { linkId, ip })
      : findTrackedUrl(sql, organizationId, reader, linkId),
  )
  const location = url === null ? null : targetOf(url)
  return location === null ? null : { status: 302, headers: { ...privateHeaders, location }, body: '' }
}

/** As a header can hold it. Nothing but a link of the content gets here, and of those only the web's are. */
function targetOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}

async function askUnsubscribe({ organizationId, reader, begin }: Visit) {
  const sent = await begin((sql) => findSent(sql, organizationId, reader))
  return sent === null ? null : { headers: pageHeaders, body: unsubscribePage(sent.listName) }
}

async function unsubscribe({ organizationId, reader, ip, counts, begin }: Visit) {
  const sent = await begin(async (sql) => {
    if (counts) await recordUnsubscribe(sql, organizationId, reader, ip)
    return findSent(sql, organizationId, reader)
  })
  return sent === null ? null : { headers: pageHeaders, body: unsubscribedPage(sent.listName) }
}

async function webVersion(parts: PublicParts, { token }: Visit) {
  const html = await webVersionOf(parts, token)
  return html === null ? null : { headers: webVersionHeaders, body: html }
}

function answerNotFound(reply: FastifyReply): FastifyReply {
  return reply.status(404).headers(pageHeaders).send(notFoundPage)
}

/** What the protocol does not allow is a link that does not work, too; all else is ours, and tried again later. */
function answerFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isTheirs(error)) return answerNotFound(reply)
  request.log.error({ err: error, method: request.method }, 'a public page failed')
  return reply
    .status(503)
    .headers({ ...pageHeaders, 'retry-after': '5' })
    .send(laterPage)
}

function isTheirs(error: Error & { status?: number; statusCode?: number }): boolean {
  return (error.statusCode ?? error.status ?? 500) < 500
}
