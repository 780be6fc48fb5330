import { hasCells } from '../../contract/imports/states.ts'
import { printsOf } from '../../contract/values/spelling/prints.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

// Columns of prints: four bytes each, sorted (migrations/078-prints-of-logs.sql).

/** Of the addresses in a log of an import or an undo. @param name of its class */
export function printsOfLog(name: string, content: string): Uint8Array {
  // An escape such as `\n` would be read as a letter before the address.
  const isEscaped = hasCells(name) && content.includes('\\')
  const text = isEscaped
    ? (JSON.parse(content) as string[][]).map((cells) => cells.join('\n')).join('\n')
    : content
  return Buffer.from(Uint32Array.from(printsOf(text)).toSorted().buffer).swap32()
}

/**
 * Up to so many are looked for by `holdsPrint`, which costs 12 µs each in each row. More are looked for by reading the whole
 * columns.
 */
export const partsMax = 100

/** Whether a column holds one of the prints; null where the column is null. */
export function holdsPrint(sql: Sql, column: Fragment, prints: readonly number[]): Fragment {
  const given = sql`unnest(${prints.map((print) => String(print | 0))}::text[]::integer[])`
  return holdsOne(sql, column, given)
}

/** The same for a column of `packedIds`. */
export function holdsPrintOfId(sql: Sql, column: Fragment, ids: readonly number[]): Fragment {
  const given = sql`(
    select ${spread(sql, sql`id`)} # (-2147483648) from unnest(${ids.map(String)}::text[]::bigint[]) one (id))`
  return holdsOne(sql, column, given)
}

/** Prints of ids. @param from what has a column `id` */
export function packedIds(sql: Sql, from: Fragment): Fragment {
  return sql`(
    select string_agg(int4send(place # (-2147483648)), ''::bytea)
    from (select ${spread(sql, sql`id`)} as place from ${from} order by 1) placed)`
}

/**
 * Ids that follow each other are spread evenly over the integers, by the golden ratio. Not by a hash of PostgreSQL, which may
 * change with its version.
 */
function spread(sql: Sql, id: Fragment): Fragment {
  return sql`(((${id} & 2147483647) * 2654435761 & 4294967295) - 2147483648)::integer`
}

/**
 * Prints are spread evenly, so each is expected at its share of the column, where only a part of it is read: three standard
 * deviations to each side. If the ends of the part do not enclose the print, the column is searched.
 */
function holdsOne(sql: Sql, column: Fragment, given: Fragment): Fragment {
  return sql`(
    select bool_or(case
      when (part.start = 0 or substring(slice.bytes from 1 for 4) <= part.print)
        and (part.start + 2 * size.reach >= size.count
          or substring(slice.bytes from 8 * size.reach - 3 for 4) >= part.print)
      then position(part.print in slice.bytes) > 0
      else position(part.print in held.bytes) > 0 end)
    from (select ${column} as bytes offset 0) held
    cross join lateral (
      select octet_length(held.bytes) / 4 as count,
        (1.5 * sqrt(octet_length(held.bytes) / 4.0))::integer + 4 as reach) size
    cross join ${given} given (number)
    cross join lateral (
      select int4send(given.number) as print, greatest(0, floor(
        ((given.number # (-2147483648))::float8 + 2147483648) / 4294967296 * size.count)::integer - size.reach) as start) part
    cross join lateral (
      select substring(held.bytes from 4 * part.start + 1 for 8 * size.reach) as bytes offset 0) slice)`
}
