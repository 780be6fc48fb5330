import type { Sql } from '../../../database/driver/connection.ts'
import { importableUntil } from '../../imports/columns.ts'
import type { Place } from './rows.ts'

/**
 * Across organizations. @returns the files that no import, upload or export names any more. A dry run keeps its file an
 * hour longer than it can be turned into an import: a call may do so in the last second.
 */
export async function findUnknownFiles(sql: Sql, files: readonly Place[]): Promise<Place[]> {
  const ids = files.map(({ organizationId }) => organizationId)
  const names = files.map(({ name }) => name)
  return sql<Place[]>`
    select f.id as "organizationId", f.name from unnest(${ids}::integer[], ${names}::text[]) f (id, name)
    where not exists (
        select from uploads u where u.organization_id = f.id and u.spool_name = f.name)
      and not exists (
        select from subscriber_imports i
        where i.organization_id = f.id and i.spool_name = f.name
          and (i.finished_at is null or ${importableUntil(sql)} > now() - interval '1 hour'))
      and not exists (
        select from subscriber_exports e
        where e.organization_id = f.id and e.spool_name = f.name and e.purged_at is null
          and e.state in ('exporting', 'finished'))`
}
