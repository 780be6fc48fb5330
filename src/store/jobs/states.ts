import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { wakeWorkers } from '../server/wake.ts'
import type { JobKey } from './lease.ts'

export type NewJob = {
  mailing_list_id: number | null
  /** null: that of its list. */
  name?: string | null
  /** null: now. */
  begins_at?: Date | null
  total?: number | null
  /** Where its files are; null: nowhere yet. */
  place?: string | null
}

/** After its subject, in the same transaction. Wakes the workers when it commits. */
export async function insertJob(
  sql: Transaction,
  { organization_id, kind, id }: JobKey,
  job: NewJob,
): Promise<void> {
  await sql`
    insert into jobs (organization_id, kind, id, mailing_list_id, name, begins_at, total, place)
    values (${organization_id}, ${kind}, ${id}, ${job.mailing_list_id}, ${job.name ?? null},
      ${job.begins_at ?? sql`now()`}, ${job.total ?? null}, ${job.place ?? null})`
  await wakeWorkers(sql, kind)
}

/** `kind` absent: of all kinds. */
export type JobsOf = { organizationId: number; kind?: string; id?: number; listId?: number }

function isOf(sql: Sql, { organizationId, kind, id, listId }: JobsOf) {
  return sql`organization_id = ${organizationId} and finished_at is null
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${id === undefined ? sql`` : sql`and id = ${id}`}
    ${listId === undefined ? sql`` : sql`and mailing_list_id = ${listId}`}`
}

/** The next write of their workers is refused. @returns the ids of those that had not ended. */
export async function cancelJobs(sql: Sql, of: JobsOf): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update jobs
    set state = 'cancelled', paused_from = null, finished_at = now(), leased_until = null, epoch = epoch + 1
    where ${isOf(sql, of)}
    returning id`
  return rows.map(({ id }) => id)
}

/** From their workers, for instance of an organization that is no longer active: they start again when it is. */
export async function takeJobsBack(sql: Sql, of: JobsOf): Promise<void> {
  await sql`
    update jobs set leased_until = null, attempts = 0, epoch = epoch + 1
    where ${isOf(sql, of)} and leased_until is not null`
}
