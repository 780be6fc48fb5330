import type { ActivityClause } from '../../contract/segments/activity.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import { leavesOf } from '../../contract/segments/tree.ts'
import type { Sql } from '../../database/driver/connection.ts'

type OfVersion<Named> = { campaign: Named; version: number }

/** Of each campaign: the ids of its contents, in their order. */
export type Versions = ReadonlyMap<number, readonly number[]>

/** Of those campaigns of which the clauses name a version. */
export async function findVersions<Named extends { id: number }>(
  sql: Sql,
  organizationId: number,
  clauses: readonly Clause<Named>[],
): Promise<Versions> {
  const named = new Set(versionsOf(clauses).map(({ campaign }) => campaign.id))
  if (named.size === 0) return new Map()
  const rows = await sql<{ id: number; contents: number[] }[]>`
    select c.id, to_jsonb(array(
      select t.id from campaign_contents t
      where t.organization_id = ${organizationId} and t.campaign_id = c.id order by t.position)) as contents
    from unnest(${[...named]}::integer[]) c (id)`
  return new Map(rows.map(({ id, contents }) => [id, contents]))
}

/** Those that the campaign does not have. */
export function missingVersions<Named extends { id: number }>(
  known: Versions,
  clauses: readonly Clause<Named>[],
): OfVersion<Named>[] {
  return versionsOf(clauses).filter(
    ({ campaign, version }) => known.get(campaign.id)?.[version - 1] === undefined,
  )
}

function versionsOf<Named>(clauses: readonly Clause<Named>[]): OfVersion<Named>[] {
  return leavesOf(clauses).flatMap((clause) => {
    const { campaign, version } = clause.type === 'activity' ? clause : ({} as ActivityClause<Named>)
    return campaign === undefined || version === undefined ? [] : [{ campaign, version }]
  })
}
