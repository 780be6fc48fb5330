import {
  addSendingCredits,
  removeSendingCredits,
  setSendingCredits,
  showSendingCredits,
} from '../../contract/accounting/credits.ts'
import { callerName } from '../../store/callers.ts'
import {
  addCredits,
  checkOrganizationHasCredits,
  findSendingCredits,
  removeCredits,
  setCredits,
} from '../../store/accounting/credits.ts'
import { smallId } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

/** The four calls about sending credits (specification, section 4.4). */
export function sendingCreditRoutes(route: Router): void {
  route(showSendingCredits, async ({ within, params }) => {
    const id = smallId(params.id, 'organization')
    const sql = within(id)
    await checkOrganizationHasCredits(sql, id)
    return { data: { sending_credits: await findSendingCredits(sql, id) } }
  })

  for (const [definition, change, kind] of [
    [addSendingCredits, addCredits, 'credits.added'],
    [removeSendingCredits, removeCredits, 'credits.removed'],
    [setSendingCredits, setCredits, 'credits.set'],
  ] as const) {
    route(definition, async ({ within, params, fields, caller, requestId, audit }) => {
      const id = smallId(params.id, 'organization')
      return within(id).begin(async (sql) => {
        await checkOrganizationHasCredits(sql, id)
        const { credits } = fields()
        const { before, after } = await change(sql, id, credits, { caller: callerName(caller), requestId })
        const details = { credits, old: before, new: after }
        await audit(sql, { kind, subject_type: 'Organization', subject_id: id, details }, id)
        return { data: { sending_credits: await findSendingCredits(sql, id) } }
      })
    })
  }
}
