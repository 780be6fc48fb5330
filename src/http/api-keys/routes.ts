import type { z } from 'zod'
import * as contract from '../../contract/api-keys/endpoints.ts'
import { badRequest } from '../../contract/api/errors.ts'
import type { Query } from '../../contract/api/paging.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { findKeyOwner } from '../../store/api-keys/changes.ts'
import type { KeyOwner } from '../../store/api-keys/changes.ts'
import { countApiKeys, findApiKey, findApiKeys } from '../../store/api-keys/rows.ts'
import type { KeyFilter } from '../../store/api-keys/rows.ts'
import { createKey, deleteKey, rotateKey, updateKey } from './changes.ts'
import type { PageTokens } from '../route/page-token.ts'
import { presentApiKey } from './present.ts'
import type { KeyPresentation } from './present.ts'
import { smallId } from '../route/call.ts'
import type { Call } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

export type ApiKeyDependencies = KeyPresentation & { pageTokens: PageTokens }

type AnyCall = Pick<Call<'', z.ZodType>, 'caller' | 'audit' | 'query'>

/** A call about the keys of one organization, and that organization's view of the database. */
export type KeyCall = AnyCall & { sql: Scoped; organizationId: number; seesSystemKeys: boolean }

/** Both families: the caller's own organization, and for system administrators any (specification, section 4.2). */
export function apiKeyRoutes(route: Router, deps: ApiKeyDependencies): void {
  ownRoutes(route, deps)
  organizationRoutes(route, deps)
}

function own(call: AnyCall & { sql: Scoped }): KeyCall {
  const { sql, caller, audit, query } = call
  const organizationId = caller.organization_id
  return { sql, caller, audit, query, organizationId, seesSystemKeys: caller.role === 'system_admin' }
}

type Within = { within: (organizationId: number) => Scoped; params: { organization_id: number } }

function named({ within, params, ...call }: AnyCall & Within): KeyCall {
  const organizationId = smallId(params.organization_id, 'organization')
  const { caller, audit, query } = call
  return { sql: within(organizationId), caller, audit, query, organizationId, seesSystemKeys: true }
}

const idOf = ({ params }: { params: { id: number } }) => smallId(params.id, 'API key')

function ownRoutes(route: Router, deps: ApiKeyDependencies): void {
  route(contract.listApiKeys, (call) => list(own(call), deps))
  route(contract.createApiKey, async (call) => ({ data: await createKey(own(call), call.fields, deps) }))
  route(contract.showApiKey, async (call) => ({ data: await show(own(call), idOf(call), deps) }))
  route(contract.updateApiKey, async (call) => ({
    data: await updateKey(own(call), idOf(call), call.fields, deps),
  }))
  route(contract.deleteApiKey, async (call) => ({ data: await deleteKey(own(call), idOf(call)) }))
  route(contract.rotateApiKey, async (call) => ({
    data: await rotateKey(own(call), idOf(call), call.fields, deps),
  }))
}

function organizationRoutes(route: Router, deps: ApiKeyDependencies): void {
  route(contract.listOrganizationApiKeys, (call) => list(named(call), deps))
  route(contract.createOrganizationApiKey, async (call) => ({
    data: await createKey(named(call), call.fields, deps),
  }))
  route(contract.showOrganizationApiKey, async (call) => ({
    data: await show(named(call), idOf(call), deps),
  }))
  route(contract.updateOrganizationApiKey, async (call) => ({
    data: await updateKey(named(call), idOf(call), call.fields, deps),
  }))
  route(contract.deleteOrganizationApiKey, async (call) => ({
    data: await deleteKey(named(call), idOf(call)),
  }))
  route(contract.rotateOrganizationApiKey, async (call) => ({
    data: await rotateKey(named(call), idOf(call), call.fields, deps),
  }))
}

async function list(call: KeyCall, deps: ApiKeyDependencies) {
  const { sql, organizationId, query } = call
  const owner = await ownerOf(call)
  const { order, filter } = readList(query, call.seesSystemKeys)
  const scope = [organizationId, 'api_keys', order, filter.name ?? null, filter.nameContains ?? null]
  const page = deps.pageTokens.readPage(query, scope)
  const [found, count] = await Promise.all([
    findApiKeys(sql, organizationId, filter, { order, start: page.start, limit: page.perPage + 1 }),
    countApiKeys(sql, organizationId, filter),
  ])
  const nameOf = order === 'name' ? ({ name_key }: { name_key: string }) => name_key : undefined
  const { rows, paging } = deps.pageTokens.answerPage(page, found, count, nameOf)
  return { data: rows.map((row) => presentApiKey(row, owner, deps)), paging }
}

async function show(call: KeyCall, id: number, deps: ApiKeyDependencies) {
  const owner = await ownerOf(call)
  return presentApiKey(await findApiKey(call.sql, call.organizationId, id, call), owner, deps)
}

/** Of the caller's own organization all is known. @throws AppError `not_found`. */
async function ownerOf({
  sql,
  organizationId,
  caller,
}: KeyCall): Promise<Pick<KeyOwner, 'id' | 'time_zone'>> {
  return organizationId === caller.organization_id
    ? { id: organizationId, time_zone: caller.time_zone }
    : findKeyOwner(sql, organizationId)
}

/** @throws AppError `invalid_request`. */
function readList(query: Query, seesSystemKeys: boolean): { order: contract.KeyOrder; filter: KeyFilter } {
  const { name, name_contains: nameContains, order_by: orderBy = 'id' } = query
  if (name !== undefined && nameContains !== undefined) {
    throw badRequest('name and name_contains cannot be given together')
  }
  const order = contract.keyOrders.find((known) => known === orderBy)
  if (order === undefined) throw badRequest(`order_by must be one of ${contract.keyOrders.join(', ')}`)
  return {
    order,
    filter: {
      seesSystemKeys,
      ...(name === undefined ? {} : { name }),
      ...(nameContains === undefined ? {} : { nameContains }),
    },
  }
}
