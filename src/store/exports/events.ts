import type { Sql } from '../../database/driver/connection.ts'
import { queueEvents } from '../webhooks/events.ts'

/** As for imports. Without the link: it is a credential, and the receiver may be any server. */
export async function queueExportEnd(
  sql: Sql,
  { organization_id: organizationId, id }: { organization_id: number; id: number },
  state: 'finished' | 'failed',
): Promise<void> {
  const [event] = await sql<object[]>`
    select extract(epoch from j.finished_at)::bigint as event_time, e.mailing_list_id as studio_mailing_list_id,
      l.name as list_name, 'a' || l.id as listid, e.id as export_id, e.segment_name, j.state, j.error_message,
      j.progress as records_exported, e.size_bytes
    from subscriber_exports e
    join jobs j on j.organization_id = e.organization_id and j.kind = 'SubscriberExport' and j.id = e.id
    join mailing_lists l on l.organization_id = e.organization_id and l.id = e.mailing_list_id
    where e.organization_id = ${organizationId} and e.id = ${id}`
  if (event !== undefined) await queueEvents(sql, organizationId, `export_${state}`, [event])
}
