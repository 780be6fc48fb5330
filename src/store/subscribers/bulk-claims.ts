import { problemsMax } from '../../contract/subscribers/bulk-states.ts'
import type { BulkAction } from '../../contract/subscribers/bulk-states.ts'
import type { Fragment, Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost, leaseSeconds, secondsFromNow } from '../../database/lease.ts'
import { candidatesMax, leasesOf } from '../server/leases.ts'
import type { Claim, Claimant, DueRow } from '../server/leases.ts'
import { findAlive, isAbandoned, leasedUntil, presenceNow } from '../server/worker-sessions.ts'
import type { Alive } from '../server/worker-sessions.ts'
import type { BulkDetails, BulkProblem, BulkSelection } from './bulk-changes.ts'

export type ClaimedBulkChange = Claim & {
  mailing_list_id: number
  action: BulkAction
  details: BulkDetails
  selection: BulkSelection
  last_subscriber_id: number
  after_subscriber_id: number
  people_total: number | null
  attempts: number
  time_zone: string
}

const claimable = ['scheduled', 'running']
const leases = leasesOf({
  work: 'bulk change',
  table: 'subscriber_bulk_changes',
  key: 'id',
  channel: 'subscriber_bulk_changes',
  isOpen: (sql) => sql`state = any(${claimable})`,
})
export const { release: releaseBulkChange, postpone: postponeBulkChange } = leases

/** Takes turns among organizations; each has one bulk change at a time. In two steps, as for imports. */
export async function claimBulkChange(sql: Sql, worker: Claimant): Promise<ClaimedBulkChange | null> {
  const seen = await findAlive(sql)
  const candidates = await sql<DueRow[]>`
    select organization_id, id, epoch from (
      select distinct on (b.organization_id) b.organization_id, b.id, b.epoch, b.created_at
      from subscriber_bulk_changes b
      where ${isClaimable(sql, seen)} and ${isDue(sql, seen)}
      order by b.organization_id, b.created_at, b.id) next
    order by (
      select max(served.claimed_at) from subscriber_bulk_changes served
      where served.organization_id = next.organization_id) nulls first, created_at, id
    limit ${candidatesMax}`
  if (candidates.length === 0) return null
  const alive = await findAlive(sql)
  return leases.takeFirst(sql, { candidates, worker }, (due) => takeBulkChange(sql, due, worker, alive))
}

async function takeBulkChange(
  sql: Sql,
  { organization_id: organizationId, id, epoch }: DueRow,
  worker: Claimant,
  alive: Alive,
): Promise<ClaimedBulkChange | null> {
  const [row] = await sql<ClaimedBulkChange[]>`
    update subscriber_bulk_changes b
    set state = 'running', epoch = b.epoch + 1, attempts = b.attempts + 1, worker = ${worker.name},
      started_at = least(b.started_at, now()), claimed_at = now(), next_attempt_at = null,
      presence = ${presenceNow(worker.presence, alive)}, leased_until = ${secondsFromNow(sql, leaseSeconds)}
    from organizations o
    where b.organization_id = ${organizationId} and o.id = b.organization_id and b.id = (
      select b.id from subscriber_bulk_changes b
      where b.organization_id = ${organizationId} and b.id = ${id} and b.epoch = ${epoch}
        and ${isDue(sql, alive)} and ${isAlone(sql, sql`${organizationId}`, alive)}
      for no key update skip locked)
    returning b.organization_id, b.id, b.epoch, b.mailing_list_id, b.action, b.details, b.selection,
      b.last_subscriber_id, b.after_subscriber_id, b.people_total, b.attempts, o.time_zone`
  return row ?? null
}

/** See `Due`. */
export function dueBulkChanges(sql: Sql, alive: Alive): Fragment {
  const leased = leasedUntil(sql, sql`b.leased_until`, sql`b.presence`, alive)
  return sql`
    select extract(epoch from min(greatest(b.created_at, b.next_attempt_at, ${leased})) - now())::float8 as seconds
    from subscriber_bulk_changes b
    where ${isClaimable(sql, alive)}`
}

function isDue(sql: Sql, alive: Alive) {
  return sql`b.finished_at is null and b.state = any(${claimable})
    and (b.next_attempt_at is null or b.next_attempt_at <= now())
    and (b.leased_until is null or b.leased_until < now() or ${isAbandoned(sql, sql`b.presence`, alive)})`
}

/** The organization has no other bulk change that runs. */
function isAlone(sql: Sql, organization: Fragment, alive: Alive) {
  return sql`not exists (
    select 1 from subscriber_bulk_changes other
    where other.organization_id = ${organization} and other.id <> b.id and other.finished_at is null
      and other.leased_until >= now() and not ${isAbandoned(sql, sql`other.presence`, alive)})`
}

/** Apart from the time. */
function isClaimable(sql: Sql, alive: Alive) {
  return sql`
    b.finished_at is null and b.state = any(${claimable})
    and b.organization_id in (select id from organizations where active and deleted_at is null)
    and ${isAlone(sql, sql`b.organization_id`, alive)}`
}

/**
 * The first statement of each chunk: until the chunk commits, no other process can take or cancel the bulk change. It locks the
 * row before the list's, as the delete of a list does. @throws LeaseLost.
 */
export async function lockBulkChange(sql: Transaction, claim: Claim): Promise<void> {
  const { count } = await sql`
    select 1 from subscriber_bulk_changes where ${leases.held(sql, claim)} for no key update`
  if (count !== 1) throw new LeaseLost(`bulk change ${claim.id}`)
}

export async function noteTotal(sql: Sql, claim: Claim, total: number): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_bulk_changes set people_total = ${total} where ${leases.held(sql, claim)}`,
  )
}

export type Chunk = {
  lastId: number
  done: number
  changed: number
  problems: readonly BulkProblem[]
}

/** The last statement of each chunk: what it changed and where the next one begins commit together. @throws LeaseLost. */
export async function noteChunk(sql: Transaction, claim: Claim, chunk: Chunk): Promise<void> {
  const shown = chunk.problems.slice(0, problemsMax)
  await leases.change(
    claim,
    sql`update subscriber_bulk_changes
      set after_subscriber_id = ${chunk.lastId}, people_done = people_done + ${chunk.done},
        people_changed = people_changed + ${chunk.changed}, people_failed = people_failed + ${chunk.problems.length},
        problems = jsonb_path_query_array(problems || ${sql.json(shown)}::jsonb, ${`$[0 to ${problemsMax - 1}]`}),
        attempts = 1, leased_until = ${secondsFromNow(sql, leaseSeconds)}
      where ${leases.held(sql, claim)}`,
  )
}

/** @throws LeaseLost. */
export async function finishBulkChange(sql: Scoped, claim: Claim): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_bulk_changes
      set state = 'finished', finished_at = now(), leased_until = null, selection = null, people_total = people_done
      where ${leases.held(sql, claim)} and state = 'running'`,
  )
}

/** @param message a sentence that names the next step for a user. @throws LeaseLost. */
export async function failBulkChange(sql: Scoped, claim: Claim, message: string): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_bulk_changes
      set state = 'failed', error_message = ${message}, finished_at = now(), leased_until = null, selection = null
      where ${leases.held(sql, claim)}`,
  )
}
