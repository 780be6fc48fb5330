import type { Scoped } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { insertDeleteCode, useDeleteCode } from '../../store/lists/delete-codes.ts'
import { deleteMailingList, findMailingList } from '../../store/lists/rows.ts'
import type { Actor } from '../actor.ts'

export function requestListDelete(
  sql: Scoped,
  caller: Caller,
  listId: number,
): Promise<{ code: string; expiresAtMs: number }> {
  return sql.begin(async (sql) => {
    const { id } = await findMailingList(sql, caller.organization_id, listId)
    return insertDeleteCode(sql, caller, { type: 'mailing_list', id })
  })
}

export function removeMailingList(
  sql: Scoped,
  { caller, audit }: Actor,
  { listId, code }: { listId: number; code: string },
): Promise<void> {
  return sql.begin(async (sql) => {
    const { id } = await findMailingList(sql, caller.organization_id, listId)
    await useDeleteCode(sql, caller, { type: 'mailing_list', id }, code)
    await deleteMailingList(sql, caller.organization_id, id)
    await audit(sql, { kind: 'mailing_list.deleted', subject_type: 'MailingList', subject_id: id })
  })
}
