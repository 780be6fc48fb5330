import { permissionRefusal } from '../contract/api/access.ts'
import { forbidden } from '../contract/api/errors.ts'
import { allows, type Right } from '../contract/users/right-names.ts'
import { unlimited, type Limits, type Transaction } from '../database/driver/connection.ts'
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

/**
 * For the conditions of what is saved on a list of the caller: they can name lists that the caller does not see, and mean the
 * same in a preview as in what is sent. What the work returns is about the caller's list alone.
 */
export function asSent<Result>(
  sql: Transaction,
  { list_ids: listIds }: Pick<Caller, 'list_ids'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return listIds === null ? work() : unlimited(sql, work)
}

/** null: the caller sees all lists. */
export function limitsOf({
  list_ids: listIds,
  api_key_id: keyId,
  user_id: userId,
}: Pick<Caller, 'list_ids' | 'api_key_id' | 'user_id'>): Limits | null {
  return listIds === null ? null : { listIds, actor: keyId === null ? `u${userId}` : `k${keyId}` }
}
