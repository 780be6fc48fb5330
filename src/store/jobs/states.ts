import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { wakeWorkers } from '../server/wake.ts'
import type { JobKey } from './lease.ts'

/** What a worker must have: see the table. */
export type Need = 'uploads' | 'network'

export type NewJob = {
  mailing_list_id: number | null
  /** null: that of its list. */
  name?: string | null
  /** null: now. */
  begins_at?: Date | null
  total?: number | null
  /** Where its files are; null: nowhere yet. */
  place?: string | null
  needs?: Need | null
}

/** After its subject, in the same transaction. Wakes the workers when it commits. */
export async function insertJob(
  sql: Transaction,
  { organization_id, kind, id }: JobKey,
  job: NewJob,
): Promise<void> {
  await sql`
    insert into jobs (organization_id, kind, id, mailing_list_id, name, begins_at, total, place, needs)
    values (${organization_id}, ${kind}, ${id}, ${job.mailing_list_id}, ${job.name ?? null},
      ${job.begins_at ?? sql`now()`}, ${job.total ?? null}, ${job.place ?? null},
      ${job.needs ?? null})`
  await wakeWorkers(sql, kind)
}

/** `kind` absent: of all kinds. */
export type JobsOf = { organizationId: number; kind?: string; id?: number; listId?: number }

/** Whether its worker keeps the lease until it has ended what it had begun (`landJob`): no other can claim it before. */
type Leaving = { lands: boolean }

function isOf(sql: Sql, { organizationId, kind, id, listId }: JobsOf) {
  return sql`organization_id = ${organizationId} and finished_at is null
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${id === undefined ? sql`` : sql`and id = ${id}`}
    ${listId === undefined ? sql`` : sql`and mailing_list_id = ${listId}`}`
}

function left(sql: Sql, { lands }: Leaving) {
  return lands ? sql`` : sql`, leased_until = null, epoch = epoch + 1`
}

/** The next write of their workers is refused. @returns the ids of those that had not ended. */
export async function cancelJobs(
  sql: Sql,
  of: JobsOf,
  leaving: Leaving = { lands: false },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update jobs
    set state = 'cancelled', paused_from = null, finished_at = now(), waiting_for = '' ${left(sql, leaving)}
    where ${isOf(sql, of)}
    returning id`
  return rows.map(({ id }) => id)
}

/** The next write of its worker is refused. @returns whether it was neither paused nor over. */
export async function pauseJob(
  sql: Sql,
  { organization_id, kind, id }: JobKey,
  leaving: Leaving = { lands: false },
): Promise<boolean> {
  const { count } = await sql`
    update jobs set state = 'paused', paused_from = state, waiting_for = '' ${left(sql, leaving)}
    where organization_id = ${organization_id} and kind = ${kind} and id = ${id} and finished_at is null
      and state <> 'paused'`
  return count > 0
}

/** It goes on where it was. @returns whether it was paused. */
export async function unpauseJob(sql: Sql, { organization_id, kind, id }: JobKey): Promise<boolean> {
  const { count } = await sql`
    update jobs set state = paused_from, paused_from = null, attempts = 0, advanced_at = now(), waiting_for = ''
    where organization_id = ${organization_id} and kind = ${kind} and id = ${id} and state = 'paused'`
  if (count > 0) await wakeWorkers(sql, kind)
  return count > 0
}

/** One that has failed continues. @returns whether it had. */
export async function restartJob(sql: Sql, { organization_id, kind, id }: JobKey): Promise<boolean> {
  const { count } = await sql`
    update jobs
    set state = 'scheduled', finished_at = null, error_message = null, attempts = 0, next_attempt_at = null
    where organization_id = ${organization_id} and kind = ${kind} and id = ${id} and state = 'failed'`
  if (count > 0) await wakeWorkers(sql, kind)
  return count > 0
}

/**
 * From their workers, for instance of an organization that is no longer active: they start again when it is. No failure.
 * @param landing kinds whose workers notice it themselves, and let go when they have ended what they had begun
 */
export async function takeJobsBack(sql: Sql, of: JobsOf, landing: readonly string[] = []): Promise<void> {
  await sql`
    update jobs set leased_until = null, attempts = 0, epoch = epoch + 1
    where ${isOf(sql, of)} and leased_until is not null and kind <> all(${[...landing]}::text[])`
}

/** Those of an organization that is active again. */
export async function wakeJobs(sql: Sql, organizationId: number): Promise<void> {
  const kinds = await sql<{ kind: string }[]>`
    select distinct kind from jobs where organization_id = ${organizationId} and finished_at is null`
  for (const { kind } of kinds) await wakeWorkers(sql, kind)
}
