import {
  createMailingList,
  createMailingListDeleteCode,
  deleteMailingList,
  listMailingLists,
  showMailingList,
  updateMailingList,
} from '../../contract/lists/endpoints.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { insertDeleteCode, useDeleteCode } from '../../store/lists/delete-codes.ts'
import * as store from '../../store/lists/rows.ts'
import type { Router } from '../route/bind.ts'

export function mailingListRoutes(route: Router): void {
  recordRoutes(route)
  deleteRoutes(route)
}

function recordRoutes(route: Router): void {
  route(listMailingLists, async ({ sql, caller, page }) => {
    const request = page()
    const { rows, count } = await store.findMailingLists(sql, caller.organization_id, request)
    return { data: rows, paging: pagingOf(request, count) }
  })

  route(createMailingList, ({ sql, caller, fields }) =>
    sql.begin(async (sql) => {
      const id = await store.insertMailingList(sql, caller.organization_id, fields())
      return { data: await store.findMailingList(sql, caller.organization_id, id) }
    }),
  )

  route(showMailingList, async ({ sql, caller, params }) => {
    return { data: await store.findMailingList(sql, caller.organization_id, params.id) }
  })

  route(updateMailingList, ({ sql, caller, params, fields }) =>
    sql.begin(async (sql) => {
      const { id } = await store.findMailingList(sql, caller.organization_id, params.id)
      await store.updateMailingList(sql, caller.organization_id, id, fields())
      return { data: await store.findMailingList(sql, caller.organization_id, id) }
    }),
  )
}

/** The two steps of a delete: ask for a code, name it. */
function deleteRoutes(route: Router): void {
  route(createMailingListDeleteCode, async ({ sql, caller, params }) => {
    const { id } = await store.findMailingList(sql, caller.organization_id, params.id)
    const { code, expiresAtMs } = await insertDeleteCode(sql, caller, { type: 'mailing_list', id })
    const expiresAt = formatInstant(expiresAtMs, caller.time_zone)
    return { data: { delete_confirmation_code: code, delete_confirmation_expires_at: expiresAt } }
  })

  route(deleteMailingList, ({ sql, caller, params, audit }) =>
    sql.begin(async (sql) => {
      const { id } = await store.findMailingList(sql, caller.organization_id, params.id)
      await useDeleteCode(sql, caller, { type: 'mailing_list', id }, params.code)
      await store.deleteMailingList(sql, caller.organization_id, id)
      await audit(sql, { kind: 'mailing_list.deleted', subject_type: 'MailingList', subject_id: id })
      return { data: null }
    }),
  )
}
