import type { UndoState } from '../../contract/imports/undo.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { leaseSeconds, secondsFromNow } from '../../database/lease.ts'
import { isDue as isImportDue } from './claims.ts'
import type { Reach } from './claims.ts'
import { queueUndoEnd } from './events.ts'
import { candidatesMax, leasesOf, passTurn } from '../server/leases.ts'
import type { Claimant, ClaimBy, DueRow } from '../server/leases.ts'
import { findAlive, isAbandoned, leasedUntil, presenceNow } from '../server/worker-sessions.ts'
import type { Alive } from '../server/worker-sessions.ts'

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

type Worker = Claimant & { reach?: Reach | undefined }

/** null also if an import of an organization that was served longer ago is due. An organization's undos come first. */
export async function claimUndo(sql: Sql, worker: Worker): Promise<ClaimedUndo | null> {
  const seen = await findAlive(sql)
  const undos = await sql<DueUndo[]>`
    select i.organization_id, i.import_id, i.epoch, ${servedAt(sql)} as served_at
    from import_undos i
    left join import_turns t on t.organization_id = i.organization_id
    where ${isDue(sql, seen)}
    order by t.served_at nulls first, i.created_at
    limit ${candidatesMax}`
  if (undos.length === 0) return null
  // Another query: whose turn it is compares the rows of different organizations.
  const [first] = await sql<Pick<DueUndo, 'served_at'>[]>`
    select ${servedAt(sql)} as served_at from subscriber_imports i
    left join import_turns t on t.organization_id = i.organization_id
    where ${isImportDue(sql, 'apply', worker.reach, seen)}
    order by t.served_at nulls first limit 1`
  const turn = first === undefined ? Infinity : (first.served_at ?? -Infinity)
  const alive = await findAlive(sql)
  const candidates = undos.filter(({ served_at }) => (served_at ?? -Infinity) <= turn)
  return leases.takeFirst(sql, { candidates, worker }, async (due) => {
    const claimed = await takeUndo(sql, due, worker, alive)
    if (claimed !== null) await passTurn(sql, 'import_turns', due.organization_id)
    return claimed
  })
}

type DueUndo = Omit<DueRow, 'id'> & {
  import_id: number
  /** In microseconds since 1970. */
  served_at: number | null
}

/** Of `import_turns t`. */
function servedAt(sql: Sql) {
  return sql`(extract(epoch from t.served_at) * 1000000)::bigint`
}

async function takeUndo(
  sql: Sql,
  { organization_id: organizationId, import_id: id, epoch }: DueUndo,
  worker: Worker,
  alive: Alive,
): Promise<ClaimedUndo | null> {
  const [row] = await sql<ClaimedUndo[]>`
    update import_undos u
    set epoch = u.epoch + 1, attempts = u.attempts + 1, worker = ${worker.name},
      started_at = least(u.started_at, now()), presence = ${presenceNow(worker.presence, alive)},
      next_attempt_at = null, leased_until = ${secondsFromNow(sql, leaseSeconds)}
    from subscriber_imports m
    where u.organization_id = ${organizationId} and m.organization_id = u.organization_id and m.id = u.import_id
      and u.import_id = (
        select i.import_id from import_undos i
        where i.organization_id = ${organizationId} and i.import_id = ${id} and i.epoch = ${epoch}
          and i.finished_at is null and ${isFree(sql, alive)}
        for no key update skip locked)
    returning u.organization_id, u.import_id, m.mailing_list_id, u.state, u.epoch, u.attempts,
      m.started_at as import_started_at`
  return row ?? null
}

function isDue(sql: Sql, alive: Alive) {
  return sql`${isClaimable(sql)} and ${isFree(sql, alive)}`
}

function isFree(sql: Sql, alive: Alive) {
  return sql`(i.next_attempt_at is null or i.next_attempt_at <= now())
    and (i.leased_until is null or i.leased_until < now() or ${isAbandoned(sql, sql`i.presence`, alive)})`
}

function isClaimable(sql: Sql) {
  return sql`
    i.finished_at is null
    and i.organization_id in (select id from organizations where active and deleted_at is null)`
}

/** As for `someImportWaits`. */
export async function someUndoWaits(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }[]>`
    select exists (select 1 from import_undos i where ${isDue(sql, await findAlive(sql))}) as waits`
  return row?.waits === true
}

/** See `Due`. */
export function dueUndos(sql: Sql, alive: Alive): Fragment {
  const leased = leasedUntil(sql, sql`i.leased_until`, sql`i.presence`, alive)
  return sql`
    select extract(epoch from min(greatest(i.created_at, i.next_attempt_at, ${leased})) - now())::float8 as seconds
    from import_undos i
    where ${isClaimable(sql)}`
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
  sql: Transaction,
  claim: UndoClaim,
  state: 'finished' | 'failed',
  message: string | null,
): Promise<void> {
  await changeHeldUndo(
    claim,
    sql`update import_undos
      set state = ${state}, error_message = ${message}, finished_at = now(), leased_until = null
      where ${heldUndo(sql, claim)}`,
  )
  if (state === 'finished') await queueUndoEnd(sql, claim.organization_id, claim.import_id)
}
