import type { ContentInput } from '../../contract/campaigns/input.ts'
import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { clausesNaming } from '../conditions/clauses-naming.ts'
import { namesRecord } from '../conditions/segments-naming.ts'
import { findCampaign, type CampaignKind, type Delivery } from './rows.ts'
import { giveUpDeferred } from './batches/given-up.ts'
import { campaignKind, jobOf, resendKind } from './claims.ts'
import { forgetAttachments } from '../resources/attachments.ts'
import { cancelJobs, pauseJob, unpauseJob } from '../jobs/states.ts'
import { wakeWorkers } from '../server/wake.ts'
import { nextVersion } from '../server/next-version.ts'

export type CampaignValues = Delivery & {
  name: string
  state: 'idle' | 'scheduled'
  paused: boolean
  begins_at: Date | null
  /** With a time zone field: what the clocks of each recipient show when it begins for them. */
  local_begins_at: string | null
  /** When it begins for the first of them. null: at `begins_at`. */
  starts_at: Date | null
  has_dispatch: boolean
  segmentation_criteria_id: number | null
  segmentation_criteria_remote_sql: string | null
}

type CampaignParts = {
  contents: ContentInput[] | undefined
  seedListIds: number[] | undefined
}

type WrittenCampaign = { values: CampaignValues; parts: CampaignParts }

export async function insertCampaign(
  sql: Transaction,
  organizationId: number,
  { listId, kind }: { listId: number; kind: CampaignKind },
  { values, parts }: WrittenCampaign,
): Promise<number> {
  const owner = {
    organization_id: organizationId,
    mailing_list_id: listId,
    template: kind === 'template',
  }
  const [row] = await sql<{ id: number }[]>`
    insert into campaigns ${sql({ ...owner, ...values })} returning id`
  if (row === undefined) throw new Error('insert returned no row')
  await replaceParts(sql, organizationId, row.id, parts)
  if (kind === 'campaign') await writeJob(sql, organizationId, row.id, values)
  return row.id
}

/** The campaign must be locked, see `findCampaign`. */
export async function updateCampaignRow(
  sql: Transaction,
  organizationId: number,
  id: number,
  { values, parts }: WrittenCampaign,
): Promise<void> {
  await sql`
    update campaigns set ${sql(values)}, updated_at = ${nextVersion(sql)}
    where organization_id = ${organizationId} and id = ${id}`
  await replaceParts(sql, organizationId, id, parts)
  await writeJob(sql, organizationId, id, values)
}

/** A campaign has a job from the time on at which it is scheduled. */
async function writeJob(
  sql: Transaction,
  organizationId: number,
  id: number,
  { state, paused, begins_at: begins, starts_at: starts }: CampaignValues,
): Promise<void> {
  if (state === 'idle') {
    await sql`
      delete from jobs where organization_id = ${organizationId} and kind = ${campaignKind} and id = ${id}`
    return
  }
  const job = {
    state: paused ? 'paused' : state,
    paused_from: paused ? state : null,
    begins_at: begins,
    due_at: starts,
  }
  const [list] = await sql<{ mailing_list_id: number }[]>`
    select mailing_list_id from campaigns where organization_id = ${organizationId} and id = ${id}`
  await sql`
    insert into jobs ${sql({ ...jobOf(organizationId, id), ...list, ...job })}
    on conflict (organization_id, kind, id) do update set ${sql(job)}`
  await wakeWorkers(sql, campaignKind)
}

/** A content keeps its id while its place is in use. */
async function replaceParts(
  sql: Transaction,
  organizationId: number,
  id: number,
  { contents, seedListIds }: CampaignParts,
): Promise<void> {
  if (contents !== undefined) {
    await sql`
      delete from campaign_contents
      where organization_id = ${organizationId} and campaign_id = ${id} and position >= ${contents.length}`
    for (const [position, { document, ...written }] of contents.entries()) {
      const content = { ...written, document: document === null ? null : sql.json(document) }
      await sql`
        insert into campaign_contents
          ${sql({ organization_id: organizationId, campaign_id: id, position, ...content })}
        on conflict (organization_id, campaign_id, position) do update set ${sql(content)}`
    }
  }
  if (seedListIds === undefined) return
  await sql`delete from campaign_seed_lists where organization_id = ${organizationId} and campaign_id = ${id}`
  await sql`
    insert into campaign_seed_lists (organization_id, campaign_id, seed_list_id)
    select ${organizationId}, ${id}, seed_list_id from unnest(${seedListIds}::integer[]) given (seed_list_id)
    returning 1`
}

export async function deleteAdHocSegment(sql: Sql, organizationId: number, id: number): Promise<void> {
  await sql`delete from segments where organization_id = ${organizationId} and id = ${id} and name is null`
}

