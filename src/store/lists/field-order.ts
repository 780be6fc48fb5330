import { invalid } from '../../contract/api/errors.ts'
import type { Transaction } from '../../database/driver/connection.ts'

/** Of the list's own fields and the global ones, lock before. @throws AppError `validation_failed` for other ids. */
export async function orderFields(
  sql: Transaction,
  organizationId: number,
  listId: number | null,
  ids: readonly number[],
): Promise<void> {
  const found = await sql<{ id: number; place: number }[]>`
    select id, coalesce(place, id) as place from custom_fields
    where organization_id = ${organizationId} and id = any(${[...ids]}::integer[]) and deleted_at is null
      and (mailing_list_id is null ${listId === null ? sql`` : sql`or mailing_list_id = ${listId}`})`
  if (found.length !== new Set(ids).size || found.length !== ids.length) {
    const owner = listId === null ? 'global custom fields' : 'custom fields of the list'
    throw invalid(`custom_field_ids must be different ids of ${owner}`)
  }
  const places = found.map(({ place }) => place).toSorted((one, other) => one - other)
  await sql`
    update custom_fields f set place = given.place
    from unnest(${[...ids]}::integer[], ${places}::integer[]) given (id, place)
    where f.organization_id = ${organizationId} and f.id = given.id`
}
