import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { secondsFromNow } from '../../database/lease.ts'

/** A table of what arrives one by one and leaves soon. Conditions are about its rows `r`, in the form that its index serves. */
export type Outbox = {
  table: 'autoresponder_reactions' | 'sign_ups' | 'preview_mails' | 'system_mails' | 'messages'
  /** It is to be sent, its time has come, and nobody holds it. */
  isReady: (sql: Sql) => Fragment
  /** What is claimed first. */
  order: (sql: Sql) => Fragment
  leaseSeconds: number
}

type Taking = {
  organizationId: number
  /** Which of the organization's rows. */
  of: Fragment
  /** What tells this claim from others, for instance its holder. */
  set: Fragment
  limit: number
  returning: Fragment
}

/**
 * The one claim of all outboxes: rows of one organization that no other sender has taken or locked. It waits for nobody. Materialized:
 * what is in an `in (…)` may run more than once, and takes other rows then.
 */
export function takeReady<Row extends object>(
  sql: Sql,
  { table, isReady, order, leaseSeconds }: Outbox,
  { organizationId, of, set, limit, returning }: Taking,
): PromiseLike<Row[]> {
  return sql<Row[]>`
    with due as materialized (
      select r.id from ${sql(table)} r
      where r.organization_id = ${organizationId} and ${of} and ${isReady(sql)}
      order by ${order(sql)} limit ${limit} for update skip locked)
    update ${sql(table)} r set ${set}, leased_until = ${secondsFromNow(sql, leaseSeconds)}
    from due where r.organization_id = ${organizationId} and r.id = due.id
    returning ${returning}`
}
