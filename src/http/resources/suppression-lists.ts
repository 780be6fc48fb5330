import { searchedKey } from '../../contract/values/email.ts'
import type { z } from 'zod'
import { suppressAddresses, unsuppressAddress } from '../../actions/resources/suppressed-addresses.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  suppressedAddressEndpoints,
  type suppressedAddressQuery,
  suppressedAddressesInput,
} from '../../contract/resources/suppressed-addresses.ts'
import { suppressionListEndpoints } from '../../contract/resources/suppression-lists.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { findResource } from '../../store/resources/rows.ts'
import { findSuppressedAddresses } from '../../store/resources/suppressed-addresses.ts'
import { suppressionLists } from '../../store/resources/suppression-lists.ts'
import { grantedResourceRoutes, ownResourceRoutes, placeOf } from './routes.ts'
import type { Call } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

/** Enough for 10,000 long addresses. */
const bodyLimit = 8_388_608

export function suppressionListRoutes(route: Router): void {
  ownResourceRoutes(route, suppressionListEndpoints, suppressionLists)
  grantedResourceRoutes(route, suppressionListEndpoints, suppressionLists)

  const { own, granted } = suppressedAddressEndpoints
  route(own.list, list)
  route(granted.list, list)
  route(own.create, create, { bodyLimit })
  route(granted.create, create, { bodyLimit })
  route(own.remove, remove)
  route(granted.remove, remove)
}

type ListPath = `${string}/:suppression_list_id/suppressed_addresses`
type ListCall = Call<ListPath, z.ZodType, typeof suppressedAddressQuery>

async function list(call: ListCall) {
  const { q = '' } = call.query
  const { sql, organizationId } = await placeOf(call)
  const { suppression_list_id: listId } = call.params
  await findResource(sql, organizationId, suppressionLists, listId)
  const request = call.page()
  const { rows, count } = await findSuppressedAddresses(
    sql,
    organizationId,
    { listId, q: searchedKey(q) },
    request,
  )
  const data = rows.map((row) => ({
    ...row,
    created_at: formatInstant(row.created_at.getTime(), call.caller.time_zone),
  }))
  return { data, paging: pagingOf(request, count) }
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
