import type { FastifyRequest } from 'fastify'
import type { OrganizationActor } from '../../actions/actor.ts'
import { notFound } from '../../contract/api/errors.ts'
import type { Resource, ResourceKind } from '../../contract/scim/schemas.ts'
import { parseId } from '../../contract/values/text.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { isNamed, type Answered } from './answers.ts'
import { select, type Selection } from './present.ts'

/** A request of an identity provider whose key is checked. */
export type Visit = {
  request: FastifyRequest
  sql: Scoped
  actor: OrganizationActor
  /** The address of SCIM, without a slash at the end. */
  base: string
  /** Of the query. */
  asked: Record<string, unknown>
  params: Record<string, string>
  /** @throws AppError `invalid_request` */
  body: () => Promise<unknown>
}

export type ScimRoute = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  handle: (visit: Visit) => Promise<Answered>,
) => void

/** What cannot be an id is answered like an unknown id. @throws AppError `not_found` */
export function idOf({ params }: Pick<Visit, 'params'>, what: string): number {
  const id = parseId(params['id'] ?? '')
  if (id === null || id > 2_147_483_647) throw notFound(what)
  return id
}

type Asking = Pick<Visit, 'request'> & { selection: Selection; isNew?: boolean }

export function answerOne(
  kind: ResourceKind,
  resource: Resource,
  { request, selection, isNew = false }: Asking,
): Answered {
  const { version, location } = resource['meta'] as { version?: string; location: string }
  const headers = {
    ...(version !== undefined && { etag: version }),
    'content-location': location,
    ...(isNew && { location }),
  }
  const known = request.headers['if-none-match']
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && known !== undefined && version !== undefined && isNamed(known, version))
    return { status: 304, headers }
  return { status: isNew ? 201 : 200, headers, body: select(kind, resource, selection) }
}
