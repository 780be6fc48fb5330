import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findHolder } from '../../store/plans/rules.ts'

/** Who is behind a call: of a key, whoever got its value. A key whose holder nobody knows stands for itself. */
export async function personOf(
  sql: Sql,
  { organization_id: organizationId, api_key_id: keyId, user_id: userId }: Caller,
): Promise<string> {
  if (keyId === null) return `user:${userId}`
  return (await findHolder(sql, organizationId, keyId)) ?? `api_key:${keyId}`
}
