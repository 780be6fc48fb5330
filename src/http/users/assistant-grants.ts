import {
  addGrant,
  endOwnGrant,
  findOwnGrants,
  inspectRequest,
  type ConsentParts,
} from '../../actions/users/assistants/grants.ts'
import * as contract from '../../contract/users/assistant-grants.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { GrantRow } from '../../store/users/assistant-grants.ts'
import type { Router } from '../route/bind.ts'
import { userOf } from './sessions.ts'

export function assistantGrantRoutes(route: Router, parts: ConsentParts): void {
  route(contract.listAssistantGrants, async (call) => {
    const actor = userOf(call)
    const rows = await findOwnGrants(call.sql, actor)
    return { data: rows.map((row) => present(row, actor.caller.time_zone)) }
  })

  route(contract.inspectAssistantRequest, async (call) => {
    const { caller } = userOf(call)
    return { data: await inspectRequest(parts, caller.organization_id, call.fields()) }
  })

  route(contract.createAssistantGrant, async (call) => {
    const redirectTo = await addGrant(call.sql, userOf(call), parts, () => call.fields())
    return { data: { redirect_to: redirectTo } }
  })

  route(contract.deleteAssistantGrant, async (call) => {
    await endOwnGrant(call.sql, userOf(call), call.params.id)
    return { data: null }
  })
}

function present(row: GrantRow, zone: string): contract.GrantRecord {
  const { redirect_uri: uri, created_at, last_used_at, expires_at, ...grant } = row
  const time = (at: Date) => formatInstant(at.getTime(), zone)
  return {
    ...grant,
    redirect_host: new URL(uri).host,
    created_at: time(created_at),
    last_used_at: last_used_at === null ? null : time(last_used_at),
    expires_at: time(expires_at),
  }
}
