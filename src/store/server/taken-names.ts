import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { isBreachOf } from '../../database/sqlstate.ts'

type Kind = 'organization' | 'log_in'

/** `userId` 0: the organization itself. */
type Holder = { organizationId: number; userId: number }

/**
 * Replaces the holder's previous name. Names are unique over all organizations, whatever rows the caller can see.
 * @returns false if another holder has the name; the transaction has failed then.
 */
export async function takeName(sql: Transaction, kind: Kind, name: string, holder: Holder): Promise<boolean> {
  await freeName(sql, kind, holder)
  try {
    await sql`
      insert into taken_names (kind, name, organization_id, user_id)
      values (${kind}, ${name}, ${holder.organizationId}, ${holder.userId})`
    return true
  } catch (error) {
    if (isBreachOf(error, 'taken_names_pkey')) return false
    throw error
  }
}

export async function freeName(sql: Sql, kind: Kind, { organizationId, userId }: Holder): Promise<void> {
  await sql`
    delete from taken_names
    where organization_id = ${organizationId} and kind = ${kind} and user_id = ${userId}`
}

/** Of an organization that is deleted, and of its users. */
export async function freeNamesOf(sql: Sql, organizationId: number): Promise<void> {
  await sql`delete from taken_names where organization_id = ${organizationId}`
}
