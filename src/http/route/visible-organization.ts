import { notFound } from '../../contract/api/errors.ts'
import type { Caller } from '../../store/callers.ts'
import { smallId } from './call.ts'

/**
 * The organization that a path names: any to system administrators, to others their own. Whether it exists is seen
 * when it is looked up.
 * @throws AppError `not_found`: somebody else's, in the words of one that does not exist.
 */
export function visibleOrganization(caller: Caller, id: number): number {
  if (caller.role !== 'system_admin' && id !== caller.organization_id) throw notFound('organization')
  return smallId(id, 'organization')
}
