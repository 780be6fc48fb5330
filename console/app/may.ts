import { roles, type Endpoint } from '../../src/contract/api/endpoint.ts'
import { allows } from '../../src/contract/users/right-names.ts'
import type { SessionAnswer } from '../../src/contract/users/sessions.ts'
import { useSession } from './session.tsx'

type Needs = Pick<Endpoint, 'role' | 'permission'>

/** @returns whether the person may call the endpoint: what they may not call is not offered. */
export function useMay(): (endpoint: Needs) => boolean {
  const { session } = useSession()
  return (endpoint) => session !== null && may(session, endpoint)
}

/** By the role and the permission of the contract and nothing else, as the server decides. */
export function may(
  { role: own, permissions }: Pick<SessionAnswer, 'role' | 'permissions'>,
  { role, permission }: Needs,
): boolean {
  if (role === 'anyone') return true
  if (roles.indexOf(own) < roles.indexOf(role)) return false
  if (own !== 'standard' || permission === undefined) return true
  return [permission].flat().some((one) => allows(permissions, one))
}
