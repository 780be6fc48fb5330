import type { Sql } from '../../database/driver/connection.ts'
import { quotaCeiling } from '../subscribers/counts.ts'
import type { ClaimedImport } from './claims.ts'
import { RangeConflict } from './merge.ts'

type Claim = Pick<ClaimedImport, 'organization_id' | 'id'>

/** `taken`: by the ranges of the dry run that are done, which no subscriber shows. */
export type DryRunPlaces = { free: number; taken: number }

/** null: no limit. Takes no lock. */
export async function findDryRunPlaces(sql: Sql, claim: Claim): Promise<DryRunPlaces | null> {
  const [places] = await sql<DryRunPlaces[]>`
    select i.dry_run_places as taken, greatest(0, ${quotaCeiling(sql)} - i.dry_run_places - (
      select coalesce(sum(c.active), 0)
      from subscriber_counts c
      join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
      where c.organization_id = o.id and l.deleted_at is null))::float8 as free
    from organizations o
    join subscriber_imports i on i.organization_id = o.id and i.id = ${claim.id}
    where o.id = ${claim.organization_id} and o.subscriber_quota_mode <> 'no_limit'`
  return places ?? null
}

/** @throws RangeConflict if another range has taken places since `seen` was read; null: they do not matter. */
export async function takeDryRunPlaces(
  sql: Sql,
  claim: Claim,
  { seen, taken }: { seen: number | null; taken: number },
): Promise<void> {
  if (taken === 0) return
  const { count } = await sql`
    update subscriber_imports set dry_run_places = dry_run_places + ${taken}
    where organization_id = ${claim.organization_id} and id = ${claim.id}
      ${seen === null ? sql`` : sql`and dry_run_places = ${seen}`}`
  if (count !== 1) throw new RangeConflict()
}

/** How long a finished dry run can be turned into an import. Until then its file is kept. */
export const dryRunHours = 24

/** Of a row of `subscriber_imports`. */
export function canBecomeImport(sql: Sql, spareHours = 0) {
  return sql`(dry_run and state = 'finished' and spool_name is not null
    and finished_at > now() - ${dryRunHours + spareHours} * interval '1 hour')`
}
