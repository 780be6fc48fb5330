import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  followMessageLink,
  leaveStream,
  openMessage,
  showStreamSubscription,
} from '../../actions/messages/visit.ts'
import { languageFor } from '../../contract/responses/language.ts'
import { subscriptionPage, type SubscriptionState } from '../../contract/responses/public-pages.ts'
import type { Database } from '../../database/driver/connection.ts'
import { createMessageTokens, type MessageToken } from '../../links/messages.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { seenOf } from './call.ts'
import { answerLater, answerNotFound } from './faults.ts'
import type { Pace } from './pace.ts'
import { brandAt, pageHeaders, privateHeaders } from './pages.ts'
import { pixel, targetOf } from './targets.ts'

type Parts = { database: Database; secrets: Secrets }

type Asked = FastifyRequest<{ Params: { token: string } }>

/** The links of messages to single persons. As with those of mailings, only a POST unsubscribes. */
export function messageLinkRoutes(app: FastifyInstance, { database, secrets }: Parts, pace: Pace): void {
  const tokens = createMessageTokens(secrets)
  const handler = async (request: Asked, reply: FastifyReply) => {
    const text = request.params.token
    const token = tokens.read(text)
    const admitted = await pace.admit({ token: token === null ? null : text, address: request.ip })
    if (admitted === 'refused') return answerLater(request, reply, 429)
    if (token === null) return answerNotFound(request, reply)
    const isPost = request.method === 'POST'
    if (isPost && token.kind !== 'unsubscribe') return answerNotFound(request, reply)
    const visit = { ...token, ip: request.ip, seen: seenOf(request), counts: admitted === 'counted' }
    const sql = database.within(token.organizationId)
    if (visit.kind === 'open') {
      await openMessage(sql, visit)
      return reply.headers({ ...privateHeaders, 'content-type': 'image/gif' }).send(pixel)
    }
    if (visit.kind === 'click') {
      const url = await followMessageLink(sql, visit)
      const location = url === null ? null : targetOf(url)
      if (location === null) return answerNotFound(request, reply)
      return reply
        .status(302)
        .headers({ ...privateHeaders, location })
        .send('')
    }
    const isGone = isPost && !(await leaveStream(sql, visit))
    const page = isGone ? null : await subscriptionOf({ request, sql, token, hasLeft: isPost })
    if (page === null) return answerNotFound(request, reply)
    return reply.headers({ ...pageHeaders, vary: 'accept-language' }).send(page)
  }
  app.route({ method: ['GET', 'HEAD', 'POST'], url: '/m/:token', handler })
}

type Shown = {
  request: Asked
  sql: ReturnType<Database['within']>
  token: MessageToken
  hasLeft: boolean
}

async function subscriptionOf({ request, sql, token, hasLeft }: Shown): Promise<string | null> {
  const found = await showStreamSubscription(sql, token)
  if (found === null) return null
  const before: SubscriptionState = found.isSuppressed ? 'again' : 'ask'
  return subscriptionPage({
    state: hasLeft ? 'left' : before,
    language: languageFor(null, request.headers['accept-language']),
    brand: brandAt(found.brand, '../'),
    listName: found.stream,
    mayComeBack: false,
    leaveUrl: request.params.token,
    comeBackUrl: '',
    preferencesUrl: null,
    texts: {},
  })
}
