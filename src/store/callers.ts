import type { Role } from '../contract/api/endpoint.ts'
import type { Rights } from '../contract/users/right-names.ts'

export type Caller = {
  organization_id: number
  api_key_id: number | null
  user_id: number | null
  role: Role
  permissions: Rights | null
  /** What the caller may do follows from the permissions alone, reading included. */
  by_rights: boolean
  /** The mailing lists that the caller sees. null: all. */
  list_ids: readonly number[] | null
  /** The organization's IANA zone: times are read and printed in it. */
  time_zone: string
}

export function callerName(caller: Pick<Caller, 'api_key_id' | 'user_id'>): string {
  return caller.api_key_id === null ? `user:${caller.user_id}` : `api_key:${caller.api_key_id}`
}
