import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { Database, Scoped } from '../../database/driver/connection.ts'
import { limitsOf } from '../../actions/permission.ts'
import type { Authenticated } from './auth.ts'

/** The handler reads the body itself. */
export type StreamedCall = {
  sql: Scoped
  /** Without the limits of the caller: for sums over the organization. */
  whole: Scoped
  caller: Authenticated
  request: FastifyRequest
  reply: FastifyReply
}

type Definition = Pick<Endpoint, 'id' | 'role' | 'permission'> & {
  method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE'
  path: string
}

/**
 * For protocols other than JSON over HTTP. The handler runs after the same checks as others, before the first byte of
 * the body.
 */
export type StreamedRouter = {
  call: (definition: Definition, handler: (call: StreamedCall) => Promise<FastifyReply>) => void
  /** Answers OPTIONS with these headers, to anyone. */
  describe: (path: string, headers: Record<string, string>) => void
}

export type CallerOf = (
  definition: Pick<Endpoint, 'id' | 'role' | 'permission' | 'withoutSecondFactor'>,
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Authenticated>

export function createStreamedRouter(
  app: FastifyInstance,
  database: Database,
  callerOf: CallerOf,
): StreamedRouter {
  return {
    call: (definition, handler) => {
      app.route({
        method: definition.method,
        url: urlOf(definition.path),
        ...(definition.method === 'HEAD' && { onSend: dropBody }),
        handler: async (request, reply) => {
          const caller = await callerOf(definition, database, request, reply)
          const { organization_id: organizationId } = caller
          const scopes = database.shareOf(organizationId)
          const sql = scopes.within(organizationId, limitsOf(caller))
          return handler({ sql, whole: scopes.within(organizationId), caller, request, reply })
        },
      })
    },
    describe: (path, headers) => {
      app.options(urlOf(path), async (_request, reply) => reply.status(204).headers(headers).send())
    },
  }
}

/** An answer to HEAD has the headers of its error, too. */
async function dropBody(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<null> {
  if (typeof payload === 'string') reply.header('content-length', Buffer.byteLength(payload))
  return null
}

function urlOf(path: string): string {
  return `/ga/api/v2/${path}`
}
