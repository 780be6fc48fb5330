import type { UndoState } from '../../contract/imports/undo.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { leaseSeconds, secondsFromNow } from '../../database/lease.ts'
import { isDue as isImportDue } from './claims.ts'
import type { Reach } from './claims.ts'
import { queueUndoEnd } from './events.ts'
import { leasesOf } from '../server/leases.ts'
import type { ClaimBy } from '../server/leases.ts'
import { isAbandoned, presenceNow } from '../server/worker-sessions.ts'

// As for imports (claims.ts), whose workers take undos in turn with imports.

export type ClaimedUndo = {
  organization_id: number
  import_id: number
  mailing_list_id: number
  state: Extract<UndoState, 'scheduled' | 'undoing'>
  epoch: number
  attempts: number
  /** When a worker first claimed the import. */
  import_started_at: Date | null
}

type Worker = { name: string; presence: number | null; reach?: Reach | undefined }

/** null also if an import of an organization that was served longer ago is due. An organization's undos come first. */
export async function claimUndo(sql: Sql, worker: Worker): Promise<ClaimedUndo | null> {
  const [row] = await sql<ClaimedUndo[]>`
    with due as materialized (
      select i.organization_id, i.import_id
      from import_undos i
      left join import_turns t on t.organization_id = i.organization_id
      where ${isDue(sql)} and not exists (
        select from subscriber_imports i
        left join import_turns served on served.organization_id = i.organization_id
        where ${isImportDue(sql, 'apply', worker.reach)}
          and coalesce(served.served_at, '-infinity') < coalesce(t.served_at, '-infinity'))
      order by t.served_at nulls first, i.created_at
      limit 1
      for no key update of i skip locked),
    turn as (
      insert into import_turns (organization_id, served_at)
      select organization_id, clock_timestamp() from due
      on conflict (organization_id) do update set served_at = excluded.served_at)
    update import_undos u
    set epoch = u.epoch + 1, attempts = u.attempts + 1, worker = ${worker.name},
      started_at = coalesce(u.started_at, now()), presence = ${presenceNow(sql, worker.presence)},
      next_attempt_at = null, leased_until = ${secondsFromNow(sql, leaseSeconds)}
    from due, subscriber_imports i
    where u.organization_id = due.organization_id and u.import_id = due.import_id
      and i.organization_id = due.organization_id and i.id = due.import_id
    returning u.organization_id, u.import_id, i.mailing_list_id, u.state, u.epoch, u.attempts,
      i.started_at as import_started_at`
  return row ?? null
}

function isDue(sql: Sql) {
  return sql`
    ${isClaimable(sql)}
    and (i.next_attempt_at is null or i.next_attempt_at <= now())
    and (i.leased_until is null or i.leased_until < now() or ${isAbandoned(sql, sql`i.presence`)})`
}

function isClaimable(sql: Sql) {
  return sql`
    i.finished_at is null
    and i.organization_id in (select id from organizations where active and deleted_at is null)`
}

/** As for `someImportWaits`. */
export async function someUndoWaits(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }[]>`
    select exists (select 1 from import_undos i where ${isDue(sql)}) as waits`
  return row?.waits === true
}

export async function secondsToNextUndo(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(greatest(i.created_at, i.next_attempt_at, i.leased_until)) - now())::float8 as seconds
    from import_undos i
    where ${isClaimable(sql)}`
  return row?.seconds ?? null
}

const leases = leasesOf({
  work: 'undo of import',
  table: 'import_undos',
  key: 'import_id',
  channel: 'subscriber_imports',
  isOpen: (sql) => sql`finished_at is null`,
})
export const {
  held: heldUndo,
  change: changeHeldUndo,
  renew: renewUndoLease,
  release: releaseUndo,
  postpone: postponeUndo,
} = leases

type UndoClaim = ClaimBy<'import_id'>

/** @throws LeaseLost. */
export async function beginUndo(sql: Sql, claim: UndoClaim): Promise<void> {
  await changeHeldUndo(claim, sql`update import_undos set state = 'undoing' where ${heldUndo(sql, claim)}`)
}

/** @param message for `failed`, a sentence that names the next step. @throws LeaseLost. */
export async function endUndo(
  database: Scoped,
  claim: UndoClaim,
  state: 'finished' | 'failed',
  message: string | null,
): Promise<void> {
  await database.begin(async (sql) => {
    await changeHeldUndo(
      claim,
      sql`update import_undos
        set state = ${state}, error_message = ${message}, finished_at = now(), leased_until = null
        where ${heldUndo(sql, claim)}`,
    )
    if (state === 'finished') await queueUndoEnd(sql, claim.organization_id, claim.import_id)
  })
}
