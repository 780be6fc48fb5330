import { forbidden } from '../contract/api/errors.ts'
import { allows } from '../contract/users/permissions.ts'
import type { Permission } from '../contract/users/permissions.ts'
import type { Caller } from '../store/callers.ts'

/** @throws AppError `not_authorized`, 403, for a standard user without the permission. */
export function requirePermission(
  { permissions }: Pick<Caller, 'permissions'>,
  permission: Permission,
): void {
  if (permissions !== null && !allows(permissions, permission)) {
    throw forbidden(`this call needs the permission ${permission}`)
  }
}
