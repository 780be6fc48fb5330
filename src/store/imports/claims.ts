import { runningStates } from '../../contract/imports/states.ts'
import type { ImportState, RunningState, SourceType } from '../../contract/imports/states.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import type { NewField } from '../../contract/imports/new-fields.ts'
import type { PruneAction } from '../../contract/imports/prune.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { leaseSeconds, secondsFromNow } from '../../database/lease.ts'
import { queueImportEnd } from './events.ts'
import { candidatesMax, leasesOf, passTurn } from '../server/leases.ts'
import { knownPlaces } from '../server/processes.ts'
import type { Claim, Claimant, DueRow } from '../server/leases.ts'
import { findAlive, isAbandoned, leasedUntil, presenceNow } from '../server/worker-sessions.ts'
import type { Alive } from '../server/worker-sessions.ts'

export type ClaimedImport = {
  organization_id: number
  id: number
  mailing_list_id: number
  state: RunningState
  epoch: number
  attempts: number
  download_failures: number
  source_type: SourceType
  source_filename: string | null
  source_url: string | null
  source_import_id: number | null
  spool_name: string | null
  /** The file of its upload, which is in the spool, too. */
  upload_file: string | null
  file_identity: unknown
  plan: unknown
  time_zone: string
  has_quota: boolean
  create_custom_fields: NewField[] | null
  not_in_file: PruneAction | null
  prune_limit: string | null
  /** Classifies, counts and logs; changes nothing. */
  dry_run: boolean
  keep_for_undo: boolean
  dry_run_id: number | null
} & Pick<
  ImportRecord,
  | 'overwrite'
  | 'autoresponders'
  | 'overwrite_what'
  | 'overwrite_when_status'
  | 'column_mapping'
  | 'default_custom_fields'
  | 'subscriber_defaults'
  | 'file_format'
>

/**
 * Preparing (fetching, splitting; `prepare_here`: no fetching) cannot be resumed after an interruption; applying can.
 * They are claimed separately: a small import never waits behind a big one.
 */
export type Phase = 'prepare' | 'prepare_here' | 'apply'

/**
 * `place`: of its files, if it is not the DATA_DIR. `sharesUploads`: also the files of every upload directory. A place
 * whose last process ended more than a day ago counts as lost: then any worker may take its imports.
 */
export type Reach = { dataDirectory: string; place?: string; sharesUploads: boolean }

const statesOf: Record<Phase, RunningState[]> = {
  prepare: ['scheduled', 'downloading', 'splitting'],
  prepare_here: ['scheduled', 'downloading', 'splitting'],
  apply: ['importing'],
}

/** Per organization: the other places are for other organizations. */
const preparedAtOnceMax = 2

/**
 * Takes turns among organizations. Each candidate is taken by one conditional update: read-then-write gave two winners in
 * 998 of 1,000 races. A plain `for update` would wait for a frozen worker's log lines, whose foreign key locks the row.
 */
export async function claimImport(
  sql: Sql,
  phase: Phase,
  worker: Claimant & { reach?: Reach | undefined },
): Promise<ClaimedImport | null> {
  const seen = await findAlive(sql)
  // Workers that claim at the same moment do not see each other's claims. They must want the same import of an organization:
  // with different ones they would exceed its limit together.
  const oneEach = phase === 'apply' ? sql`` : sql`distinct on (i.organization_id)`
  const candidates = await sql<(DueRow & { wants_snapshot: boolean })[]>`
    select organization_id, id, epoch, wants_snapshot from (
      select ${oneEach} i.organization_id, i.id, i.epoch, i.begins_at, t.served_at,
        i.not_in_file is not null and i.started_snapshot is null as wants_snapshot
      from subscriber_imports i
      left join import_turns t on t.organization_id = i.organization_id
      where ${isDue(sql, phase, worker.reach, seen)}
      order by i.organization_id, i.begins_at, i.id) next
    order by served_at nulls first, begins_at, id
    limit ${candidatesMax}`
  if (candidates.length === 0) return null
  const alive = await findAlive(sql)
  const presence = presenceNow(worker.presence, alive)
  return leases.takeFirst(sql, { candidates, worker }, async (due) => {
    const snapshot = due.wants_snapshot ? await findSnapshot(sql, due) : null
    const claimed = await takeImport(sql, due, { phase, alive, name: worker.name, presence, snapshot })
    if (claimed !== null) await passTurn(sql, 'import_turns', due.organization_id)
    return claimed
  })
}

type Taking = {
  phase: Phase
  alive: Alive
  name: string
  presence: number | null
  snapshot: string | null
}

