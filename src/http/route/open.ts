import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Origin } from '../../actions/actor.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { succeed } from '../../contract/api/envelope.ts'
import { withField } from '../../contract/api/problems.ts'
import type { Database } from '../../database/driver/connection.ts'
import { routesOf } from '../server/canonical-url.ts'
import { openBodyBytesMax, readBody } from '../server/read-body.ts'
import { readRecord } from './record.ts'
import { readQuery, warningsOf } from './query.ts'
import { answerSerializer } from './answers/serializer.ts'
import { refuseCrossSite } from './session-auth.ts'

export type OpenCall<Body extends z.ZodType> = {
  database: Database
  fields: z.output<Body>
  origin: Origin
  requestId: string
}

type OpenHandler<Body extends z.ZodType, Data extends z.ZodType> = (
  call: OpenCall<Body>,
) => Promise<{ data: z.input<Data>; headers?: Record<string, string> }>

export type OpenRouter = <Path extends string, Body extends z.ZodType, Data extends z.ZodType>(
  definition: Endpoint<Path, Body, Data>,
  handler: OpenHandler<Body, Data>,
) => void

/** For the few endpoints that need no credential. A given credential is ignored. */
export function createOpenRouter(app: FastifyInstance, database: Database): OpenRouter {
  return (definition, handler) => {
    const { body, role, id, method } = definition
    if (role !== 'anyone' || (body === undefined && method !== 'GET')) {
      throw new Error(`${id} is not an endpoint for anyone`)
    }
    const serialize = answerSerializer(definition)
    const run = async (request: FastifyRequest, reply: FastifyReply) => {
      refuseCrossSite(request)
      const given =
        method === 'GET' ? undefined : await readBody(request, reply, { bodyLimit: openBodyBytesMax })
      const { warnings } = readQuery(definition, request.query)
      const { fields, warnings: ignored } = readFields(definition, given)
      const { data, headers = {} } = await handler({
        database,
        fields,
        origin: originOf(request),
        requestId: request.id,
      }).catch((error: unknown) => {
        throw withField(body, error)
      })
      reply.headers({ ...headers, 'content-type': 'application/json; charset=utf-8' })
      return reply.send(serialize(succeed(data, warningsOf([...warnings, ...ignored]))))
    }
    for (const url of routesOf(definition)) {
      app.route({ method: definition.method, url, handler: run })
    }
  }
}

/** A GET takes no body, and its handler reads no fields. */
function readFields<Body extends z.ZodType>(
  definition: Pick<Endpoint<string, Body>, 'body' | 'data' | 'wrapper' | 'optionalWrapper'>,
  given: unknown,
): { fields: z.output<Body>; warnings: string[] } {
  const { body } = definition
  if (body === undefined) return { fields: undefined as z.output<Body>, warnings: [] }
  return readRecord({ ...definition, body }, given)
}

export function originOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Origin {
  return { remoteAddress: ip ?? '', userAgent: (headers['user-agent'] ?? '').slice(0, 500) }
}
