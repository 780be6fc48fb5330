import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'

/** Who is behind a call. */
export async function personOf(_sql: Sql, caller: Caller): Promise<string> {
  return caller.api_key_id === null ? `user:${caller.user_id}` : `api_key:${caller.api_key_id}`
}
