import type { Sql } from '../../database/driver/connection.ts'

/**
 * A claim in two steps: a look over all organizations without a lock finds what is due, and a statement for each row alone
 * takes the first that no other worker has taken or locked meanwhile. PostgreSQL could do both at once, a sharded one could not
 * (docs/decisions/070-sharding.md). It looks for more than one, because another worker may hold the first: a process that froze
 * in a transaction holds it for 20 s. Where an organization has a limit, a look finds one row of each organization, so
 * that two claims that do not see each other yet want the same row.
 */
export const candidatesMax = 10

/** @param take null: another worker holds it. */
export async function firstTaken<Due, Taken>(
  candidates: readonly Due[],
  take: (due: Due) => Promise<Taken | null>,
): Promise<Taken | null> {
  for (const due of candidates) {
    const taken = await take(due)
    if (taken !== null) return taken
  }
  return null
}

/** Of rows that a look over all organizations has found: a statement for each organization takes or deletes them. */
export async function forEachOf<Taken>(
  due: readonly { organization_id: number; id: number }[],
  take: (organizationId: number, ids: number[]) => Promise<readonly Taken[]>,
): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const organizationId of new Set(due.map((row) => row.organization_id))) {
    const ids = due.filter((row) => row.organization_id === organizationId).map(({ id }) => id)
    taken.push(...(await take(organizationId, ids)))
  }
  return taken
}

/** Of a row that a look has found. */
export type DueRow = { organization_id: number; id: number; epoch: number }

/** The organization's turn is over. */
export async function passTurn(sql: Sql, table: string, organizationId: number): Promise<void> {
  await sql`
    insert into ${sql(table)} as t (organization_id, served_at) values (${organizationId}, clock_timestamp())
    on conflict (organization_id) do update set served_at = excluded.served_at`
}
