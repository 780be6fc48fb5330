import { forbidden } from '../contract/api/errors.ts'
import { allows, type Permission } from '../contract/users/permissions.ts'
import type { Caller } from '../store/callers.ts'

/** One of several permissions is enough. @throws AppError `not_authorized`, 403. */
export function requirePermission(
  { permissions }: Pick<Caller, 'permissions'>,
  permission: Permission | readonly Permission[],
): void {
  const several = [permission].flat()
  if (permissions !== null && !several.some((one) => allows(permissions, one))) {
    throw forbidden(`this call needs the permission ${several.join(' or ')}`)
  }
}
