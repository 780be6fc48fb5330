import { readSuppressed } from '../../contract/resources/suppressed-addresses.ts'
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
    await holdSuppressionList(sql, organizationId, listId)
    const given = addresses()
    const read = given.flatMap((text) => readSuppressed(text) ?? [])
    const added = await insertSuppressedAddresses(sql, organizationId, listId, {
      keys: [...new Set(read)],
      userId: caller.user_id,
    })
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
    await holdSuppressionList(sql, actor.organizationId, listId)
    const address = id === null ? { key: readSuppressed(text) } : { id }
    await deleteSuppressedAddress(sql, actor.organizationId, listId, address)
    await log(sql, actor, 'removed', { listId, count: 1 })
  })
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
