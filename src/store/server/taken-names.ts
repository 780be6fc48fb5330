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

/**
 * Across organizations: frees names that their holder no longer has, and takes those that a holder has. During an upgrade,
 * servers from before this table run beside this one and change names without it.
 * @returns how many were wrong.
 */
export async function repairNames(sql: Sql): Promise<number> {
  const held = sql`
    held as materialized (
      select 'organization' as kind, lower(name) collate "C" as name, id as organization_id, 0 as user_id
      from organizations where deleted_at is null
      union all
      select 'log_in', email_key collate "C", organization_id, id from users where password_hash is not null)`
  const wrong = await sql<{ place: string }[]>`
    with ${held}
    select t.ctid::text as place
    from taken_names t left join held h on h.kind = t.kind and h.name = t.name
      and h.organization_id = t.organization_id and h.user_id = t.user_id
    where h.kind is null`
  // By place: the same name, taken again meanwhile, is another row.
  const freed = await sql`
    delete from taken_names where ctid = any(${wrong.map(({ place }) => place)}::text[]::tid[])`
  const missing = await sql<{ kind: Kind; name: string; organization_id: number; user_id: number }[]>`
    with ${held}
    select h.kind, h.name, h.organization_id, h.user_id
    from held h left join taken_names t on t.kind = h.kind and t.name = h.name
    where t.kind is null`
  const taken = await sql`
    insert into taken_names (kind, name, organization_id, user_id)
    select * from unnest(${missing.map(({ kind }) => kind)}::text[], ${missing.map(({ name }) => name)}::text[],
      ${missing.map((one) => one.organization_id)}::integer[], ${missing.map((one) => one.user_id)}::integer[])
    on conflict do nothing`
  return freed.count + taken.count
}

/** Of an organization that is deleted, and of its users. */
export async function freeNamesOf(sql: Sql, organizationId: number): Promise<void> {
  await sql`delete from taken_names where organization_id = ${organizationId}`
}
