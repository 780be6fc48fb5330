import type { FastifyInstance } from 'fastify'
import { forbidden, notFound } from '../../contract/api/errors.ts'
import { allows } from '../../contract/users/right-names.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { auditorOf } from '../route/call.ts'
import type { Router } from '../route/bind.ts'
import { givenQuery } from '../route/query.ts'
import { readBody } from '../server/read-body.ts'
import { refuse, send } from './answers.ts'
import { discoveryRoutes } from './discovery.ts'
import { groupRoutes } from './groups.ts'
import { userRoutes } from './users.ts'
import type { ScimRoute, Visit } from './visit.ts'

const scimPath = '/scim/v2'

/** A group of tens of thousands. */
const bodyLimit = 4 * 1_048_576

type Parts = { database: Database; baseUrl: string }

/** SCIM 2.0 (RFC 7643, 7644): the identity provider of an organization keeps its users and groups. */
export function scimRoutes(app: FastifyInstance, { keyOf }: Router, { database, baseUrl }: Parts): void {
  const route: ScimRoute = (method, path, handle) => {
    app.route({
      method,
      url: `${scimPath}${path}`,
      handler: async (request, reply) => {
        try {
          const caller = await keyOf(request, reply, 'scim')
          requireScim(caller)
          const { organization_id: organizationId } = caller
          const { audit } = auditorOf({ ...caller, session: null }, request.id, null)
          const visit: Visit = {
            request,
            sql: database.shareOf(organizationId).within(organizationId),
            actor: { caller, audit, organizationId },
            base: `${baseUrl}${scimPath}`,
            asked: givenQuery(request),
            params: request.params as Visit['params'],
            body: () => readBody(request, reply, { bodyLimit }),
          }
          return send(reply, await handle(visit))
        } catch (error) {
          return refuse(request, reply, error as Error)
        }
      },
    })
  }
  userRoutes(route)
  groupRoutes(route)
  discoveryRoutes(route)
  app.all(`${scimPath}/*`, (request, reply) =>
    refuse(request, reply, notFound(`${request.method} of this path`)),
  )
}

/**
 * The right must be named: a key that may everything would change users past the approval that other changes of users need.
 * @throws AppError `not_authorized`, 403
 */
function requireScim({ by_rights: isByRights, permissions, list_ids: listIds }: Caller): void {
  if (!isByRights || permissions === null || !allows(permissions, 'scim.provision')) {
    throw forbidden('this key has no right to SCIM: use one whose permissions have scim.provision')
  }
  if (listIds !== null) throw forbidden('SCIM needs a key that sees all mailing lists of the organization')
}
