import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { languageFor } from '../../contract/responses/language.ts'
import { deadLinkPage, laterPage } from '../../contract/responses/public-pages.ts'
import { pageHeaders } from './pages.ts'
import type { Answer } from './repeats.ts'

type Asking = Pick<FastifyRequest, 'headers'>

export function languageOf({ headers }: Asking) {
  return languageFor(null, headers['accept-language'])
}

/** What the links of people answer when something fails. Protocol errors are answered as a broken link. */
export function answerFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isTheirs(error)) return answerNotFound(request, reply)
  request.log.error({ err: error, method: request.method }, 'a public page failed')
  return answerLater(request, reply, 503)
}

export function answerNotFound(request: Asking, reply: FastifyReply): FastifyReply {
  return reply
    .status(404)
    .headers(pageHeaders)
    .send(deadLinkPage(languageOf(request)))
}

export function answerLater(request: Asking, reply: FastifyReply, status: 429 | 503): FastifyReply {
  const { headers, body } = later(request, status)
  return reply.status(status).headers(headers).send(body)
}

export function later(request: Asking, status: 429 | 503): Answer {
  return { status, headers: { ...pageHeaders, 'retry-after': '5' }, body: laterPage(languageOf(request)) }
}

function isTheirs(error: Error & { status?: number; statusCode?: number }): boolean {
  return (error.statusCode ?? error.status ?? 500) < 500
}
