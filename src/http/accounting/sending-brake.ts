import { allowSending, limitSending, showBrake } from '../../actions/accounting.ts'
import {
  releaseSendingBrake,
  showOwnSendingBrake,
  showSendingBrake,
  updateSendingBrake,
} from '../../contract/accounting/sending-brake.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { SendingBrake } from '../../store/accounting/sending-brake.ts'
import type { Caller } from '../../store/callers.ts'
import { smallId } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

export function sendingBrakeRoutes(route: Router): void {
  route(showOwnSendingBrake, async ({ sql, caller }) => ({
    data: present(await showBrake(sql, caller.organization_id), caller),
  }))

  route(showSendingBrake, async ({ within, params, caller }) => {
    const id = smallId(params.id, 'organization')
    return { data: present(await showBrake(within(id), id), caller) }
  })

  route(updateSendingBrake, async (call) => {
    const id = smallId(call.params.id, 'organization')
    return { data: present(await limitSending(call.within(id), call, id, call.fields), call.caller) }
  })

  route(releaseSendingBrake, async (call) => {
    const id = smallId(call.params.id, 'organization')
    return { data: present(await allowSending(call.within(id), call, id), call.caller) }
  })
}

function present({ braked_at: brakedAt, ...brake }: SendingBrake, { time_zone: zone }: Caller) {
  const rate = (count: number) =>
    brake.messages === 0 ? null : Math.round((count * 10_000) / brake.messages) / 100
  return {
    ...brake,
    braked: brakedAt !== null,
    braked_at: brakedAt === null ? null : formatInstant(brakedAt.getTime(), zone),
    bounce_rate: rate(brake.hard_bounces),
    complaint_rate: rate(brake.complaints),
  }
}
