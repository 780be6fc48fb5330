import { permissionRefusal } from '../contract/api/access.ts'
import { forbidden } from '../contract/api/errors.ts'
import { allows, type Right } from '../contract/users/right-names.ts'
import type { Limits } from '../database/driver/connection.ts'
import type { Caller } from '../store/callers.ts'

/** What users read without a permission. */
export function mayRead({ by_rights: byRights, permissions }: Caller, right: Right): boolean {
  return !byRights || (permissions !== null && allows(permissions, right))
}

/** One of several permissions is enough. @throws AppError `not_authorized`, 403. */
export function requirePermission(
  caller: Pick<Caller, 'permissions'>,
  permission: Right | readonly Right[],
): void {
  const refusal = permissionRefusal(caller, permission)
  if (refusal !== null) throw forbidden(refusal)
}

/** null: the caller sees all lists. */
export function limitsOf({
  list_ids: listIds,
  api_key_id: keyId,
  user_id: userId,
}: Pick<Caller, 'list_ids' | 'api_key_id' | 'user_id'>): Limits | null {
  return listIds === null ? null : { listIds, actor: keyId === null ? `u${userId}` : `k${keyId}` }
}
