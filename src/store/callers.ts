import type { Access } from '../contract/api/access.ts'

export type Caller = Access & {
  organization_id: number
  api_key_id: number | null
  user_id: number | null
  /** The organization's IANA zone: times are read and printed in it. */
  time_zone: string
}

export function callerName(caller: Pick<Caller, 'api_key_id' | 'user_id'>): string {
  return caller.api_key_id === null ? `user:${caller.user_id}` : `api_key:${caller.api_key_id}`
}
