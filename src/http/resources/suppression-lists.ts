import { parseEmail, searchedKey } from '../../contract/values/email.ts'
import type { z } from 'zod'
import { suppressAddresses, unsuppressAddress } from '../../actions/resources/suppressed-addresses.ts'
import {
  addSuppressionList,
  changeSuppressionList,
  removeSuppressionList,
} from '../../actions/resources/suppression-lists.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  readSuppressed,
  suppressedAddressEndpoints,
  type suppressedAddressQuery,
  suppressedAddressesInput,
  type suppressionQuery,
} from '../../contract/resources/suppressed-addresses.ts'
import { suppressionListEndpoints } from '../../contract/resources/suppression-lists.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { findResource } from '../../store/resources/rows.ts'
import type { Caller } from '../../store/callers.ts'
import {
  findSuppressedAddresses,
  findSuppressionsOf,
  type SuppressedAddressRow,
} from '../../store/resources/suppressed-addresses.ts'
import { suppressionLists, type SuppressionListRow } from '../../store/resources/suppression-lists.ts'
import { placeOf, readRoutes } from './routes.ts'
import type { Call } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

/** Enough for 10,000 long addresses. */
const bodyLimit = 8_388_608

export function suppressionListRoutes(route: Router): void {
  const { own, granted } = suppressionListEndpoints
  for (const operations of [own, granted]) listRoutes(route, operations)
  for (const operations of Object.values(suppressedAddressEndpoints)) addressRoutes(route, operations)
}

function listRoutes(route: Router, operations: typeof suppressionListEndpoints.own): void {
  const present = (row: SuppressionListRow) => row
  readRoutes(route, operations, suppressionListEndpoints, { resource: suppressionLists, present })
  route(operations.create, async (call) => {
    const { sql, actor } = await placeOf(call)
    return { data: await addSuppressionList(sql, actor, call.fields) }
  })
  route(operations.update, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    return { data: await changeSuppressionList(sql, actor, { id, fields: call.fields }) }
  })
  route(operations.remove, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    await removeSuppressionList(sql, actor, id)
    return { data: null }
  })
}

function addressRoutes(route: Router, operations: AddressOperations): void {
  route(operations.list, list)
  route(operations.create, create, { bodyLimit })
  route(operations.remove, remove)
  route(operations.find, find)
}

type AddressOperations = (typeof suppressedAddressEndpoints)['own' | 'granted']
type ListPath = `${string}/:suppression_list_id/suppressed_addresses`
type ListCall = Call<ListPath, z.ZodType, typeof suppressedAddressQuery>

async function list(call: ListCall) {
  const { q = '', email } = call.query
  const { sql, organizationId } = await placeOf(call)
  const { suppression_list_id: listId } = call.params
  await findResource(sql, organizationId, suppressionLists, listId)
  const request = call.page()
  const { rows, count } = await findSuppressedAddresses(
    sql,
    organizationId,
    { listId, q: searchedKey(q), key: email === undefined ? null : (readSuppressed(email)?.key ?? '') },
    request,
  )
  const data = rows.map((row) => presentAddress(row, call.caller))
  return { data, paging: pagingOf(request, count) }
}

function presentAddress(row: SuppressedAddressRow, { time_zone: zone }: Pick<Caller, 'time_zone'>) {
  const at = (instant: Date) => formatInstant(instant.getTime(), zone)
  return { ...row, created_at: at(row.created_at), updated_at: at(row.updated_at) }
}

const bySystemAlone = {
  suppression_scope: 'system' as const,
  suppression_list_id: null,
  suppression_list_name: null,
  mailing_list_id: null,
  suppressed_address: null,
}

async function find(call: Call<`${string}suppressed_addresses`, z.ZodType, typeof suppressionQuery>) {
  const { sql, organizationId } = await placeOf(call)
  const key = parseEmail(call.query.email)?.key ?? ''
  const { rows, bySystem } = await findSuppressionsOf(sql, organizationId, key)
  const found = rows.map(({ suppression_scope, suppression_list_name, mailing_list_id, ...row }) => ({
    suppression_scope,
    suppression_list_id: row.suppression_list_id,
    suppression_list_name,
    mailing_list_id,
    suppressed_address: presentAddress(row, call.caller),
  }))
  // The System Organization sees its own lists, entry by entry.
  const isTold = rows.some((row) => row.suppression_scope === 'system')
  return { data: bySystem && !isTold ? [...found, bySystemAlone] : found }
}

async function create(call: Call<`${ListPath}/create_multiple`, typeof suppressedAddressesInput>) {
  const { sql, actor } = await placeOf(call)
  const addresses = () => call.fields().data
  return { data: await suppressAddresses(sql, actor, call.params.suppression_list_id, addresses) }
}

async function remove(call: Call<`${ListPath}/:id_or_address`, z.ZodType>) {
  const { sql, actor } = await placeOf(call)
  const { suppression_list_id: listId, id_or_address: text } = call.params
  await unsuppressAddress(sql, actor, listId, text)
  return { data: null }
}
