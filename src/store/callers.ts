import type { Access } from '../contract/api/access.ts'

export type Caller = Access & {
  organization_id: number
  api_key_id: number | null
  user_id: number | null
  /** The organization's IANA zone: times are read and printed in it. */
  time_zone: string
  /** A program through /mcp, in the name of the user (docs/assistants.md). Absent: there is none. */
  grant?: { id: number; client: string; may_change: boolean }
}

export function callerName(caller: Pick<Caller, 'api_key_id' | 'user_id'>): string {
  return caller.api_key_id === null ? `user:${caller.user_id}` : `api_key:${caller.api_key_id}`
}
