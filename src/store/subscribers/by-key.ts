import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'

/** Lists are sent as one text: a tenth of the cost of the driver's arrays. No value may contain the separator. */
export const unitSeparator = '\u001f'

export function joined(values: readonly string[]): string {
  return values.join(unitSeparator)
}

/**
 * Without it PostgreSQL decides by statistics, and on a list that has just been filled they are wrong: it reads the whole
 * table for each range, or the whole list for each key. `jit`: it would compile any statement that has to sort.
 */
export async function planByIndex(sql: Transaction): Promise<void> {
  await sql.unsafe(`set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off;
    set local enable_hashjoin = off; set local enable_mergejoin = off; set local jit = off`)
}

/**
 * Follows `from`: `k` (key, position from 1) and the subscriber `s` (place, id, key, email, status) that has it. Only the
 * index of keys delivers rows in the order asked for, so that no other fits. With `key =` the order would be void, and
 * without statistics the primary key, whose first columns are the same, is as good to the planner.
 * @param keys joined.
 */
export function subscribersByKey(sql: Sql, organizationId: number, listId: number, keys: string): Fragment {
  return sql`
    unnest(string_to_array(${keys}, ${unitSeparator})) with ordinality k (key, position)
    cross join lateral (
      select o.ctid as place, o.id, o.key, o.email, o.status from subscribers o
      where o.organization_id = ${organizationId} and o.mailing_list_id = ${listId}
        and o.key >= k.key collate "C" and o.key <= k.key collate "C"
      order by o.key limit 1) s`
}

/**
 * As `subscribersByKey`, in the order of the keys and without `k`, where `scansKeys`: the index is descended once for
 * neighbouring keys instead of once for each, a fifth to a half of the time. The array is a sub-select because the planner
 * estimates each element of one that it knows.
 */
export function subscribersInOneScan(
  sql: Sql,
  organizationId: number,
  listId: number,
  keys: string,
): Fragment {
  return sql`(
    select o.ctid as place, o.key, o.status from subscribers o
    where o.organization_id = ${organizationId} and o.mailing_list_id = ${listId}
      and o.key = any((select string_to_array(${keys}, ${unitSeparator}))::text[])
    order by o.key) s`
}

/** PostgreSQL before 17 gives what it finds by an array no order, and for the order it would filter the whole list. */
export async function scansKeys(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ scans: boolean }]>`
    select current_setting('server_version_num')::integer >= 170000 as scans`
  return row.scans
}

/**
 * For subscribers found by place (ctid). No index fits `float8` and `+ 0`, which the planner would prefer without statistics;
 * a cluster still sees which shard the statement belongs to.
 */
export function isOfList(sql: Sql, alias: string, organizationId: number, listId: number): Fragment {
  const table = sql(alias)
  return sql`${table}.organization_id = ${organizationId}::float8 and ${table}.mailing_list_id + 0 = ${listId}`
}
