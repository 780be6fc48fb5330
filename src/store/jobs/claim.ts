import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { leaseSeconds } from '../../database/lease.ts'
import { isConnectionLost, repeated } from '../../database/retry.ts'
import { candidatesMax, firstTaken, passTurn, takeRow, turnsIn } from '../server/leases.ts'
import { nowIf } from '../conditions/now-if.ts'
import { knownPlaces } from '../server/processes.ts'
import { wakeWorkers } from '../server/wake.ts'
import { findAlive, isAbandoned, leasedUntil, presenceNow, type Alive } from '../server/worker-sessions.ts'
import { held, type ClaimedJob, type JobClaim } from './lease.ts'
import type { Need } from './states.ts'

/** Jobs that the same lanes run, in turns by organization. */
export type JobQueue = {
  /** Its turns are counted under this name. */
  name: string
  /** Of one organization, the kinds that stand first are taken first. `becomes`: the state of a job that has begun. */
  takes: readonly { kind: string; states: readonly string[]; becomes?: string }[]
  /** How many jobs of an organization run at once; null: any number. */
  perOrganization: number | null
  /** Of one organization, those that were claimed least often come first: a small job does not wait for the end of a long one. */
  rotates?: boolean
  /** What else a job `j` must meet. */
  isOpen?: (sql: Sql) => Fragment
}

/** Who claims. `presence`: its advisory lock (worker-sessions.ts). `stop`: aborts when the process stops. */
export type JobWorker = {
  name: string
  presence: number | null
  stop?: AbortSignal
  /** Where it reads and writes files. A place whose last process ended more than a day ago counts as lost. null: anywhere. */
  places: readonly string[] | null
  /** What it shares with all others: their files count as its own. */
  shares?: Need | undefined
  /** Whether the server may be a restored copy: then what needs the network waits. */
  isHeld?: boolean
  /** Organizations that have no turn now. */
  full?: readonly number[]
}

export type JobReach = Pick<JobWorker, 'places' | 'shares' | 'isHeld' | 'full'>

type DueJob = JobClaim

/**
 * Takes turns among organizations. Where an organization has a limit, workers that claim at the same moment must want the same job of it:
 * with different ones they would exceed the limit together. See `candidatesMax` for the two steps.
 */
export async function claimJob(sql: Sql, queue: JobQueue, worker: JobWorker): Promise<ClaimedJob | null> {
  const seen = await findAlive(sql)
  const oneEach = queue.perOrganization === null ? sql`` : sql`distinct on (j.organization_id)`
  const place =
    queue.rotates === true
      ? sql`epoch`
      : sql`array_position(${queue.takes.map(({ kind }) => kind)}::text[], kind)`
  const candidates = await sql<DueJob[]>`
    select organization_id, kind, id, epoch from (
      select ${oneEach} j.organization_id, j.kind, j.id, j.epoch, j.begins_at, t.served_at
      from jobs j
      ${turnsIn(sql, queue.name, 'j')}
      where ${isClaimable(sql, queue, worker, seen)} and ${isFree(sql, seen)}
      order by j.organization_id, ${place}, j.begins_at, j.id) next
    order by served_at nulls first, ${place}, begins_at, id limit ${candidatesMax}`
  if (candidates.length === 0) return null
  const alive = await findAlive(sql)
  return firstTaken(candidates, async (due) => {
    try {
      const claimed = await takeJob(sql, due, queue, { worker, alive })
      if (claimed !== null) await passTurn(sql, queue.name, due.organization_id)
      return claimed
    } catch (error) {
      await repeated(() => free(sql, due, worker), freeing(worker)).catch(() => {})
      throw error
    }
  })
}

async function takeJob(
  sql: Sql,
  due: DueJob,
  queue: JobQueue,
  { worker, alive }: { worker: JobWorker; alive: Alive },
): Promise<ClaimedJob | null> {
  const begun = queue.takes.find((taken) => taken.kind === due.kind)?.becomes
  return takeRow<ClaimedJob>(sql, due, {
    table: 'jobs',
    alias: 'j',
    isFree: sql`${isOf(sql, queue)} and ${isFree(sql, alive)} ${isBelowLimit(sql, queue, alive, due.organization_id)}`,
    set: sql`state = case when j.state = 'scheduled' then coalesce(${begun ?? null}, j.state) else j.state end,
      attempts = j.attempts + 1, worker = ${worker.name}, started_at = least(j.started_at, now()),
      advanced_at = ${nowIf(sql, 'j.advanced_at', sql`j.waiting_for <> '' or j.state = 'scheduled'`)}, waiting_for = '',
      presence = ${presenceNow(worker.presence, alive)}, next_attempt_at = null`,
    leaseSeconds,
    returning: sql`j.organization_id, j.kind, j.id, j.epoch, j.mailing_list_id, j.state, j.attempts`,
  })
}