async function takeImport(
  sql: Sql,
  { organization_id: organizationId, id, epoch }: DueRow,
  { phase, alive, name, presence, snapshot }: Taking,
): Promise<ClaimedImport | null> {
  const { count } = await sql`
    update subscriber_imports i
    set epoch = i.epoch + 1, attempts = i.attempts + 1, worker = ${name}, started_at = least(i.started_at, now()),
      started_snapshot = coalesce(i.started_snapshot, ${snapshot}::pg_snapshot),
      presence = ${presence}, next_attempt_at = null, leased_until = ${secondsFromNow(sql, leaseSeconds)}
    where i.organization_id = ${organizationId} and i.id = (
      select i.id from subscriber_imports i
      where i.organization_id = ${organizationId} and i.id = ${id} and i.epoch = ${epoch}
        and i.state = any(${statesOf[phase]}) and ${isFree(sql, alive)} ${isBelowLimit(sql, phase, sql`${organizationId}`)}
      for no key update skip locked)`
  if (count !== 1) return null
  const [row] = await sql<ClaimedImport[]>`
    select ${claimColumns(sql, sql`${organizationId}`)}
    from subscriber_imports i join organizations o on o.id = i.organization_id
    where i.organization_id = ${organizationId} and i.id = ${id} and i.epoch = ${epoch + 1}`
  return row ?? null
}

/** Of the node that has the rows of the organization: `xmin` of its subscribers is compared with it (prune.ts). */
async function findSnapshot(sql: Sql, { organization_id, id }: DueRow): Promise<string | null> {
  const [row] = await sql<{ snapshot: string }[]>`
    select pg_current_snapshot()::text as snapshot from subscriber_imports
    where organization_id = ${organization_id} and id = ${id}`
  return row?.snapshot ?? null
}

/**
 * Of `subscriber_imports i` and `organizations o`.
 * @param organization its column, or, so that a cluster asks one shard, the only one that is asked for
 */
function claimColumns(sql: Sql, organization: Fragment) {
  const uploadFile = sql`(
    select u.spool_name from uploads u where u.organization_id = ${organization} and u.id = i.upload_id)`
  return sql`
    i.organization_id, i.id, i.mailing_list_id, i.state, i.epoch, i.attempts, i.download_failures,
    i.source_type, i.source_filename, i.source_url, i.source_import_id, i.spool_name,
    ${uploadFile} as upload_file, i.file_identity, i.plan, i.dry_run, i.dry_run_id, i.overwrite,
    i.autoresponders, i.overwrite_what, i.overwrite_when_status, i.column_mapping, i.default_custom_fields,
    i.subscriber_defaults, i.file_format, i.create_custom_fields, i.not_in_file, i.prune_limit, i.keep_for_undo,
    o.time_zone, o.subscriber_quota_mode <> 'no_limit' as has_quota`
}

type Search = { reach: Reach | undefined; rangesMin: number }

/** An import that another worker applies and that has ranges for more of them. */
export async function findImportToJoin(sql: Sql, search: Search): Promise<ClaimedImport | null> {
  const alive = await findAlive(sql)
  const [row] = await sql<ClaimedImport[]>`
    select ${claimColumns(sql, sql`i.organization_id`)}
    from subscriber_imports i
    join organizations o on o.id = i.organization_id
    left join import_turns t on t.organization_id = i.organization_id
    where ${isJoinable(sql, search, alive)}
    order by t.served_at nulls first, i.begins_at, i.id limit 1`
  return row ?? null
}

/** See `Due`. */
export function dueJoins(sql: Sql, search: Search, alive: Alive): Fragment {
  return sql`
    select min(0)::float8 as seconds
    from subscriber_imports i join organizations o on o.id = i.organization_id
    where ${isJoinable(sql, search, alive)}`
}

/** Of `subscriber_imports i` and `organizations o`. With a quota the first rows of the file get the places, so its ranges have an order. */
function isJoinable(sql: Sql, { reach, rangesMin }: Search, alive: Alive) {
  return sql`${isClaimable(sql, 'apply', reach)} and o.subscriber_quota_mode = 'no_limit'
    and i.leased_until >= now() and not ${isAbandoned(sql, sql`i.presence`, alive)}
    and (select count(*) from (
      select from import_ranges r
      where r.organization_id = i.organization_id and r.import_id = i.id and ${isUntaken(sql, sql`i.epoch`)}
      limit ${rangesMin}) open) = ${rangesMin}`
}

/** Of `import_ranges r`. What was taken under an earlier claim of the import is free. */
export function isUntaken(sql: Sql, epoch: Fragment) {
  return sql`not r.done and (r.taken_until is null or r.taken_until < now() or r.taken_epoch <> ${epoch})`
}

/** For a worker that has joined. @throws LeaseLost when its leader has lost the import, or it was paused or has ended. */
export async function checkLed(sql: Sql, claim: Claim): Promise<void> {
  await leases.change(
    claim,
    sql`select 1 from subscriber_imports
      where ${leases.held(sql, claim)} and state = 'importing' and leased_until is not null
        and organization_id in (select id from organizations where active and deleted_at is null)`,
  )
}

export function isDue(sql: Sql, phase: Phase, reach: Reach | undefined, alive: Alive) {
  return sql`${isClaimable(sql, phase, reach)} and ${isFree(sql, alive)}`
}

/** It has begun, and no worker holds its lease. */
function isFree(sql: Sql, alive: Alive) {
  return sql`i.begins_at <= now()
    and (i.next_attempt_at is null or i.next_attempt_at <= now())
    and (i.leased_until is null or i.leased_until < now() or ${isAbandoned(sql, sql`i.presence`, alive)})`
}

