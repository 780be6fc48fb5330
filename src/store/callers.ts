import type { Role } from '../contract/api/endpoint.ts'
import type { Permissions } from '../contract/users/permissions.ts'

/** Who makes a call: decided once a request, handed on as an argument. A key or a user, never both. */
export type Caller = {
  organization_id: number
  api_key_id: number | null
  user_id: number | null
  role: Role
  /** What limits a user of the role `standard`; null for everybody else. */
  permissions: Permissions | null
  /** The organization's IANA zone: times are read and printed in it. */
  time_zone: string
}

/** The caller as one text, for what belongs to one caller and to nobody else. */
export function callerName(caller: Pick<Caller, 'api_key_id' | 'user_id'>): string {
  return caller.api_key_id === null ? `user:${caller.user_id}` : `api_key:${caller.api_key_id}`
}
