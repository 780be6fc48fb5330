import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost, leaseSeconds, secondsFromNow } from '../../database/lease.ts'
import { nowIf } from '../conditions/now-if.ts'
import { wakeWorkers } from '../server/wake.ts'

/** Names a job. `id`: of its subject, such as an export. */
export type JobKey = { organization_id: number; kind: string; id: number }

/** One claim of a job; a later claim has a higher epoch. */
export type JobClaim = JobKey & { epoch: number }

export type ClaimedJob = JobClaim & {
  mailing_list_id: number | null
  state: string
  /** Claims in a row without progress, this one included. */
  attempts: number
}

/** Of `jobs`, unless another worker has claimed it, or it was paused or has ended. */
export function held(sql: Sql, claim: JobClaim) {
  return sql`organization_id = ${claim.organization_id} and kind = ${claim.kind} and id = ${claim.id}
    and epoch = ${claim.epoch} and finished_at is null and state <> 'paused'`
}

/** @throws LeaseLost if the statement changed nothing. */
export async function changeHeld(claim: JobClaim, changed: PromiseLike<{ count: number }>): Promise<void> {
  const { count } = await changed
  if (count !== 1) throw new LeaseLost(`${claim.kind} ${claim.id}`)
}

/** Until the transaction ends, nobody can claim, pause or cancel the job. @throws LeaseLost. */
export function lockHeld(sql: Transaction, claim: JobClaim): Promise<void> {
  return changeHeld(claim, sql`select 1 from jobs where ${held(sql, claim)} for no key update`)
}

/** What a run tells about its work; what is absent stays as it is. */
export type Progress = {
  progress?: number | undefined
  total?: number | null | undefined
  /** Where its files are from now on; null: as before. */
  place?: string | null | undefined
}

/** The heartbeat. A late one does not renew a lost claim. @throws LeaseLost, also if the organization is no longer active. */
export async function renewLease(
  sql: Sql,
  claim: JobClaim,
  { progress, total, place }: Progress = {},
): Promise<void> {
  await changeHeld(
    claim,
    sql`update jobs set leased_until = ${secondsFromNow(sql, leaseSeconds)}
      ${progress === undefined ? sql`` : sql`, progress = ${progress}, advanced_at = ${nowIf(sql, 'advanced_at', sql`progress is distinct from ${progress}`)}`}
      ${total === undefined ? sql`` : sql`, total = ${total}`}
      ${place == null ? sql`` : sql`, place = ${place}`}
      where ${held(sql, claim)} and leased_until is not null
        and organization_id in (select id from organizations where active and deleted_at is null)`,
  )
}

/**
 * In the transaction of each piece of work: what it did and that it is done commit together. As late as possible: the row
 * is then locked only during the commit, so pause and cancel never wait. @throws LeaseLost: the piece rolls back.
 */
export function advance(sql: Transaction, claim: JobClaim, by: number): Promise<void> {
  return changeHeld(
    claim,
    sql`update jobs set progress = progress + ${by}, attempts = 0, advanced_at = now() where ${held(sql, claim)}`,
  )
}

/**
 * For work that must not begin after a pause, an end or another claim: at the beginning of its transaction, which these then
 * wait for. Counts as progress and renews the lease. @returns until when. @throws LeaseLost.
 */
export async function beginPiece(sql: Transaction, claim: JobClaim): Promise<Date> {
  const [row] = await sql<{ leased_until: Date }[]>`
    update jobs set attempts = 0, advanced_at = now(), leased_until = ${secondsFromNow(sql, leaseSeconds)}
    where ${held(sql, claim)} and leased_until is not null
    returning leased_until`
  if (row === undefined) throw new LeaseLost(`${claim.kind} ${claim.id}`)
  return row.leased_until
}

/** To any worker, without a change: a stop is not a failure and counts as no attempt. @throws LeaseLost. */
export async function releaseJob(sql: Sql, claim: JobClaim): Promise<void> {
  await changeHeld(
    claim,
    sql`update jobs set leased_until = null, attempts = greatest(attempts - 1, 0) where ${held(sql, claim)}`,
  )
  await wakeWorkers(sql, claim.kind)
}

/** How long a job waits before its next attempt. */
export type Delay = {
  seconds: number
  /** false: the fault is not the job's and does not count as an attempt. */
  isCounted: boolean
  /** What it waits for, for its owner. */
  reason?: string
}

/** @throws LeaseLost. */
export async function postponeJob(
  sql: Sql,
  claim: JobClaim,
  { seconds, isCounted, reason = '' }: Delay,
): Promise<void> {
  await changeHeld(
    claim,
    sql`update jobs
      set leased_until = null, next_attempt_at = ${secondsFromNow(sql, seconds)}, waiting_for = ${reason},
        attempts = greatest(attempts - ${isCounted ? 0 : 1}, 0)
      where ${held(sql, claim)}`,
  )
}

/**
 * Of a worker that lets go only when it has ended what it had begun (`lands`, states.ts): also of a job that was paused or
 * has ended meanwhile, which stays so. If another worker has claimed it, nothing changes. @param delay absent: none.
 */
export async function landJob(sql: Sql, claim: JobClaim, delay?: Delay): Promise<void> {
  const { count } = await sql`
    update jobs
    set leased_until = null, waiting_for = ${delay?.reason ?? ''},
      attempts = greatest(attempts - ${delay?.isCounted === true ? 0 : 1}, 0),
      next_attempt_at = case when finished_at is null then later.at end
    from (select ${secondsFromNow(sql, delay?.seconds ?? null)} as at) later
    where organization_id = ${claim.organization_id} and kind = ${claim.kind} and id = ${claim.id}
      and epoch = ${claim.epoch}`
  if (count > 0) await wakeWorkers(sql, claim.kind)
}

/** @param message for `failed`, a sentence that names the next step for a user. @throws LeaseLost. */
export function endJob(
  sql: Transaction,
  claim: JobClaim,
  state: 'finished' | 'failed',
  message: string | null = null,
): Promise<void> {
  return changeHeld(
    claim,
    sql`update jobs set state = ${state}, error_message = ${message}, finished_at = now(), leased_until = null,
        waiting_for = ''
      where ${held(sql, claim)}`,
  )
}
