import { addSenderDomain, createDomainCheck } from '../../actions/resources/sender-domains.ts'
import {
  proofName,
  proofValue,
  senderDomainEndpoints,
  senderDomainSelection,
} from '../../contract/resources/sender-domains.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { LookUpTxt } from '../../outbound/txt-records.ts'
import type { Caller } from '../../store/callers.ts'
import { senderDomains, type SenderDomainRow } from '../../store/resources/sender-domains.ts'
import type { Router } from '../route/bind.ts'
import { placeOf, readRoutes, removeRoute } from './routes.ts'

export function senderDomainRoutes(route: Router, lookUpTxt: LookUpTxt): void {
  const { list, show, create, remove, verify, listGranted, showGranted, removeGranted } =
    senderDomainEndpoints
  const shown = { resource: senderDomains, present: presentSenderDomain }
  const check = createDomainCheck(lookUpTxt)
  readRoutes(route, { list, show }, senderDomainSelection, shown)
  readRoutes(route, { list: listGranted, show: showGranted }, senderDomainSelection, shown)
  removeRoute(route, remove, senderDomains)
  removeRoute(route, removeGranted, senderDomains)

  route(create, async (call) => {
    const { sql, actor } = await placeOf(call)
    return { data: presentSenderDomain(await addSenderDomain(sql, actor, call.fields), call.caller) }
  })

  route(verify, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    return { data: presentSenderDomain(await check(sql, actor, id), call.caller) }
  })
}

function presentSenderDomain(row: SenderDomainRow, { time_zone: zone }: Caller) {
  const { id, domain, token, problem, proven_by } = row
  const time = (instant: Date | null) => (instant === null ? null : formatInstant(instant.getTime(), zone))
  return {
    id,
    domain,
    state: stateOf(row),
    dns_name: proofName(domain),
    dns_value: proofValue(token),
    proven_by: row.proven_at === null ? null : proven_by,
    proven_at: time(row.proven_at),
    checked_at: time(row.checked_at),
    missing_since: time(row.missing_since),
    problem,
    created_at: formatInstant(row.created_at.getTime(), zone),
  }
}

function stateOf({
  proven_at: provenAt,
  lapsed_at: lapsedAt,
}: SenderDomainRow): 'pending' | 'proven' | 'lapsed' {
  if (provenAt !== null) return 'proven'
  return lapsedAt === null ? 'pending' : 'lapsed'
}
