import type { JobState, JobType } from '../../contract/jobs/list.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'

export type JobRow = {
  id: number
  job_type: JobType
  name: string
  organization_id: number
  mailing_list_id: number
  state: JobState
  state2: 'onhold_autowinner' | null
  paused: boolean
  progress_value: number
  progress_total: number | null
  begins_at: Date
  started_at: Date | null
  finished_at: Date | null
  retry_at: Date | null
  created_at: Date
  updated_at: Date
}

/** null: no condition. Times are exclusive. */
export type JobFilter = {
  organizationId: number | null
  unfinished: boolean
  beginsAfter: Date | null
  beginsBefore: Date | null
  finishedAfter: Date | null
  finishedBefore: Date | null
  state: JobState | null
  /** At least one. */
  types: readonly JobType[]
}

/** Latest begin first. An index finds the page, and no more. */
export async function findJobs(
  sql: Sql,
  filter: JobFilter,
  page: PageRequest,
): Promise<{ rows: JobRow[]; count: number }> {
  // A cluster finds the shard of a sub-select by a constant only.
  const organization = filter.organizationId === null ? sql`j.organization_id` : sql`${filter.organizationId}`
  const from = sql`jobs j where j.kind = any(${[...filter.types]}::text[]) and ${matching(sql, filter)}`
  const [rows, [counted]] = await Promise.all([
    sql<JobRow[]>`
      select ${columns(sql, organization)} from ${from}
      order by j.begins_at desc, j.id desc, j.kind, j.organization_id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select count(*) from ${from}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** In one place the time, in the others the name of the state, says what a reader of the list wants to know. */
function jobState(sql: Sql) {
  return sql`case
    when j.state in ('paused', 'finished', 'failed', 'cancelled') then j.state
    when j.state <> 'scheduled' then 'active'
    when j.begins_at <= now() then 'pending'
    else 'scheduled' end`
}

/** Campaigns count their people in `campaign_stats`, beside the sending, and change after they have ended. */
function columns(sql: Sql, organization: Fragment): Fragment {
  const ofCampaign = (expression: Fragment) => sql`(
    select ${expression} from campaigns c
    where j.kind = 'Campaign' and c.organization_id = ${organization} and c.id = j.id)`
  const ofStats = (expression: Fragment) => sql`(
    select ${expression} from campaign_stats s
    where j.kind = 'Campaign' and s.organization_id = ${organization} and s.campaign_id = j.id)`
  return sql`
    j.id, j.kind as job_type, coalesce(${ofCampaign(sql`c.name`)}, j.name, (
      select l.name from mailing_lists l
      where l.organization_id = ${organization} and l.id = j.mailing_list_id)) as name,
    j.organization_id, j.mailing_list_id, ${jobState(sql)} as state,
    ${ofCampaign(sql`case when c.state = 'sending' and c.pass = 'test' and c.decide_at is not null
      and c.winning_content_id is null then 'onhold_autowinner' end`)} as state2,
    j.state = 'paused' as paused,
    coalesce(${ofStats(sql`s.recipients_sent + s.recipients_skip`)}, j.progress) as progress_value,
    case when j.started_at is null or ${ofStats(sql`s.recipients_total_is = 'counting'`)} then j.total
      else coalesce(${ofStats(sql`greatest(s.recipients_total, s.recipients_sent + s.recipients_skip)`)}, j.total) end
      as progress_total, j.begins_at, j.started_at, j.finished_at,
    case when j.finished_at is null then j.next_attempt_at end as retry_at,
    coalesce(${ofCampaign(sql`c.created_at`)}, j.created_at) as created_at,
    coalesce(${ofCampaign(sql`c.updated_at`)}, greatest(j.created_at, j.started_at, j.finished_at)) as updated_at`
}

function matching(sql: Sql, filter: JobFilter): Fragment {
  const { organizationId, unfinished, state } = filter
  const { beginsAfter, beginsBefore, finishedAfter, finishedBefore } = filter
  return sql`
    ${organizationId === null ? sql`true` : sql`j.organization_id = ${organizationId}`}
    ${unfinished ? sql`and j.finished_at is null` : sql``}
    ${beginsAfter === null ? sql`` : sql`and j.begins_at > ${beginsAfter}`}
    ${beginsBefore === null ? sql`` : sql`and j.begins_at < ${beginsBefore}`}
    ${finishedAfter === null ? sql`` : sql`and j.finished_at > ${finishedAfter}`}
    ${finishedBefore === null ? sql`` : sql`and j.finished_at < ${finishedBefore}`}
    ${state === null ? sql`` : sql`and ${jobState(sql)} = ${state}`}`
}

/** What a client that watches the organization shows of a record, as it changes. */
export type LiveJob = { resource: string; id: number; state: string; finished_at: Date | null } & Record<
  string,
  unknown
>

type LiveKind = 'subscriber_imports' | 'subscriber_exports' | 'subscriber_bulk_changes' | 'campaigns'

/** Of each kind, so that an organization with thousands of scheduled campaigns costs no more than others. */
const liveMax = { unfinished: 60, latest: 20 }

/** The job of each kind, and the columns that change: of a job `j` and its subject `s`. */
const liveKinds: Record<LiveKind, { kind: JobType; columns: string }> = {
  subscriber_imports: {
    kind: 'SubscriberImport',
    columns: 'j.state, j.progress as records_imported, j.total as number_of_records',
  },
  subscriber_exports: {
    kind: 'SubscriberExport',
    columns: 'j.state, j.progress as records_exported, j.total as number_of_records',
  },
  subscriber_bulk_changes: {
    kind: 'SubscriberBulkChange',
    columns: 'j.state, j.progress as people_done, j.total as people_total, s.people_changed, s.people_failed',
  },
  campaigns: {
    kind: 'Campaign',
    columns: `s.state, s.paused, j.waiting_for, s.started_at, (
      select to_jsonb(t) from campaign_stats t
      where t.organization_id = s.organization_id and t.campaign_id = s.id) as stats`,
  },
}

/** What is not over, and the latest that are: campaigns are opened and clicked after they were sent. */
export async function findLiveJobs(
  sql: Sql,
  organizationId: number,
  kinds: readonly LiveKind[],
): Promise<LiveJob[]> {
  const found = await Promise.all(kinds.map((resource) => findLive(sql, organizationId, resource)))
  return found.flat()
}

function findLive(sql: Sql, organizationId: number, resource: LiveKind): PromiseLike<readonly LiveJob[]> {
  const { kind, columns } = liveKinds[resource]
  const rows = sql`jobs j where j.organization_id = ${organizationId} and j.kind = ${kind}`
  const order = sql`order by j.begins_at desc, j.id desc`
  return sql<LiveJob[]>`
    select ${resource} as resource, j.id, j.finished_at, ${sql.unsafe(columns)}
    from (
      (select j.* from ${rows} and j.finished_at is null ${order} limit ${liveMax.unfinished})
      union
      (select j.* from ${rows} and j.begins_at <= now() ${order} limit ${liveMax.latest})) j
    join ${sql(resource)} s on s.organization_id = ${organizationId} and s.id = j.id
    ${order}`
}
