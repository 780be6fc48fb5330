import { changeCredits, showCredits } from '../../actions/accounting.ts'
import {
  addSendingCredits,
  removeSendingCredits,
  setSendingCredits,
  showSendingCredits,
} from '../../contract/accounting/credits.ts'
import { smallId } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

export function sendingCreditRoutes(route: Router): void {
  route(showSendingCredits, async ({ within, params }) => {
    const id = smallId(params.id, 'organization')
    return { data: { sending_credits: await showCredits(within(id), id) } }
  })

  for (const [definition, kind] of [
    [addSendingCredits, 'credits.added'],
    [removeSendingCredits, 'credits.removed'],
    [setSendingCredits, 'credits.set'],
  ] as const) {
    route(definition, async (call) => {
      const id = smallId(call.params.id, 'organization')
      const credits = await changeCredits(call.within(id), call, id, { kind, fields: call.fields })
      return { data: { sending_credits: credits } }
    })
  }
}
