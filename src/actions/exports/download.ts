import type { Scoped, Scopes } from '../../database/driver/connection.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import {
  findExportedFile,
  mayStillExport,
  type ExportedFile,
  type LinkHolder,
} from '../../store/exports/downloads.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import { isSystemAdmin } from '../../store/users/rows.ts'

export type ExportLink = { organizationId: number; id: number; holder: LinkHolder }

export type Download = ExportedFile & { holderOrganizationId: number }

/** null: there never was such a file, or the owner of the link is no longer allowed to export. */
export async function findDownload(
  { within }: Pick<Scopes, 'within'>,
  { organizationId, id, holder }: ExportLink,
): Promise<Download | null> {
  const sql = within(organizationId)
  const file = await findExportedFile(sql, organizationId, id)
  if (file === null) return null
  if (await mayStillExport(sql, organizationId, holder))
    return { ...file, holderOrganizationId: organizationId }
  // A system administrator who had stepped in. Ids of users are unique in the whole system.
  const isAdministrator =
    holder.user_id !== null && (await isSystemAdmin(within(systemOrganizationId), holder.user_id))
  return isAdministrator ? { ...file, holderOrganizationId: systemOrganizationId } : null
}

/** Before the first byte leaves the server. @param details.range as requested; absent: the whole file. */
export function auditDownload(
  sql: Scoped,
  { organizationId, id, holder }: ExportLink,
  details: { requestId: string; remoteAddress: string; range: string | null; holderOrganizationId: number },
): Promise<void> {
  return insertAuditEvent(sql, organizationId, {
    kind: 'subscriber_export.downloaded',
    ...holder,
    actor_organization_id: details.holderOrganizationId,
    request_id: details.requestId,
    subject_type: 'SubscriberExport',
    subject_id: id,
    details: { remote_address: details.remoteAddress, range: details.range },
  })
}
