import type { MailingList } from '../../contract/lists/endpoints.ts'
import type { MailingListChanges, MailingListInput } from '../../contract/lists/input.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findMailingList, insertMailingList, updateMailingList } from '../../store/lists/rows.ts'

export function addMailingList(sql: Scoped, caller: Caller, input: MailingListInput): Promise<MailingList> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const id = await insertMailingList(sql, organizationId, input)
    return findMailingList(sql, organizationId, id)
  })
}

export function changeMailingList(
  sql: Scoped,
  caller: Caller,
  listId: number,
  fields: () => MailingListChanges,
): Promise<MailingList> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const { id } = await findMailingList(sql, organizationId, listId)
    await updateMailingList(sql, organizationId, id, fields())
    return findMailingList(sql, organizationId, id)
  })
}
