import type { Sql } from '../../database/driver/connection.ts'

/** What campaigns of a remote list have read about people who are deleted. */
export async function forgetRemoteRows(
  sql: Sql,
  organizationId: number,
  listId: number,
  subscriberIds: readonly number[],
): Promise<void> {
  const ids = [...subscriberIds]
  await sql`
    delete from remote_recipients
    where organization_id = ${organizationId} and subscriber_id = any(${ids}::bigint[])`
  await sql`
    delete from remote_identities
    where organization_id = ${organizationId} and mailing_list_id = ${listId}
      and subscriber_id = any(${ids}::bigint[])`
}