/** Apart from the time. */
function isClaimable(sql: Sql, phase: Phase, reach: Reach | undefined) {
  return sql`
    i.state = any(${statesOf[phase]})
    and i.organization_id in (select id from organizations where active and deleted_at is null)
    ${reach === undefined ? sql`` : isInReach(sql, reach)}
    ${phase === 'prepare_here' ? sql`and (i.source_type <> 'url' or i.spool_name is not null)` : sql``}
    ${isBelowLimit(sql, phase)}`
}

/** @param organization null: full organizations are found once. Counted per row, a claim among 5,000 took seconds. */
function isBelowLimit(sql: Sql, phase: Phase, organization: Fragment | null = null) {
  if (phase === 'apply') return sql``
  return sql`and i.organization_id not in (
    select other.organization_id from subscriber_imports other
    where other.state = any(${statesOf.prepare}) and other.leased_until >= now()
      ${organization === null ? sql`` : sql`and other.organization_id = ${organization}`}
    group by other.organization_id having count(*) >= ${preparedAtOnceMax})`
}

function isInReach(sql: Sql, { dataDirectory, place = dataDirectory, sharesUploads }: Reach) {
  return sql`
    and (i.data_directory is null or i.data_directory in (${dataDirectory}, ${place})
      ${sharesUploads ? sql`or (i.source_type = 'upload_directory' and i.spool_name is null)` : sql``}
      or i.data_directory not in (${knownPlaces(sql)}))`
}

/** If so, a long import yields at its next opportunity. */
export async function someImportWaits(sql: Sql, reach?: Reach): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }[]>`
    select exists (select 1 from subscriber_imports i where ${isDue(sql, 'apply', reach, await findAlive(sql))}) as waits`
  return row?.waits === true
}

/** See `Due`. Imports that cannot be claimed now made idle workers query 150 times a second. */
export function dueImports(sql: Sql, phase: Phase, reach: Reach | undefined, alive: Alive): Fragment {
  const leased = leasedUntil(sql, sql`i.leased_until`, sql`i.presence`, alive)
  return sql`
    select extract(epoch from min(greatest(i.begins_at, i.next_attempt_at, ${leased})) - now())::float8 as seconds
    from subscriber_imports i
    where ${isClaimable(sql, phase, reach)}`
}

const leases = leasesOf({
  work: 'import',
  table: 'subscriber_imports',
  key: 'id',
  channel: 'subscriber_imports',
  isOpen: (sql) => sql`state = any(${[...runningStates]})`,
})
export const { renew: renewLease, release: releaseImport, postpone: postponeAfterFault } = leases

export async function moveImport(
  sql: Sql,
  claim: Claim,
  [from, to]: readonly [from: RunningState, to: ImportState],
  found: {
    number_of_records?: number
    spool_name?: string
    data_directory?: string | null
    plan?: object
    file_identity?: object | null
    header?: readonly string[] | null
    create_custom_fields?: NewField[]
  } = {},
): Promise<void> {
  const json = (value: object | null) => sql.json(value as Parameters<Sql['json']>[0])
  await leases.change(
    claim,
    sql`update subscriber_imports set state = ${to}, attempts = 0
      ${found.number_of_records === undefined ? sql`` : sql`, number_of_records = ${found.number_of_records}`}
      ${found.spool_name === undefined ? sql`` : sql`, spool_name = ${found.spool_name}`}
      ${found.data_directory === undefined ? sql`` : sql`, data_directory = ${found.data_directory}`}
      ${found.header === undefined ? sql`` : sql`, header_cells = ${found.header === null ? null : JSON.stringify(found.header)}`}
      ${found.plan === undefined ? sql`` : sql`, plan = ${json(found.plan)}`}
      ${found.file_identity === undefined ? sql`` : sql`, file_identity = ${json(found.file_identity)}`}
      ${found.create_custom_fields === undefined ? sql`` : sql`, create_custom_fields = ${json(found.create_custom_fields)}`}
      where ${leases.held(sql, claim)} and state = ${from}`,
  )
}

/** The count of failures survives restarts. @throws LeaseLost. */
export async function postponeDownload(sql: Sql, claim: Claim, delaySeconds: number): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_imports
      set leased_until = null, attempts = 0, download_failures = download_failures + 1,
        next_attempt_at = ${secondsFromNow(sql, delaySeconds)}
      where ${leases.held(sql, claim)}`,
  )
}

/** @param message for `failed`, a sentence that names the next step for a user. @throws LeaseLost. */
export async function endImport(
  sql: Transaction,
  claim: Claim,
  state: 'finished' | 'failed',
  message: string | null,
): Promise<void> {
  await leases.change(
    claim,
    sql`update subscriber_imports
      set state = ${state}, error_message = ${message}, finished_at = now(), leased_until = null
      where ${leases.held(sql, claim)}`,
  )
  await queueImportEnd(sql, claim, state)
}