/** See `Due`. Jobs that cannot be claimed now made idle workers query 150 times a second. */
export function dueJobs(sql: Sql, queue: JobQueue, reach: JobReach, alive: Alive): Fragment {
  const leased = leasedUntil(sql, sql`j.leased_until`, sql`j.presence`, alive)
  return sql`
    select extract(epoch from min(greatest(coalesce(j.due_at, j.begins_at), j.next_attempt_at, ${leased})) - now())::float8 as seconds
    from jobs j
    where ${isClaimable(sql, queue, reach, alive)}`
}

/** If so, a long job yields at its next opportunity. */
export async function someJobWaits(sql: Sql, queue: JobQueue, reach: JobReach): Promise<boolean> {
  const alive = await findAlive(sql)
  const [row] = await sql<{ waits: boolean }[]>`
    select exists (
      select 1 from jobs j where ${isClaimable(sql, queue, reach, alive)} and ${isFree(sql, alive)}) as waits`
  return row?.waits === true
}

/** It has begun, and no worker holds its lease. */
function isFree(sql: Sql, alive: Alive) {
  return sql`coalesce(j.due_at, j.begins_at) <= now()
    and (j.next_attempt_at is null or j.next_attempt_at <= now())
    and (j.leased_until is null or j.leased_until < now() or ${isAbandoned(sql, sql`j.presence`, alive)})`
}

/** Apart from the time. */
export function isClaimable(sql: Sql, queue: JobQueue, reach: JobReach, alive: Alive) {
  return sql`
    ${isOf(sql, queue)}
    and j.organization_id in (select id from organizations where active and deleted_at is null)
    ${queue.isOpen === undefined ? sql`` : sql`and ${queue.isOpen(sql)}`}
    ${isInReach(sql, reach)}
    ${isBelowLimit(sql, queue, alive)}`
}

function isInReach(sql: Sql, { places, shares, isHeld = false, full = [] }: JobReach) {
  return sql`
    ${full.length === 0 ? sql`` : sql`and j.organization_id <> all(${[...full]}::integer[])`}
    ${isHeld ? sql`and coalesce(j.needs, '') <> 'network'` : sql``}
    ${
      places === null
        ? sql``
        : sql`and (j.place is null or j.place = any(${[...places]}::text[])
            ${shares === undefined ? sql`` : sql`or j.needs = ${shares}`}
            or j.place not in (${knownPlaces(sql)}))`
    }`
}

function isOf(sql: Sql, { takes }: JobQueue, alias = 'j') {
  const job = sql(alias)
  const ofKinds = takes.map(
    ({ kind, states }) => sql`(${job}.kind = ${kind} and ${job}.state = any(${[...states]}::text[]))`,
  )
  return sql`${job}.finished_at is null and (${ofKinds.reduce((all, one) => sql`${all} or ${one}`)})`
}

/** @param organizationId absent: full organizations are found once. Counted per row, a claim among 5,000 took seconds. */
function isBelowLimit(sql: Sql, queue: JobQueue, alive: Alive, organizationId?: number) {
  if (queue.perOrganization === null) return sql``
  return sql`and j.organization_id not in (
    select other.organization_id from jobs other
    where ${isOf(sql, queue, 'other')} and other.leased_until >= now()
      and not ${isAbandoned(sql, sql`other.presence`, alive)}
      ${organizationId === undefined ? sql`` : sql`and other.organization_id = ${organizationId}`}
    group by other.organization_id having count(*) >= ${queue.perOrganization})`
}

/**
 * A claim that ends with an error may be stored, because the answer was lost with the connection or a later statement failed.
 * Nobody would run it, and because its worker is alive the others would wait for the end of its lease: seen after deaths of
 * PostgreSQL on a loaded machine. Only a claim of this worker and this look is freed. It may be about to commit: the first
 * statement waits for that.
 */
async function free(sql: Sql, due: DueJob, { name }: JobWorker): Promise<void> {
  const { organization_id: organizationId, kind, id, epoch } = due
  await sql`
    select 1 from jobs where organization_id = ${organizationId} and kind = ${kind} and id = ${id} for no key update`
  const { count } = await sql`
    update jobs set leased_until = null, attempts = greatest(attempts - 1, 0)
    where ${held(sql, { ...due, epoch: epoch + 1 })} and worker = ${name} and leased_until is not null`
  if (count === 1) await wakeWorkers(sql, kind)
}

/** Afterwards the rest of the lease is short. */
const freeing = ({ stop }: JobWorker) => ({
  after: isConnectionLost,
  forMs: 0.5 * leaseSeconds * 1000,
  pauseMs: () => 250,
  ...(stop !== undefined && { stop }),
})
