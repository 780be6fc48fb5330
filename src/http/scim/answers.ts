import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/api/errors.ts'
import { ScimError } from '../../contract/scim/errors.ts'
import { urns, type Resource } from '../../contract/scim/schemas.ts'
import { asAppError } from '../server/create.ts'

const contentType = 'application/scim+json; charset=utf-8'

/** What a handler answers. Without a body: 204. */
export type Answered = { status?: number; body?: object; headers?: Record<string, string> }

export function send(reply: FastifyReply, { status, body, headers = {} }: Answered): FastifyReply {
  if (body === undefined)
    return reply
      .status(status ?? 204)
      .headers(headers)
      .send()
  return reply
    .status(status ?? 200)
    .headers(headers)
    .type(contentType)
    .send(JSON.stringify(body))
}

/** Always with its own status, also with ERROR_STATUS=always_200: clients of the protocol go by it. */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply {
  const known = asAppError(error)
  if (known === null) request.log.error({ err: error, method: request.method }, 'unexpected error')
  const { status, message, headers } =
    known ?? new AppError('internal_error', `internal error; the request id is ${request.id}`)
  // The protocol has no 422.
  const told = status === 422 ? 400 : status
  const scimType = error instanceof ScimError ? error.scimType : status === 422 ? 'invalidValue' : null
  return send(reply, {
    status: told,
    headers: { ...headers, ...(status === 401 && { 'www-authenticate': 'Bearer realm="Quiver"' }) },
    body: {
      schemas: [urns.error],
      status: String(told),
      ...(scimType !== null && { scimType }),
      detail: message,
    },
  })
}

export function listAnswer(resources: readonly Resource[], total: number, startIndex: number): Answered {
  return {
    body: {
      schemas: [urns.list],
      totalResults: total,
      startIndex,
      itemsPerPage: resources.length,
      Resources: resources,
    },
  }
}

/** @throws AppError 412 if the resource is no longer the one that the caller has seen */
export function requireMatch({ headers }: FastifyRequest, etag: string): void {
  const given = headers['if-match']
  if (given === undefined || isNamed(given, etag)) return
  throw new AppError('invalid_request', 'the resource has changed since it was read: read it again', {
    status: 412,
  })
}

export function isNamed(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((one) => one.trim() === etag)
}
