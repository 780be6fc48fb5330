import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, badRequest, forbidden } from '../../contract/api/errors.ts'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import { plainLine } from './marked.ts'
import { metadataUrl } from './oauth.ts'
import { doorOf } from '../plans/acting.ts'
import { readBody } from '../server/read-body.ts'
import type { Router } from '../route/bind.ts'

/** As plans take: for bodies of campaigns, and the content of an import. */
const bodyLimit = 4 * 1_048_576

const path = '/mcp'

type Parts = { baseUrl: string; version?: string | undefined }

/** The Model Context Protocol for assistants, by its Streamable HTTP. Its library is loaded by the first message. */
export function mcpRoutes(app: FastifyInstance, { keyOf, inside }: Router, parts: Parts): void {
  app.post(path, async (request, reply) => {
    try {
      requireOwnOrigin(request, parts.baseUrl)
      const caller = await keyOf(request, reply, 'mcp')
      const message = await readBody(request, reply, { bodyLimit })
      if (Array.isArray(message)) throw badRequest('send one message in a request')
      const { answerMessage } = await import('./session.ts')
      const assistant = caller.grant?.client ?? assistantOf(request, message)
      const answer = await answerMessage({
        visit: { caller, inside, baseUrl: parts.baseUrl, door: { ...doorOf(request), assistant } },
        version: parts.version ?? 'unknown',
        message,
        headers: protocolHeaders(request),
        noteFault: (error) => {
          request.log.error({ err: error }, 'unexpected error')
          return `internal error; the request id is ${request.id}`
        },
      })
      reply.status(answer.status).headers(Object.fromEntries(answer.headers))
      if (isInitialize(message) && answer.ok) reply.header('mcp-session-id', sessionOf(assistant))
      return await reply.send(await answer.text())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return refuse(reply, error, parts.baseUrl)
    }
  })
  // There is no stream that the server could write to by itself, and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: path,
    handler: (_request, reply) =>
      refuse(
        reply,
        new AppError('invalid_request', 'this path takes POST', { status: 405, headers: { allow: 'POST' } }),
      ),
  })
}

/** Always with its own status, also with ERROR_STATUS=always_200: clients of the protocol go by it. */
function refuse(reply: FastifyReply, { status, message, headers }: AppError, baseUrl = ''): FastifyReply {
  return reply
    .status(status)
    .headers(headers)
    .headers(
      status === 401
        ? { 'www-authenticate': `Bearer realm="Quiver", resource_metadata="${metadataUrl(baseUrl)}"` }
        : {},
    )
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}

/**
 * A page whose name leads to this machine (DNS rebinding) names itself as the origin. Programs name none.
 * @throws AppError `not_authorized`, 403.
 */
function requireOwnOrigin({ headers: { origin, host } }: FastifyRequest, baseUrl: string): void {
  if (origin === undefined) return
  const given = URL.canParse(origin) ? new URL(origin) : null
  const isHere = given !== null && isLoopbackHost(given.hostname) && given.host === host
  if (given?.origin === new URL(baseUrl).origin || isHere) return
  throw forbidden('pages of other sites cannot use /mcp')
}

const isInitialize = (message: unknown) => memberOf(message, 'method') === 'initialize'

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/**
 * What the program calls itself. It says so once, and gets a session of which nothing is kept: its id is the name, which the
 * program sends with each message.
 */
function assistantOf({ headers }: FastifyRequest, message: unknown): string {
  const named = memberOf(memberOf(memberOf(message, 'params'), 'clientInfo'), 'name')
  const said = typeof named === 'string' ? named : ''
  const [name = ''] = String(headers['mcp-session-id'] ?? '').split('.')
  const given = isInitialize(message) ? said : Buffer.from(name, 'base64url').toString()
  return plainLine(given, 60) || 'an assistant'
}

function sessionOf(assistant: string): string {
  return `${Buffer.from(assistant).toString('base64url')}.${randomUUID()}`
}

/** Bodies are JSON whatever their type says, as those of calls. */
function protocolHeaders({ headers }: FastifyRequest): Record<string, string> {
  const version = headers['mcp-protocol-version']
  return {
    accept: headers['accept'] ?? '',
    'content-type': 'application/json',
    ...(version === undefined ? {} : { 'mcp-protocol-version': String(version) }),
  }
}
