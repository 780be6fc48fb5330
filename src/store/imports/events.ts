import { classifications } from '../../contract/imports/states.ts'
import { undoClasses } from '../../contract/imports/undo.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { queueEvents } from '../webhooks/events.ts'

/** `event_time` is in UNIX seconds, `listid` is `a<list id>`, `name` is the file or the url. */
export async function queueImportEnd(
  sql: Sql,
  { organization_id: organizationId, id }: { organization_id: number; id: number },
  state: 'finished' | 'failed',
): Promise<void> {
  const [event] = await sql<{ dry_run?: boolean; pruned?: number | null }[]>`
    select extract(epoch from i.finished_at)::bigint as event_time, i.mailing_list_id as studio_mailing_list_id,
      l.name as list_name, 'a' || l.id as listid, i.id as import_id, coalesce(i.source_filename, i.source_url) as name,
      i.state, i.error_message, i.number_of_records, i.records_imported, ${sql([...classifications])}, i.dry_run,
      case when i.not_in_file is not null then i.pruned end as pruned
    from import_jobs i
    join mailing_lists l on l.organization_id = i.organization_id and l.id = i.mailing_list_id
    where i.organization_id = ${organizationId} and i.id = ${id}`
  if (event?.dry_run === false) delete event.dry_run
  if (event?.pruned === null) delete event.pruned
  if (event !== undefined) await queueEvents(sql, organizationId, `import_${state}`, [event])
}

export async function queueUndoEnd(sql: Sql, organizationId: number, importId: number): Promise<void> {
  const [event] = await sql<object[]>`
    select extract(epoch from u.finished_at)::bigint as event_time, i.mailing_list_id as studio_mailing_list_id,
      l.name as list_name, 'a' || l.id as listid, i.id as import_id, coalesce(i.source_filename, i.source_url) as name,
      u.people, u.reactions_withdrawn, ${sql([...undoClasses])}
    from undo_jobs u
    join subscriber_imports i on i.organization_id = u.organization_id and i.id = u.import_id
    join mailing_lists l on l.organization_id = i.organization_id and l.id = i.mailing_list_id
    where u.organization_id = ${organizationId} and u.import_id = ${importId}`
  if (event !== undefined) await queueEvents(sql, organizationId, 'import_undone', [event])
}
