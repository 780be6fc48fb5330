import { changePause } from '../../actions/subscribers/pause.ts'
import { notFound } from '../../contract/api/errors.ts'
import {
  showSubscriberPause,
  updateSubscriberPause,
  type PauseRecord,
} from '../../contract/subscribers/pause.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { findPause, type Pause } from '../../store/subscribers/pauses.ts'
import { findSubscriberList, findSubscribersById } from '../../store/subscribers/rows.ts'
import type { Router } from '../route/bind.ts'

export function subscriberPauseRoutes(route: Router): void {
  route(
    showSubscriberPause,
    async ({ sql, caller: { organization_id: organizationId, time_zone }, params }) => {
      const list = await findSubscriberList(sql, organizationId, params.mailing_list_id)
      const [row] = await findSubscribersById(sql, organizationId, list.id, [params.id])
      if (row === undefined) throw notFound('subscriber')
      const pause = await findPause(sql, { organizationId, listId: list.id }, row.id)
      return { data: present(pause, time_zone) }
    },
  )

  route(updateSubscriberPause, async (call) => {
    const { mailing_list_id: listId, id } = call.params
    return {
      data: present(await changePause(call.sql, call, { listId, id }, call.fields), call.caller.time_zone),
    }
  })
}

function present(pause: Pause | null, zone: string): PauseRecord {
  if (pause === null) return { paused_until: null, paused_at: null }
  return {
    paused_until: formatInstant(pause.paused_until.getTime(), zone),
    paused_at: formatInstant(pause.paused_at.getTime(), zone),
  }
}
