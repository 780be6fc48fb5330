import type { z } from 'zod'
import { checkFields } from '../../contract/api/problems.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  readSuppressed,
  suppressedAddressEndpoints,
  suppressedAddressesInput,
} from '../../contract/resources/suppressed-addresses.ts'
import { suppressionListEndpoints } from '../../contract/resources/suppression-lists.ts'
import { parseId } from '../../contract/values/text.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { findResource } from '../../store/resources/rows.ts'
import * as store from '../../store/resources/suppressed-addresses.ts'
import { suppressionLists } from '../../store/resources/suppression-lists.ts'
import { recordOf } from '../server/json-body.ts'
import { grantedResourceRoutes, ownResourceRoutes, placeOf } from './routes.ts'
import type { Call } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

/** 10,000 long addresses. */
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
type ListCall = Call<ListPath, z.ZodType>

async function list(call: ListCall) {
  const { sql, organizationId } = await placeOf(call)
  const { suppression_list_id: listId } = call.params
  await findResource(sql, organizationId, suppressionLists, listId)
  const request = call.page()
  const { rows, count } = await store.findSuppressedAddresses(sql, organizationId, listId, request)
  const data = rows.map((row) => ({
    ...row,
    created_at: formatInstant(row.created_at.getTime(), call.caller.time_zone),
  }))
  return { data, paging: pagingOf(request, count) }
}

async function create(call: Call<`${ListPath}/create_multiple`, typeof suppressedAddressesInput>) {
  const { sql, organizationId } = await placeOf(call)
  const { suppression_list_id: listId } = call.params
  return sql.begin(async (sql) => {
    await store.holdSuppressionList(sql, organizationId, listId)
    // `data` is the list of addresses itself, and wraps no record.
    const { data: given } = checkFields(suppressedAddressesInput, recordOf(call.body, 'suppressed_addresses'))
    const read = given.flatMap((text) => readSuppressed(text) ?? [])
    const keys = [...new Set(read)]
    const added = await store.insertSuppressedAddresses(sql, organizationId, listId, {
      keys,
      userId: call.caller.user_id,
    })
    // Never the addresses themselves: events are kept when an address is long forgotten.
    await call.audit(sql, eventOf('added', listId, added), organizationId)
    const counts = { added, already_suppressed: read.length - added, invalid: given.length - read.length }
    return { data: counts }
  })
}

async function remove(call: Call<`${ListPath}/:id_or_address`, z.ZodType>) {
  const { sql, organizationId } = await placeOf(call)
  const { suppression_list_id: listId, id_or_address: text } = call.params
  const id = parseId(text)
  return sql.begin(async (sql) => {
    await store.holdSuppressionList(sql, organizationId, listId)
    const address = id === null ? { key: readSuppressed(text) } : { id }
    await store.deleteSuppressedAddress(sql, organizationId, listId, address)
    await call.audit(sql, eventOf('removed', listId, 1), organizationId)
    return { data: null }
  })
}

function eventOf(what: 'added' | 'removed', listId: number, count: number) {
  return {
    kind: `suppressed_addresses.${what}`,
    subject_type: 'SuppressionList',
    subject_id: listId,
    details: { count },
  }
}
