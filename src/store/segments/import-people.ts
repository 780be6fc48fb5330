import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { candidatesMax, firstTaken } from '../server/leases.ts'

// Whom an import added and changed, in a bit each, made from what is kept for its undo.

/** An import that has ended. @returns false: nothing is due. */
export async function keepNextImportPeople(sql: Transaction): Promise<boolean> {
  const candidates = await sql<{ organization_id: number; id: number }[]>`
    select organization_id, id from import_jobs i
    where finished_at is not null and logs_purged_at is null and keep_for_undo and not people_kept and not dry_run
      and not exists (
        select from import_undos u where u.organization_id = i.organization_id and u.import_id = i.id)
    order by finished_at desc limit ${candidatesMax}`
  const due = await firstTaken(candidates, async (one) => {
    const { count } = await sql`
      select 1 from subscriber_imports
      where organization_id = ${one.organization_id} and id = ${one.id} and not people_kept
      for update skip locked`
    return count === 1 ? one : null
  })
  if (due === null) return false
  await keepImportPeople(sql, due.organization_id, due.id)
  return true
}

/** Can be repeated. Leaves alone imports that keep nothing for an undo, and those whose undo was requested. */
export async function keepImportPeople(sql: Sql, organizationId: number, id: number): Promise<void> {
  const { count } = await sql`
    update subscriber_imports i set people_kept = true
    where organization_id = ${organizationId} and id = ${id} and keep_for_undo and not people_kept and not dry_run
      and not exists (
        select from import_undos u where u.organization_id = i.organization_id and u.import_id = i.id)`
  if (count === 0) return
  await sql`
    insert into import_people (organization_id, import_id, kind, bucket, people)
    select ${organizationId}, ${id}, p.kind, one.id >> 10,
      bit_or(set_bit(0::bit(1024), (one.id & 1023)::integer, 1))
    from import_undo_pieces p cross join unnest(p.ids) one (id)
    where p.organization_id = ${organizationId} and p.import_id = ${id} and one.id > 0
    group by p.kind, one.id >> 10
    returning 1`
}

/** Of a list that was purged. */
export async function forgetImportPeople(sql: Sql, organizationId: number, listId: number): Promise<void> {
  await sql`
    delete from import_people p using subscriber_imports i
    where i.organization_id = ${organizationId} and i.mailing_list_id = ${listId}
      and p.organization_id = i.organization_id and p.import_id = i.id`
}
