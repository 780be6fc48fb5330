import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** `listId`: a fragment names a column of what stands before. */
type ListKey = { organizationId: number; listId: number | Fragment }

/** `isLocked`: `for update`. */
type Options = { isLocked?: boolean }

/**
 * Follows `cross join` or `left join` (with `on true`): the subscriber (all columns, and `place`, its ctid) whose id a column of
 * what stands before has. Name it.
 *
 * One look-up of the primary key, whatever statistics say: only that index delivers rows in the order asked for. With
 * `id = any(…)` or a join PostgreSQL decides by its estimate of the list, and reads the whole list, by the index of its keys, for
 * every 500 people of one that is newer than the statistics (1,000,000 people: 382 to 758 ms).
 */
export function subscriberWith(
  sql: Sql,
  { organizationId, listId }: ListKey,
  id: Fragment,
  { isLocked = false }: Options = {},
): Fragment {
  return sql`
    lateral (
      select o.ctid as place, o.* from subscribers o
      where o.organization_id = ${organizationId} and o.mailing_list_id = ${listId} and o.id >= ${id} and o.id <= ${id}
      order by o.id limit 1 ${isLocked ? sql`for update` : sql``})`
}

/**
 * Follows `from`: `given` (id) and the subscriber `s` that has it, by `subscriberWith`; ids that the list does not have are
 * missing. In the order of the ids, which is also that of locks.
 */
export function subscribersById(
  sql: Sql,
  place: ListKey,
  ids: readonly number[],
  options?: Options,
): Fragment {
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other)
  return sql`
    unnest(${sorted.map(String)}::text[]::bigint[]) given (id)
    cross join ${subscriberWith(sql, place, sql`given.id`, options)} s`
}
