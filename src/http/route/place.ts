import type { Actor, OrganizationActor } from '../../actions/actor.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { smallId } from './call.ts'

export type Place = readonly [sql: Scoped, actor: OrganizationActor]

export function ownPlace({ sql, caller, audit }: Actor & { sql: Scoped }): Place {
  return [sql, { caller, audit, organizationId: caller.organization_id }]
}

type NamingCall = Actor & { within: (organizationId: number) => Scoped; params: { organization_id: number } }

/** The organization may not exist. @throws AppError `not_found` if the id is too large. */
export function namedPlace({ within, params, caller, audit }: NamingCall): Place {
  const organizationId = smallId(params.organization_id, 'organization')
  return [within(organizationId), { caller, audit, organizationId }]
}
