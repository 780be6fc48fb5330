import { noCounts, statCounters, type StatCounts } from '../../contract/campaigns/stat-summary.ts'
import type { Sql } from '../../database/driver/connection.ts'

/** Both days are inclusive, in the organization's calendar; null: no bound. */
export async function findAutoresponderCounts(
  sql: Sql,
  organizationId: number,
  autoresponderId: number,
  { start, end }: { start: string | null; end: string | null },
): Promise<StatCounts> {
  const sums = statCounters.map((name) => sql`coalesce(sum(${sql(name)}), 0)::bigint as ${sql(name)}`)
  const [first = sql``, ...others] = sums
  const days = sql`
    organization_id = ${organizationId} and campaign_id is null and autoresponder_id = ${autoresponderId}
      and day >= coalesce(${start}::text::date, '-infinity') and day <= coalesce(${end}::text::date, 'infinity')`
  const [row] = await sql<StatCounts[]>`
    select ${others.reduce((before, next) => sql`${before}, ${next}`, first)}, (
      select coalesce(jsonb_object_agg(code, total), '{}') from (
        select code, sum(bounces::bigint) as total
        from stat_slices, jsonb_each_text(bounces_unique_by_code) each_code (code, bounces)
        where ${days} group by code) codes) as bounces_unique_by_code
    from stat_slices where ${days}`
  return row ?? noCounts
}
