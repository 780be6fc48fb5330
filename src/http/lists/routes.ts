import { addMailingList, changeMailingList } from '../../actions/lists/change.ts'
import { removeMailingList, requestListDelete } from '../../actions/lists/delete.ts'
import {
  createMailingList,
  createMailingListDeleteCode,
  deleteMailingList,
  listMailingLists,
  showMailingList,
  showMailingListGrowth,
  updateMailingList,
} from '../../contract/lists/endpoints.ts'
import { mayRead } from '../../actions/permission.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { findListGrowth } from '../../store/lists/growth.ts'
import { findMailingList, findMailingLists } from '../../store/lists/rows.ts'
import type { Router } from '../route/bind.ts'

export function mailingListRoutes(route: Router): void {
  recordRoutes(route)
  deleteRoutes(route)
}

function recordRoutes(route: Router): void {
  route(listMailingLists, async ({ sql, caller, query, page }) => {
    const request = page()
    const { rows, count } = await findMailingLists(sql, caller.organization_id, query, request)
    return { data: rows, paging: pagingOf(request, count) }
  })

  route(createMailingList, async ({ sql, caller, fields }) => ({
    data: await addMailingList(sql, caller, fields()),
  }))

  route(showMailingList, async ({ sql, caller, params }) => {
    return { data: await findMailingList(sql, caller.organization_id, params.id) }
  })

  route(showMailingListGrowth, async ({ sql, caller, params }) => {
    const namesForms = mayRead(caller, 'web_form.read')
    return { data: await findListGrowth(sql, caller.organization_id, params.id, { namesForms }) }
  })

  route(updateMailingList, async ({ sql, caller, params, fields }) => ({
    data: await changeMailingList(sql, caller, params.id, fields),
  }))
}

function deleteRoutes(route: Router): void {
  route(createMailingListDeleteCode, async ({ sql, caller, params }) => {
    const { code, expiresAtMs } = await requestListDelete(sql, caller, params.id)
    const expiresAt = formatInstant(expiresAtMs, caller.time_zone)
    return { data: { delete_confirmation_code: code, delete_confirmation_expires_at: expiresAt } }
  })

  route(deleteMailingList, async (call) => {
    await removeMailingList(call.sql, call, { listId: call.params.id, code: call.params.code })
    return { data: null }
  })
}
