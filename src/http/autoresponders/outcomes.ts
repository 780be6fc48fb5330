import { findOutcomesOf } from '../../actions/autoresponders/outcomes.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { listAutoresponderOutcomes } from '../../contract/autoresponders/outcomes.ts'
import { presentReasons } from '../campaigns/outcomes.ts'
import type { Router } from '../route/bind.ts'

export function autoresponderOutcomeRoutes(route: Router): void {
  route(listAutoresponderOutcomes, async (call) => {
    const { params, query, caller } = call
    const asked = {
      listId: params.mailing_list_id,
      id: params.id,
      autoresponderId: query.autoresponder_id ?? null,
    }
    const request = call.page()
    const { rows, count } = await findOutcomesOf(call.sql, call, asked, request)
    return {
      data: rows.map(({ id, name, position, head_id, head_name, paused, outcome, reasons }) => ({
        autoresponder: { id: head_id, name: head_name },
        step: position === 0 ? null : { id, name, position },
        paused,
        outcome,
        reasons: presentReasons(reasons, caller.time_zone),
      })),
      paging: pagingOf(request, count),
    }
  })
}
