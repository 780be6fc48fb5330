import type { Scoped } from '../database/driver/connection.ts'
import { isAccessNoted, lockAccesses, type Access } from '../store/audit-events/accesses.ts'
import type { Actor } from './actor.ts'

/**
 * A system administrator reads of another organization. What they read is noted once a day: the pages that watch something
 * ask for it every few seconds, and would leave nothing else to see in the log.
 */
export async function noteForeignAccess(
  sql: Scoped,
  organizationId: number,
  access: Access,
  audit: Actor['audit'],
): Promise<void> {
  if (await isAccessNoted(sql, organizationId, access)) return
  const event = { kind: 'organization.accessed', subject_type: 'Organization', subject_id: organizationId }
  await sql.begin(async (sql) => {
    await lockAccesses(sql, organizationId)
    if (await isAccessNoted(sql, organizationId, access)) return
    await audit(sql, { ...event, details: { endpoint: access.endpoint } }, organizationId)
  })
}
