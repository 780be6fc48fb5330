import type { ImportScope } from '../../contract/imports/endpoints.ts'
import type { Sql } from '../../database/driver/connection.ts'

// Lists of `import_jobs i` and of `jobs j`, which have these columns in common.

export type ListingFilter = { scope: ImportScope; listId?: number }

type Alias = 'i' | 'j'

/** @returns conditions that begin with `and`, or nothing. */
export function inListing(sql: Sql, alias: Alias, { scope, listId }: ListingFilter) {
  const row = sql(alias)
  const ended = {
    all: sql``,
    active: sql`and ${row}.finished_at is null`,
    finished: sql`and ${row}.finished_at is not null`,
    recent: sql`and (${row}.finished_at is null or ${row}.finished_at > now() - interval '14 days')`,
  }[scope]
  return listId === undefined ? ended : sql`${ended} and ${row}.mailing_list_id = ${listId}`
}

/** Unfinished ones by begins_at, then ended ones, latest first (specification, section 4.1). */
export function listingOrder(sql: Sql, alias: Alias) {
  const row = sql(alias)
  return sql`${row}.finished_at is not null, case when ${row}.finished_at is null then ${row}.begins_at end,
    ${row}.finished_at desc, case when ${row}.finished_at is null then ${row}.id end, ${row}.id desc`
}
