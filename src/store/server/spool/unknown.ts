import type { Sql } from '../../../database/driver/connection.ts'
import { importableUntil } from '../../imports/columns.ts'
import type { SpoolKey } from './rows.ts'

/**
 * Across organizations. @returns the files that no import, upload or export names any more. A dry run keeps its file an
 * hour longer than it can be turned into an import: a call may do so in the last second.
 */
export async function findUnknownFiles(sql: Sql, files: readonly SpoolKey[]): Promise<SpoolKey[]> {
  const given = (alias: 'u' | 'i' | 'e') => sql`
    ${sql(alias)}.organization_id = any(${files.map(({ organizationId }) => organizationId)}::integer[])
      and ${sql(alias)}.spool_name = any(${files.map(({ name }) => name)}::text[])`
  const known = await sql<SpoolKey[]>`
    select u.organization_id as "organizationId", u.spool_name as name from uploads u where ${given('u')}
    union all
    select i.organization_id, i.spool_name from import_jobs i
    where ${given('i')} and (i.finished_at is null or ${importableUntil(sql, null)} > now() - interval '1 hour')
    union all
    select e.organization_id, e.spool_name from subscriber_exports e
    join jobs j on j.organization_id = e.organization_id and j.kind = 'SubscriberExport' and j.id = e.id
    where ${given('e')} and e.purged_at is null and j.state in ('exporting', 'finished')`
  const places = new Set(known.map(({ organizationId, name }) => `${organizationId}/${name}`))
  return files.filter(({ organizationId, name }) => !places.has(`${organizationId}/${name}`))
}