/** Lock it first, see `findCampaign`. @throws AppError `validation_failed` for a scheduled or started campaign. */
export async function deleteCampaign(
  sql: Transaction,
  organizationId: number,
  id: number,
  segmentId: number | null,
): Promise<void> {
  const dependencies = await sql<{ type: string; id: number }[]>`
    select 'Segment' as type, g.id from segments g where ${namesRecord(sql, organizationId, 'campaign', id)}
    union all
    select n.type, n.id from (${clausesNaming(sql, organizationId, 'campaign', id)}) n
    where (n.type, n.id) <> ('Campaign', ${id}::bigint)
    order by type, id`
  if (dependencies.length > 0) {
    const message = 'campaign cannot be deleted while clauses name it'
    throw new AppError('validation_failed', message, { data: { dependencies: [...dependencies] } })
  }
  const carried = await sql<{ id: number }[]>`
    select distinct unnest(attachment_ids) as id from campaign_contents
    where organization_id = ${organizationId} and campaign_id = ${id}`
  const { count } = await sql`
    delete from campaigns
    where organization_id = ${organizationId} and id = ${id}
      and (state = 'idle' or (state = 'cancelled' and started_at is null))`
  if (count === 0) throw await refusal(sql, organizationId, id, 'deleted')
  await sql`
    delete from jobs where organization_id = ${organizationId} and kind = ${campaignKind} and id = ${id}`
  if (segmentId !== null) await deleteAdHocSegment(sql, organizationId, segmentId)
  const ids = carried.map((file) => file.id)
  await forgetAttachments(sql, organizationId, ids)
}

/** @returns whether the flag changed. @throws AppError `validation_failed` for a campaign that has ended. */
export async function setCampaignPaused(
  sql: Transaction,
  organizationId: number,
  id: number,
  paused: boolean,
): Promise<boolean> {
  const job = jobOf(organizationId, id)
  const isMoved = paused ? await pauseJob(sql, job, { lands: true }) : await unpauseJob(sql, job)
  const { count } = await sql`
    update campaigns set paused = ${paused}, updated_at = ${nextVersion(sql)}
    where organization_id = ${organizationId} and id = ${id} and not template and finished_at is null
      and (${isMoved} or paused <> ${paused})`
  if (count > 0) {
    if (paused) await wakeWorkers(sql, campaignKind)
    return true
  }
  const row = await findCampaign(sql, organizationId, { kind: 'campaign', id })
  if (row.finished_at !== null)
    throw invalid(`campaign cannot be ${paused ? 'paused' : 'resumed'}: it is ${row.state}`)
  return false
}

export async function cancelCampaign(sql: Transaction, organizationId: number, id: number): Promise<void> {
  const ids = await cancelJobs(sql, { organizationId, kind: campaignKind, id }, { lands: true })
  const { count } = await sql`
    update campaigns set state = 'cancelled', finished_at = least(finished_at, now()), updated_at = ${nextVersion(sql)}
    where organization_id = ${organizationId} and id = ${id} and not template
      and (${ids.length > 0} or finished_at is null)`
  if (count === 0) throw await refusal(sql, organizationId, id, 'cancelled')
  if (ids.length === 0) await noteCancelled(sql, organizationId, id)
  await giveUpDeferred(sql, organizationId, id)
}

/** One that was never scheduled, and has a time at which it would have begun, is listed with the jobs that are over. */
async function noteCancelled(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await sql`
    insert into jobs (organization_id, kind, id, mailing_list_id, state, begins_at, finished_at)
    select organization_id, ${campaignKind}, id, mailing_list_id, state, begins_at, finished_at from campaigns
    where organization_id = ${organizationId} and id = ${id} and begins_at is not null
    returning 1`
}

async function refusal(sql: Sql, organizationId: number, id: number, change: string) {
  const { state } = await findCampaign(sql, organizationId, { kind: 'campaign', id })
  return invalid(`campaign cannot be ${change}: it is ${state}`)
}

/** Also what a finished one was to send again. */
export async function cancelCampaigns(sql: Sql, organizationId: number, listId?: number): Promise<void> {
  const of = { organizationId, ...(listId !== undefined && { listId }) }
  const ids = await cancelJobs(sql, { ...of, kind: campaignKind }, { lands: true })
  await cancelJobs(sql, { ...of, kind: resendKind }, { lands: true })
  await sql`
    update campaigns set updated_at = ${nextVersion(sql)}
    where organization_id = ${organizationId} and id = any(${ids}::bigint[])`
}

export type CampaignList = {
  is_remote_list: boolean
  now: Date
}

/** `lock`: the list cannot be deleted until the transaction ends. @throws AppError `not_found`. */
export async function requireCampaignList(
  sql: Sql,
  organizationId: number,
  listId: number,
  options: { lock: boolean } = { lock: false },
): Promise<CampaignList> {
  const [row] = await sql<CampaignList[]>`
    select is_remote_list, now() as now from mailing_lists
    where organization_id = ${organizationId} and id = ${listId}::bigint and deleted_at is null
    ${options.lock ? sql`for key share` : sql``}`
  if (row === undefined) throw notFound('mailing list')
  return row
}
