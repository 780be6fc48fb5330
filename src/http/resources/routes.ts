import type { Endpoint } from '../../contract/api/endpoint.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { readSelection } from '../../contract/resources/endpoints.ts'
import type { Operations, ResourceEndpoints } from '../../contract/resources/endpoints.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import {
  deleteResource,
  findResource,
  findResources,
  insertResource,
  requireOrganization,
  updateResource,
} from '../../store/resources/rows.ts'
import type { Resource, ResourceRow } from '../../store/resources/rows.ts'
import { smallId } from '../route/call.ts'
import type { Call } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

/** The five operations of a kind of resource, for the caller's own organization. */
export function ownResourceRoutes<Input, Changes>(
  route: Router,
  endpoints: ResourceEndpoints<Input, Changes>,
  resource: Resource<Input, Changes>,
): void {
  readRoutes(route, endpoints.own, endpoints, resource)
  writeRoutes(route, endpoints.own, resource)
}

/** The same for the organization that a system administrator names. */
export function grantedResourceRoutes<Input, Changes>(
  route: Router,
  endpoints: ResourceEndpoints<Input, Changes>,
  resource: Resource<Input, Changes>,
): void {
  readRoutes(route, endpoints.granted, endpoints, resource)
  writeRoutes(route, endpoints.granted, resource)
}

function readRoutes<Input, Changes>(
  route: Router,
  operations: Operations<Input, Changes>,
  selectable: Pick<ResourceEndpoints<Input, Changes>, 'filters' | 'orders'>,
  resource: Resource<Input, Changes>,
): void {
  route(operations.list, async (call) => {
    const { sql, organizationId } = await placeOf(call)
    const request = call.page()
    const selection = readSelection(selectable, call.query)
    const { rows, count } = await findResources(sql, organizationId, resource, selection, request)
    return { data: rows, paging: pagingOf(request, count) }
  })

  route(operations.show, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return { data: await findResource(sql, organizationId, resource, id) }
  })
}

function writeRoutes<Input, Changes>(
  route: Router,
  operations: Operations<Input, Changes>,
  resource: Resource<Input, Changes>,
): void {
  route(operations.create, async (call) => {
    const { sql, organizationId } = await placeOf(call)
    return sql.begin(async (sql) => {
      const row = await insertResource(sql, organizationId, resource, call.fields())
      await call.audit(sql, eventOf(resource, 'created', row), organizationId)
      return { data: row }
    })
  })

  route(operations.update, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const found = await findResource(sql, organizationId, resource, id)
      const row = await updateResource(sql, organizationId, resource, found, call.fields())
      await call.audit(sql, eventOf(resource, 'updated', row), organizationId)
      return { data: row }
    })
  })

  route(operations.remove, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const row = await findResource(sql, organizationId, resource, id)
      await deleteResource(sql, organizationId, resource, row)
      await call.audit(sql, eventOf(resource, 'deleted', row), organizationId)
      return { data: null }
    })
  })
}

type Place = { sql: Scoped; organizationId: number }

/**
 * Whose resources a call is about, and which one: its path names an organization or means the caller's own.
 * @throws AppError `not_found`: the organization is missing or deleted.
 */
export async function placeOf<Body extends Endpoint['body'] & object>(
  call: Pick<Call<string, Body>, 'caller' | 'params' | 'sql' | 'within'>,
): Promise<Place & { id: number | string }> {
  // What parameters there are follows from the path, which is one of several here.
  const params = call.params as { organization_id?: number; id?: number; key?: string }
  const id = params.id ?? params.key ?? ''
  if (params.organization_id === undefined) {
    return { sql: call.sql, organizationId: call.caller.organization_id, id }
  }
  const organizationId = smallId(params.organization_id, 'organization')
  const sql = call.within(organizationId)
  await requireOrganization(sql, organizationId)
  return { sql, organizationId, id }
}

function eventOf(
  { subject }: { subject: string },
  what: 'created' | 'updated' | 'deleted',
  row: ResourceRow,
) {
  const words = subject.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return {
    kind: `${subject}.${what}`,
    subject_type: words.join(''),
    // A bounce e-mail's id is a text.
    ...(typeof row.id === 'number' ? { subject_id: row.id } : { details: { id: row.id } }),
  }
}
