import { forbidden } from '../../contract/api/errors.ts'
import { readSuppressed } from '../../contract/resources/suppressed-addresses.ts'
import type { SuppressionScope } from '../../contract/resources/suppression-lists.ts'
import { parseId } from '../../contract/values/text.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import {
  deleteSuppressedAddress,
  holdSuppressionList,
  insertSuppressedAddresses,
} from '../../store/resources/suppressed-addresses.ts'
import type { ResourceActor } from './changes.ts'

export type SuppressedCounts = { added: number; already_suppressed: number; invalid: number }

export function suppressAddresses(
  sql: Scoped,
  actor: ResourceActor,
  listId: number,
  addresses: () => string[],
): Promise<SuppressedCounts> {
  const { organizationId, caller } = actor
  return sql.begin(async (sql) => {
    requireSystem(actor, await holdSuppressionList(sql, organizationId, listId))
    const given = addresses()
    const read = given.flatMap((text) => readSuppressed(text) ?? [])
    const entries = [...new Map(read.map((entry) => [entry.key, entry])).values()]
    const userId = caller.user_id
    const added = await insertSuppressedAddresses(sql, organizationId, listId, { entries, userId })
    await log(sql, actor, 'added', { listId, count: added })
    return { added, already_suppressed: read.length - added, invalid: given.length - read.length }
  })
}

/** @param text the id of a suppressed address, or the address. */
export function unsuppressAddress(
  sql: Scoped,
  actor: ResourceActor,
  listId: number,
  text: string,
): Promise<void> {
  const id = parseId(text)
  return sql.begin(async (sql) => {
    requireSystem(actor, await holdSuppressionList(sql, actor.organizationId, listId))
    const address = id === null ? { key: readSuppressed(text)?.key ?? null } : { id }
    await deleteSuppressedAddress(sql, actor.organizationId, listId, address)
    await log(sql, actor, 'removed', { listId, count: 1 })
  })
}

/** Other people of the System Organization see its lists, but what holds for all organizations is not theirs to change. */
export function requireSystem(
  { caller }: Pick<ResourceActor, 'caller'>,
  scope: SuppressionScope | undefined,
): void {
  if (scope === 'system' && caller.role !== 'system_admin') {
    throw forbidden('only system administrators can change suppression lists of the system')
  }
}

/** Addresses are not logged, because events are kept after an erasure. */
function log(
  sql: Transaction,
  { audit, organizationId }: ResourceActor,
  what: 'added' | 'removed',
  { listId, count }: { listId: number; count: number },
): Promise<void> {
  const event = {
    kind: `suppressed_addresses.${what}`,
    subject_type: 'SuppressionList',
    subject_id: listId,
    details: { count },
  }
  return audit(sql, event, organizationId)
}
