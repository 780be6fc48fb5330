import {
  addResource,
  changeResource,
  removeResource,
  type ResourceActor,
} from '../../actions/resources/changes.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { readSelection, type Operations, type ResourceEndpoints } from '../../contract/resources/endpoints.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import {
  findResource,
  findResources,
  requireOrganization,
  type Resource,
  type ResourceRow,
} from '../../store/resources/rows.ts'
import { smallId, type Call } from '../route/call.ts'
import type { Router } from '../route/bind.ts'
import { formatInstant } from '../../contract/times/zones.ts'

type Shown<Input, Changes, Row extends ResourceRow> = {
  resource: Resource<Input, Changes, Row>
  present: (row: Row, caller: Caller) => object
}

export function ownResourceRoutes<Input, Changes>(
  route: Router,
  endpoints: ResourceEndpoints<Input, Changes>,
  resource: Resource<Input, Changes>,
): void {
  resourceRoutes(route, endpoints.own, endpoints, resource)
}

export function grantedResourceRoutes<Input, Changes>(
  route: Router,
  endpoints: ResourceEndpoints<Input, Changes>,
  resource: Resource<Input, Changes>,
): void {
  resourceRoutes(route, endpoints.granted, endpoints, resource)
}

type Selectable = Pick<ResourceEndpoints<never, never>, 'filters' | 'orders'>

function resourceRoutes<Input, Changes>(
  route: Router,
  operations: Operations<Input, Changes>,
  selectable: Selectable,
  resource: Resource<Input, Changes>,
): void {
  const shown = { resource, present: presentTimes }
  readRoutes(route, operations, selectable, shown)
  route(operations.create, async (call) => {
    const { sql, actor } = await placeOf(call)
    return { data: presentTimes(await addResource(sql, actor, resource, call.fields), call.caller) }
  })
  updateRoute(route, operations.update, shown)
  removeRoute(route, operations.remove, resource)
}

/** A resource selects exactly the columns that are attributes of its records. */
function presentTimes(row: ResourceRow, { time_zone: zone }: Caller): object {
  return 'updated_at' in row && row.updated_at instanceof Date
    ? { ...row, updated_at: formatInstant(row.updated_at.getTime(), zone) }
    : row
}

export function readRoutes<Input, Changes, Row extends ResourceRow>(
  route: Router,
  operations: Pick<Operations<Input, Changes>, 'list' | 'show'>,
  selectable: Selectable,
  { resource, present }: Shown<never, never, Row>,
): void {
  route(operations.list, async (call) => {
    const { sql, organizationId } = await placeOf(call)
    const page = call.page()
    const selection = readSelection(selectable, call.query)
    const { rows, count } = await findResources(sql, organizationId, resource, { ...selection, page })
    return { data: rows.map((row) => present(row, call.caller)), paging: pagingOf(page, count) }
  })

  route(operations.show, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return { data: present(await findResource(sql, organizationId, resource, id), call.caller) }
  })
}

export function updateRoute<Changes, Row extends ResourceRow>(
  route: Router,
  operation: Operations<never, Changes>['update'],
  { resource, present }: Shown<never, Changes, Row>,
): void {
  route(operation, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    const row = await changeResource(sql, actor, resource, { id, fields: call.fields })
    return { data: present(row, call.caller) }
  })
}

export function removeRoute<Row extends ResourceRow>(
  route: Router,
  operation: Operations<never, never>['remove'],
  resource: Resource<never, never, Row>,
): void {
  route(operation, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    await removeResource(sql, actor, resource, id)
    return { data: null }
  })
}

type ResourceScope = { sql: Scoped; organizationId: number; actor: ResourceActor }

/** @throws AppError `not_found`: the organization that the path names is missing or deleted. */
export async function placeOf<Body extends Endpoint['body'] & object>(
  call: Pick<Call<string, Body>, 'caller' | 'audit' | 'expectedAt' | 'params' | 'sql' | 'within'>,
): Promise<ResourceScope & { id: number | string }> {
  // The parameters depend on the path, which is one of several here.
  const params = call.params as { organization_id?: number; id?: number; key?: string }
  const id = params.id ?? params.key ?? ''
  const { caller, audit, expectedAt } = call
  if (params.organization_id === undefined) {
    const { organization_id: organizationId } = caller
    return { sql: call.sql, organizationId, actor: { caller, audit, expectedAt, organizationId }, id }
  }
  const organizationId = smallId(params.organization_id, 'organization')
  const sql = call.within(organizationId)
  await requireOrganization(sql, organizationId)
  return { sql, organizationId, actor: { caller, audit, expectedAt, organizationId }, id }
}
