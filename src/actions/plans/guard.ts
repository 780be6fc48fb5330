import { alwaysApproved, perhapsApproved, type ApprovalRule } from '../../contract/plans/rules.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { Database, Scopes } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findApprovalRules } from '../../store/plans/rules.ts'
import { neededKinds, needsApproval } from './approvals.ts'
import { carryOut } from './carry-out.ts'
import type { MadeCall } from './made-call.ts'

/** Whether a rule could hold for a call. */
export function isGuarded({ id }: Pick<Endpoint, 'id'>): boolean {
  return Object.hasOwn(alwaysApproved, id) || perhapsApproved.includes(id)
}

export function findRules(
  database: Pick<Database, 'within'>,
  organizationId: number,
): Promise<ApprovalRule[]> {
  return findApprovalRules(database.within(organizationId), organizationId)
}

type Guarded = {
  definition: Pick<Endpoint, 'id' | 'method' | 'path'>
  caller: Caller
  /** As they were before the call, which may be about them. */
  rules: readonly ApprovalRule[]
}

/** Makes a call, and undoes it if it needs an approval. @throws AppError with the status 409. */
export function carryOutGuarded<Result extends Pick<MadeCall, 'params' | 'data'>>(
  database: Pick<Database, 'shareOf'>,
  { definition, caller, rules }: Guarded,
  work: (scopes: Scopes) => Promise<Result>,
): Promise<Result> {
  const { organization_id: organizationId, time_zone: timeZone } = caller
  const { id: endpoint, method, path } = definition
  return carryOut(database, {
    place: { organizationId, timeZone, endpoint, path },
    work,
    settle: async (_sql, { approval }) => {
      const kinds = neededKinds(rules, { endpoint, approval })
      if (kinds.length > 0) throw needsApproval(kinds, `${method} ${path}`)
      return true
    },
  })
}
