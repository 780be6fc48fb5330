import type { Scoped } from '../../database/driver/connection.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import { findExportedFile } from '../../store/exports/downloads.ts'
import type { ExportedFile, LinkHolder } from '../../store/exports/downloads.ts'

export type ExportLink = { organizationId: number; id: number; holder: LinkHolder }

export function findDownload(sql: Scoped, link: ExportLink): Promise<ExportedFile | null> {
  return findExportedFile(sql, link.organizationId, link.id, link.holder)
}

/** Before the first byte leaves the server. @param details.range as requested; absent: the whole file. */
export function auditDownload(
  sql: Scoped,
  { organizationId, id, holder }: ExportLink,
  details: { requestId: string; remoteAddress: string; range: string | null },
): Promise<void> {
  return insertAuditEvent(sql, organizationId, {
    kind: 'subscriber_export.downloaded',
    ...holder,
    actor_organization_id: organizationId,
    request_id: details.requestId,
    subject_type: 'SubscriberExport',
    subject_id: id,
    details: { remote_address: details.remoteAddress, range: details.range },
  })
}
