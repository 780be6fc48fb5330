import { domainToASCII } from 'node:url'
import * as contract from '../../contract/resources/dkim-keys.ts'
import { invalid } from '../../contract/api/errors.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { readSelection } from '../../contract/resources/endpoints.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { generateDkimPair, readDkimPair } from '../../rendering/dkim-pair.ts'
import type { DkimPair } from '../../rendering/dkim-pair.ts'
import type { Secrets } from '../../secrets.ts'
import type { Caller } from '../../store/callers.ts'
import { dkimKeys } from '../../store/resources/dkim-keys.ts'
import type { DkimKeyRow } from '../../store/resources/dkim-keys.ts'
import {
  deleteResource,
  findResource,
  findResources,
  insertResource,
  updateResource,
} from '../../store/resources/rows.ts'
import type { ResourceRow } from '../../store/resources/rows.ts'
import { placeOf } from './routes.ts'
import type { Router } from '../route/bind.ts'

/** The private half goes in and never out. */
export function dkimKeyRoutes(route: Router, { seal }: Pick<Secrets, 'seal'>): void {
  readRoutes(route)
  changeRoutes(route)

  route(contract.createDkimKey, async (call) => {
    const { sql, organizationId } = await placeOf(call)
    const { domain, selector = 'quiver', active = true, private_key: given } = call.fields()
    // Before the transaction, which would wait for it.
    const { privateKey, publicKey } = await pairFor(given)
    const key = { domain, selector, active, publicKey, privateKeySealed: seal(privateKey) }
    return sql.begin(async (sql) => {
      const row = await insertResource(sql, organizationId, dkimKeys, key)
      await call.audit(sql, eventOf('created', row))
      return { data: present(row, call.caller) }
    })
  })
}

function readRoutes(route: Router): void {
  route(contract.listDkimKeys, async (call) => {
    const { sql, organizationId } = await placeOf(call)
    const request = call.page()
    const selection = readSelection(contract.dkimKeySelection, call.query)
    const { rows, count } = await findResources(sql, organizationId, dkimKeys, selection, request)
    return { data: rows.map((row) => present(row, call.caller)), paging: pagingOf(request, count) }
  })

  route(contract.showDkimKey, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return { data: present(await findResource(sql, organizationId, dkimKeys, id), call.caller) }
  })
}

function changeRoutes(route: Router): void {
  route(contract.updateDkimKey, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const found = await findResource(sql, organizationId, dkimKeys, id)
      const row = await updateResource(sql, organizationId, dkimKeys, found, call.fields())
      await call.audit(sql, eventOf('updated', row))
      return { data: present(row, call.caller) }
    })
  })

  route(contract.deleteDkimKey, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const row = await findResource(sql, organizationId, dkimKeys, id)
      await deleteResource(sql, organizationId, dkimKeys, row)
      await call.audit(sql, eventOf('deleted', row))
      return { data: null }
    })
  })
}

/** @throws AppError `validation_failed`. */
async function pairFor(given: string | null | undefined): Promise<DkimPair> {
  if (given == null) return generateDkimPair()
  const pair = readDkimPair(given)
  if (pair === null) throw invalid('private_key must be an RSA private key of 1024 to 4096 bits in PEM')
  return pair
}

/** What `dkimKeys.rows` selects. */
function present(found: ResourceRow, { time_zone: zone }: Caller) {
  const { public_key: publicKey, ...row } = found as DkimKeyRow
  return {
    ...row,
    dns_name: `${row.selector}._domainkey.${domainToASCII(row.domain)}`,
    dns_value: `v=DKIM1; k=rsa; p=${publicKey}`,
    created_at: formatInstant(row.created_at.getTime(), zone),
  }
}

function eventOf(what: string, { id }: ResourceRow) {
  return { kind: `dkim_key.${what}`, subject_type: 'DkimKey', subject_id: Number(id) }
}
