import { allows, type Right, type Rights } from '../users/right-names.ts'
import { roles, type Endpoint, type Role } from './endpoint.ts'
import { grantOf, type Reach } from './grants.ts'

/** What decides which calls are open to a caller. */
export type Access = {
  role: Role
  /** null: all. */
  permissions: Rights | null
  /** What the caller may do follows from the permissions alone, reading included. */
  by_rights: boolean
  /** The mailing lists that the caller sees. null: all. */
  list_ids: readonly number[] | null
}

export type Needs = Pick<Endpoint, 'id' | 'role' | 'permission'>

/** To those who act by rights alone. */
const openByNoRight: readonly Reach[] = ['own', 'account', 'public']

/** By the role and the rights alone. @returns why the call is closed to the caller; null: it is open. */
export function refusalOf(access: Access, endpoint: Needs): string | null {
  const [reach, right] = grantOf(endpoint.id)
  const byRight = access.by_rights && right !== undefined
  const refusal = byRight ? permissionRefusal(access, right) : refusalByRole(access, endpoint)
  if (refusal !== null) return refusal
  if (access.by_rights && !byRight && !openByNoRight.includes(reach)) {
    return 'this call is not open to callers with rights of their own'
  }
  return access.list_ids !== null && reach === 'whole'
    ? 'this call needs a caller who sees all mailing lists of the organization'
    : null
}

/** @returns null: the caller has the role and the permission. */
export function refusalByRole(access: Access, { role, permission }: Omit<Needs, 'id'>): string | null {
  if (role !== 'anyone' && roles.indexOf(access.role) < roles.indexOf(role)) {
    return role === 'system_admin'
      ? 'this call needs a system_admin key of the System Organization'
      : 'this call needs an administrator of the organization'
  }
  return permission === undefined ? null : permissionRefusal(access, permission)
}

/** One of several is enough. @returns null: the caller has it. */
export function permissionRefusal(
  { permissions }: Pick<Access, 'permissions'>,
  needed: Right | readonly Right[],
): string | null {
  const several = [needed].flat()
  const hasIt = permissions === null || several.some((one) => allows(permissions, one))
  return hasIt ? null : `this call needs the permission ${several.join(' or ')}`
}
