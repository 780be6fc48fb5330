import { forbidden, invalid } from '../../contract/api/errors.ts'
import {
  scopeOf,
  type Scope,
  type SuppressionListChanges,
  type SuppressionListInput,
} from '../../contract/resources/suppression-lists.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import { findResource } from '../../store/resources/rows.ts'
import { suppressionLists, type SuppressionListRow } from '../../store/resources/suppression-lists.ts'
import { addResource, changeResource, removeResource, type ResourceActor } from './changes.ts'
import { requireSystem } from './suppressed-addresses.ts'

const ofAll: Scope = { suppression_scope: 'organization', mailing_list_id: null }

export function addSuppressionList(
  sql: Scoped,
  actor: ResourceActor,
  fields: () => SuppressionListInput,
): Promise<SuppressionListRow> {
  return addResource(sql, actor, suppressionLists, () => {
    const given = fields()
    return { ...given, ...readScope(actor, given, ofAll) }
  })
}

export function changeSuppressionList(
  sql: Scoped,
  actor: ResourceActor,
  { id, fields }: { id: number | string; fields: () => SuppressionListChanges },
): Promise<SuppressionListRow> {
  const resolved = (before: SuppressionListRow) => {
    requireSystem(actor, before.suppression_scope)
    const given = fields()
    const scope = readScope(actor, given, before)
    const [was, is] = [before, scope].map((one) => one.suppression_scope === 'system')
    if (was !== is) {
      const problem = `suppression_scope cannot change ${is === true ? 'to' : 'from'} system: create another list`
      throw invalid(problem)
    }
    return { ...given, ...scope }
  }
  return changeResource(sql, actor, suppressionLists, { id, fields: resolved })
}

/** A list does not change from or to the scope system: what was looked up before stays true. */
export async function removeSuppressionList(
  sql: Scoped,
  actor: ResourceActor,
  id: number | string,
): Promise<void> {
  const { suppression_scope: scope } = await findResource(sql, actor.organizationId, suppressionLists, id)
  requireSystem(actor, scope)
  await removeResource(sql, actor, suppressionLists, id)
}

function readScope(
  actor: ResourceActor,
  given: SuppressionListChanges,
  { suppression_scope, mailing_list_id }: Scope,
): Scope {
  const isSystem = actor.organizationId === systemOrganizationId && actor.caller.role === 'system_admin'
  const scope = scopeOf(given, { suppression_scope, mailing_list_id }, isSystem)
  if (scope.suppression_scope === 'system' && !isSystem) {
    throw actor.caller.role === 'system_admin'
      ? invalid('suppression_scope system exists on the System Organization only')
      : forbidden('only system administrators can choose the suppression_scope system')
  }
  return scope
}
