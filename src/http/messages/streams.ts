import {
  addSuppressed,
  findSuppressedInStream,
  removeSuppressed,
} from '../../actions/messages/suppressions.ts'
import { findMessageStatistics, findStreamStatistics } from '../../actions/messages/statistics.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { rangeIn } from '../../contract/api/query.ts'
import * as contract from '../../contract/messages/suppressions.ts'
import { listMessageStatistics, showMessageStreamStatistics } from '../../contract/messages/statistics.ts'
import { streamEndpoints } from '../../contract/messages/streams.ts'
import { messageTemplateEndpoints } from '../../contract/messages/templates.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { messageStreams } from '../../store/messages/streams.ts'
import type { SuppressionRow } from '../../store/messages/suppressions.ts'
import { messageTemplates } from '../../store/messages/templates.ts'
import { ownResourceRoutes } from '../resources/routes.ts'
import type { Router } from '../route/bind.ts'
import { smallId } from '../route/call.ts'

export function messageStreamRoutes(route: Router): void {
  ownResourceRoutes(route, streamEndpoints, messageStreams)
  ownResourceRoutes(route, messageTemplateEndpoints, messageTemplates)

  route(contract.listMessageSuppressions, async (call) => {
    const request = call.page()
    const place = { streamId: streamIdOf(call.params), email: call.query.email }
    const { rows, count } = await findSuppressedInStream(call.sql, call, place, request)
    return { data: rows.map((row) => present(row, call.caller)), paging: pagingOf(request, count) }
  })

  route(contract.createMessageSuppression, async (call) => {
    const row = await addSuppressed(call.sql, call, streamIdOf(call.params), call.fields)
    return { data: present(row, call.caller) }
  })

  route(contract.deleteMessageSuppression, async (call) => {
    const { email } = call.params
    await removeSuppressed(call.sql, call, { streamId: streamIdOf(call.params), email })
    return { data: null }
  })

  route(showMessageStreamStatistics, async (call) => {
    const range = rangeIn(call.query, 'time', call.caller.time_zone)
    return { data: await findStreamStatistics(call.sql, call, streamIdOf(call.params), range) }
  })

  route(listMessageStatistics, async (call) => {
    const range = rangeIn(call.query, 'time', call.caller.time_zone)
    return { data: await findMessageStatistics(call.sql, call, range) }
  })
}

function streamIdOf({ id }: { id: number }): number {
  return smallId(id, 'message stream')
}

function present(
  { key, created_at: at, ...row }: SuppressionRow,
  { time_zone: zone }: { time_zone: string },
) {
  return { email: key, ...row, created_at: formatInstant(at.getTime(), zone) }
}
