import type { ImportState, RunningState, SourceType } from '../../contract/imports/states.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import type { NewField } from '../../contract/imports/new-fields.ts'
import type { BadValueRule } from '../../contract/imports/plan.ts'
import type { PruneAction } from '../../contract/imports/prune.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost, secondsFromNow } from '../../database/lease.ts'
import { isClaimable, type JobQueue, type JobReach } from '../jobs/claim.ts'
import { changeHeld, held, type ClaimedJob, type JobClaim } from '../jobs/lease.ts'
import { turnsIn } from '../server/leases.ts'
import { findAlive, isAbandoned, type Alive } from '../server/worker-sessions.ts'

/** The kinds of their jobs. */
export const importKind = 'SubscriberImport'
export const undoKind = 'SubscriberImportUndo'

export type ClaimedImport = JobClaim & {
  mailing_list_id: number
  state: RunningState
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
  on_bad_value: BadValueRule
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
 * Preparing (fetching, splitting) cannot be resumed after an interruption; applying can. They are claimed separately: a
 * small import never waits behind a big one. Of an organization two are prepared at once: the other places are for others.
 */
export const preparingQueue: JobQueue = {
  name: 'imports',
  takes: [{ kind: importKind, states: ['scheduled', 'downloading', 'splitting'] }],
  perOrganization: 2,
}

/** Undos and imports take turns by organization; the undos of one come first. */
export const applyingQueue: JobQueue = {
  name: 'imports',
  takes: [
    { kind: undoKind, states: ['scheduled', 'undoing'], becomes: 'undoing' },
    { kind: importKind, states: ['importing'] },
  ],
  perOrganization: null,
}

/**
 * `place`: of its files, if it is not the DATA_DIR. `sharesUploads`: also the files of every upload directory.
 */
export type Reach = { dataDirectory: string; place?: string; sharesUploads: boolean }

export function reachOfJobs(reach: Reach | undefined): JobReach {
  if (reach === undefined) return { places: null }
  const { dataDirectory, place = dataDirectory, sharesUploads } = reach
  return { places: [...new Set([dataDirectory, place])], shares: sharesUploads ? 'uploads' : undefined }
}

/** @throws LeaseLost. */
export async function findClaimedImport(sql: Sql, claim: JobClaim): Promise<ClaimedImport> {
  const { organization_id: organizationId, id, epoch } = claim
  const [row] = await sql<ClaimedImport[]>`
    select ${importKind}::text as kind, i.organization_id, i.id, i.mailing_list_id, i.state, i.epoch, i.download_failures,
      i.source_type, i.source_filename, i.source_url, i.source_import_id, i.spool_name, (
        select u.spool_name from uploads u where u.organization_id = ${organizationId} and u.id = i.upload_id) as upload_file,
      i.file_identity, i.plan, i.dry_run, i.dry_run_id, i.overwrite, i.autoresponders, i.overwrite_what,
      i.overwrite_when_status, i.column_mapping, i.default_custom_fields, i.subscriber_defaults, i.file_format,
      i.create_custom_fields, i.not_in_file, i.prune_limit, i.keep_for_undo, i.on_bad_value, o.time_zone,
      o.subscriber_quota_mode <> 'no_limit' as has_quota
    from import_jobs i join organizations o on o.id = i.organization_id
    where i.organization_id = ${organizationId} and i.id = ${id} and i.epoch = ${epoch}`
  if (row === undefined) throw new LeaseLost(`import ${id}`)
  return row
}

/**
 * At the first claim of an import that prunes: what later transactions wrote has changed since it started. Read by a statement
 * of its own, on the node that has the rows of the organization: `xmin` of its subscribers is compared with it (prune.ts).
 */
export async function noteSnapshot(
  sql: Sql,
  { organization_id: organizationId, id }: ClaimedImport,
): Promise<void> {
  const [row] = await sql<{ snapshot: string }[]>`
    select pg_current_snapshot()::text as snapshot from subscriber_imports
    where organization_id = ${organizationId} and id = ${id}`
  await sql`
    update subscriber_imports set started_snapshot = ${row?.snapshot ?? null}::pg_snapshot
    where organization_id = ${organizationId} and id = ${id} and started_snapshot is null`
}

export type JoinSearch = { reach: Reach | undefined; rangesMin: number }

/** An import that another worker applies and that has ranges for more of them. */
export async function findImportToJoin(sql: Sql, search: JoinSearch): Promise<ClaimedJob | null> {
  const alive = await findAlive(sql)
  const [row] = await sql<ClaimedJob[]>`
    select j.organization_id, j.kind, j.id, j.epoch, j.mailing_list_id, j.state, j.attempts
    from jobs j
    join organizations o on o.id = j.organization_id
    ${turnsIn(sql, applyingQueue.name, 'j')}
    where ${isJoinable(sql, search, alive)}
    order by t.served_at nulls first, j.begins_at, j.id limit 1`
  return row ?? null
}

/** See `Due`. */
export function dueJoins(sql: Sql, search: JoinSearch, alive: Alive): Fragment {
  return sql`
    select min(0)::float8 as seconds
    from jobs j join organizations o on o.id = j.organization_id
    where ${isJoinable(sql, search, alive)}`
}

/** Of `jobs j` and `organizations o`. With a quota the first rows of the file get the places, so its ranges have an order. */
function isJoinable(sql: Sql, { reach, rangesMin }: JoinSearch, alive: Alive) {
  return sql`${isClaimable(sql, applyingQueue, reachOfJobs(reach), alive)} and j.state = 'importing'
    and o.subscriber_quota_mode = 'no_limit' and j.leased_until >= now()
    and not ${isAbandoned(sql, sql`j.presence`, alive)}
    and (select count(*) from (
      select from import_ranges r
      where r.organization_id = j.organization_id and r.import_id = j.id and ${isUntaken(sql, sql`j.epoch`)}
      limit ${rangesMin}) open) = ${rangesMin}`
}

/** Of `import_ranges r`. What was taken under an earlier claim of the import is free. */
export function isUntaken(sql: Sql, epoch: Fragment) {
  return sql`not r.done and (r.taken_until is null or r.taken_until < now() or r.taken_epoch <> ${epoch})`
}

/** For a worker that has joined. @throws LeaseLost when its leader has lost the import, or it was paused or has ended. */
export async function checkLed(sql: Sql, claim: JobClaim): Promise<void> {
  await changeHeld(
    claim,
    sql`select 1 from jobs
      where ${held(sql, claim)} and state = 'importing' and leased_until is not null
        and organization_id in (select id from organizations where active and deleted_at is null)`,
  )
}

/** @throws LeaseLost. */
export async function moveImport(
  sql: Transaction,
  claim: JobClaim,
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
  await changeHeld(
    claim,
    sql`update jobs set state = ${to}, attempts = 0, advanced_at = now()
      ${found.number_of_records === undefined ? sql`` : sql`, total = ${found.number_of_records}`}
      ${found.spool_name === undefined ? sql`` : sql`, needs = null`}
      ${found.data_directory === undefined ? sql`` : sql`, place = ${found.data_directory}`}
      where ${held(sql, claim)} and state = ${from}`,
  )
  const json = (value: object | null) => sql.json(value)
  await sql`
    update subscriber_imports set download_failures = download_failures
      ${found.spool_name === undefined ? sql`` : sql`, spool_name = ${found.spool_name}`}
      ${found.header === undefined ? sql`` : sql`, header_cells = ${found.header === null ? null : JSON.stringify(found.header)}`}
      ${found.plan === undefined ? sql`` : sql`, plan = ${json(found.plan)}`}
      ${found.file_identity === undefined ? sql`` : sql`, file_identity = ${json(found.file_identity)}`}
      ${found.create_custom_fields === undefined ? sql`` : sql`, create_custom_fields = ${json(found.create_custom_fields)}`}
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
}

/** The count of failures survives restarts. @throws LeaseLost. */
export async function postponeDownload(
  sql: Transaction,
  claim: JobClaim,
  delaySeconds: number,
): Promise<void> {
  await changeHeld(
    claim,
    sql`update jobs
      set leased_until = null, attempts = 0, next_attempt_at = ${secondsFromNow(sql, delaySeconds)}
      where ${held(sql, claim)}`,
  )
  await sql`
    update subscriber_imports set download_failures = download_failures + 1
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
}
