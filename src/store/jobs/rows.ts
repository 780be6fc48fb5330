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

/** Latest begin first. Each kind returns its first rows by an index, and no more than the page needs. */
export async function findJobs(
  sql: Sql,
  filter: JobFilter,
  page: PageRequest,
): Promise<{ rows: JobRow[]; count: number }> {
  // A cluster finds the shard of a sub-select by a constant only.
  const organization = filter.organizationId === null ? sql`j.organization_id` : sql`${filter.organizationId}`
  const { type, ...campaigns } = campaignJobs(sql, organization)
  const kinds = [
    ...(filter.types.some((one) => one !== type) ? [tableJobs(sql, organization, filter.types)] : []),
    ...(filter.types.includes(type) ? [campaigns] : []),
  ]
  if (kinds.length === 0) return { rows: [], count: 0 }
  const last = page.offset + page.perPage
  const pages = kinds.map(
    ({ columns, from, stateOf }) => sql`(
      select ${columns} from ${from} and ${matching(sql, filter, stateOf)}
      order by j.begins_at desc, j.id desc limit ${last})`,
  )
  const counts = kinds.map(
    ({ from, stateOf }) => sql`(select count(*) as n from ${from} and ${matching(sql, filter, stateOf)})`,
  )
  const [rows, [counted]] = await Promise.all([
    sql<JobRow[]>`
      select * from (${unionOf(sql, pages)}) jobs
      order by begins_at desc, id desc, job_type, organization_id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`select sum(n)::bigint as count from (${unionOf(sql, counts)}) counts`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

type Kind = {
  type: JobType
  columns: Fragment
  from: Fragment
  stateOf: Fragment
}

/** In one place the time, in the others the name of the state, says what a reader of the list wants to know. */
function jobState(sql: Sql) {
  return sql`case
    when j.state in ('paused', 'finished', 'failed', 'cancelled') then j.state
    when j.state <> 'scheduled' then 'active'
    when j.begins_at <= now() then 'pending'
    else 'scheduled' end`
}

/** Of the table `jobs`. */
function tableJobs(sql: Sql, organization: Fragment, types: readonly JobType[]): Omit<Kind, 'type'> {
  const stateOf = jobState(sql)
  return {
    stateOf,
    from: sql`jobs j where j.kind = any(${[...types]}::text[])`,
    columns: sql`
      j.id, j.kind as job_type, coalesce(j.name, (
        select l.name from mailing_lists l
        where l.organization_id = ${organization} and l.id = j.mailing_list_id)) as name,
      j.organization_id, j.mailing_list_id, ${stateOf} as state, null as state2, j.state = 'paused' as paused,
      j.progress as progress_value, j.total as progress_total, j.begins_at, j.started_at, j.finished_at,
      case when j.finished_at is null then j.next_attempt_at end as retry_at, j.created_at,
      greatest(j.created_at, j.started_at, j.finished_at) as updated_at`,
  }
}

function campaignJobs(sql: Sql, organization: Fragment): Kind {
  const stateOf = sql`case
    when j.paused then 'paused'
    when j.state = 'scheduled' and j.begins_at <= now() then 'pending'
    when j.state = 'sending' then 'active'
    else j.state end`
  const stat = (expression: Fragment) => sql`(
    select ${expression} from campaign_stats s
    where s.organization_id = ${organization} and s.campaign_id = j.id)`
  return {
    type: 'Campaign',
    stateOf,
    from: sql`campaigns j where not j.template and j.begins_at is not null and j.state <> 'idle'`,
    columns: sql`
      j.id::bigint as id, 'Campaign' as job_type, j.name, j.organization_id, j.mailing_list_id, ${stateOf} as state,
      case when j.state = 'sending' and j.pass = 'test' and j.decide_at is not null
        and j.winning_content_id is null then 'onhold_autowinner' end as state2,
      j.paused, coalesce(${stat(sql`s.recipients_sent + s.recipients_skip`)}, 0) as progress_value,
      case when j.started_at is not null then ${stat(sql`s.recipients_total`)} end as progress_total, j.begins_at,
      j.started_at, j.finished_at, case when j.state = 'sending' then j.next_attempt_at end as retry_at,
      j.created_at, j.updated_at`,
  }
}

function matching(sql: Sql, filter: JobFilter, stateOf: Fragment): Fragment {
  const { organizationId, unfinished, state } = filter
  const { beginsAfter, beginsBefore, finishedAfter, finishedBefore } = filter
  return sql`
    ${organizationId === null ? sql`true` : sql`j.organization_id = ${organizationId}`}
    ${unfinished ? sql`and j.finished_at is null` : sql``}
    ${beginsAfter === null ? sql`` : sql`and j.begins_at > ${beginsAfter}`}
    ${beginsBefore === null ? sql`` : sql`and j.begins_at < ${beginsBefore}`}
    ${finishedAfter === null ? sql`` : sql`and j.finished_at > ${finishedAfter}`}
    ${finishedBefore === null ? sql`` : sql`and j.finished_at < ${finishedBefore}`}
    ${state === null ? sql`` : sql`and ${stateOf} = ${state}`}`
}

function unionOf(sql: Sql, parts: readonly Fragment[]): Fragment {
  return parts.reduce((before, next) => sql`${before} union all ${next}`)
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
const liveKinds = {
  subscriber_imports: {
    kind: 'SubscriberImport',
    columns: 'j.progress as records_imported, j.total as number_of_records',
  },
  subscriber_exports: {
    kind: 'SubscriberExport',
    columns: 'j.progress as records_exported, j.total as number_of_records',
  },
  subscriber_bulk_changes: {
    kind: 'SubscriberBulkChange',
    columns: 'j.progress as people_done, j.total as people_total, s.people_changed, s.people_failed',
  },
} as const

/** What is not over, and the latest that are: campaigns are opened and clicked after they were sent. */
export async function findLiveJobs(
  sql: Sql,
  organizationId: number,
  kinds: readonly LiveKind[],
): Promise<LiveJob[]> {
  const found = await Promise.all(
    kinds.map((resource) => {
      const campaigns = sql`campaigns j where j.organization_id = ${organizationId}
        and not j.template and j.begins_at is not null and j.state <> 'idle'`
      if (resource === 'campaigns') {
        const columns = sql`j.paused, j.waiting_for, j.started_at, (
          select to_jsonb(s) from campaign_stats s
          where s.organization_id = ${organizationId} and s.campaign_id = j.id) as stats`
        return findLive(sql, organizationId, { resource, rows: campaigns, columns })
      }
      const { kind, columns } = liveKinds[resource]
      const rows = sql`jobs j where j.organization_id = ${organizationId} and j.kind = ${kind}`
      return findLive(sql, organizationId, { resource, rows, columns: sql`${sql.unsafe(columns)}` })
    }),
  )
  return found.flat()
}

function findLive(
  sql: Sql,
  organizationId: number,
  { resource, rows, columns }: { resource: LiveKind; rows: Fragment; columns: Fragment },
): PromiseLike<readonly LiveJob[]> {
  const order = sql`order by j.begins_at desc, j.id desc`
  return sql<LiveJob[]>`
    select ${resource} as resource, j.id::bigint as id, j.state, j.finished_at, ${columns}
    from (
      (select j.* from ${rows} and j.finished_at is null ${order} limit ${liveMax.unfinished})
      union
      (select j.* from ${rows} and j.begins_at <= now() ${order} limit ${liveMax.latest})) j
    ${resource === 'campaigns' ? sql`` : sql`join ${sql(resource)} s on s.organization_id = ${organizationId} and s.id = j.id`}
    ${order}`
}
