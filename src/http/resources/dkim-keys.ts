import { createDkimKeyAdder, createDkimKeyCheck } from '../../actions/resources/dkim-keys.ts'
import * as contract from '../../contract/resources/dkim-keys.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { recordOfKey } from '../../outbound/names/dkim-record.ts'
import { createTxtLookup, type LookUpTxt } from '../../outbound/txt-records.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Caller } from '../../store/callers.ts'
import { dkimKeys, type DkimKeyRow } from '../../store/resources/dkim-keys.ts'
import { placeOf, readRoutes, removeRoute, updateRoute } from './routes.ts'
import type { Router } from '../route/bind.ts'

export function dkimKeyRoutes(
  route: Router,
  secrets: Pick<Secrets, 'seal'>,
  lookUpTxt: LookUpTxt = createTxtLookup([]),
): void {
  const shown = { resource: dkimKeys, present: presentDkimKey }
  const addDkimKey = createDkimKeyAdder(secrets)
  readRoutes(
    route,
    { list: contract.listDkimKeys, show: contract.showDkimKey },
    contract.dkimKeySelection,
    shown,
  )

  route(contract.createDkimKey, async (call) => {
    const { sql, actor } = await placeOf(call)
    return { data: presentDkimKey(await addDkimKey(sql, actor, call.fields()), call.caller) }
  })

  const check = createDkimKeyCheck(lookUpTxt)
  route(contract.checkDkimKey, async (call) => {
    const { row, records } = await check(await placeOf(call))
    return { data: { ...presentDkimKey(row, call.caller), records } }
  })

  updateRoute(route, contract.updateDkimKey, shown)
  removeRoute(route, contract.deleteDkimKey, dkimKeys)
}

function presentDkimKey(key: DkimKeyRow, { time_zone: zone }: Caller) {
  const { public_key: _, ...row } = key
  const { name, value } = recordOfKey(key)
  const instant = (time: Date | null) => (time === null ? null : formatInstant(time.getTime(), zone))
  return {
    ...row,
    dns_name: name,
    dns_value: value,
    created_at: formatInstant(row.created_at.getTime(), zone),
    checked_at: instant(row.checked_at),
    lost_since: instant(row.lost_since),
  }
}
