import { domainToASCII } from 'node:url'
import { createDkimKeyAdder } from '../../actions/resources/dkim-keys.ts'
import * as contract from '../../contract/resources/dkim-keys.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Caller } from '../../store/callers.ts'
import { dkimKeys } from '../../store/resources/dkim-keys.ts'
import type { DkimKeyRow } from '../../store/resources/dkim-keys.ts'
import { placeOf, readRoutes, removeRoute, updateRoute } from './routes.ts'
import type { Router } from '../route/bind.ts'

export function dkimKeyRoutes(route: Router, secrets: Pick<Secrets, 'seal'>): void {
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

  updateRoute(route, contract.updateDkimKey, shown)
  removeRoute(route, contract.deleteDkimKey, dkimKeys)
}

function presentDkimKey({ public_key: publicKey, ...row }: DkimKeyRow, { time_zone: zone }: Caller) {
  return {
    ...row,
    dns_name: `${row.selector}._domainkey.${domainToASCII(row.domain)}`,
    dns_value: `v=DKIM1; k=${row.algorithm}; p=${publicKey}`,
    created_at: formatInstant(row.created_at.getTime(), zone),
  }
}
