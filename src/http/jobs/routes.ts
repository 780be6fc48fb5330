import * as contract from '../../contract/jobs/list.ts'
import { watchChanges, type JobQuery } from '../../contract/jobs/list.ts'
import { mayRead } from '../../actions/permission.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { allows, type Right } from '../../contract/users/right-names.ts'
import type { Caller } from '../../store/callers.ts'
import { statsOf } from '../../store/campaigns/system-list.ts'
import { findJobs, findLiveJobs, type JobFilter, type JobRow, type LiveJob } from '../../store/jobs/rows.ts'
import { placeOf } from '../resources/routes.ts'
import type { Router } from '../route/bind.ts'

export function jobRoutes(route: Router): void {
  changeRoutes(route)
  for (const [definition, unfinished] of [
    [contract.listJobs, false],
    [contract.listUnfinishedJobs, true],
    [contract.listJobsOfOrganization, false],
    [contract.listUnfinishedJobsOfOrganization, true],
  ] as const) {
    route(definition, async (call) => {
      const { sql, organizationId } = await placeOf(call)
      const request = call.page()
      const zone = call.caller.time_zone
      const filter = { ...filterOf(call.query, zone), organizationId, unfinished }
      filter.types = filter.types.filter((type) => mayRead(call.caller, rightOf[type]))
      const { rows, count } = await findJobs(sql, filter, request)
      return { data: rows.map((row) => presentJob(row, zone)), paging: pagingOf(request, count) }
    })
  }

  for (const [definition, unfinished] of [
    [contract.listJobsEverywhere, false],
    [contract.listUnfinishedJobsEverywhere, true],
  ] as const) {
    route(definition, async ({ everywhere, caller, query, page }) => {
      const request = page()
      const zone = caller.time_zone
      const filter = { ...filterOf(query, zone), organizationId: null, unfinished }
      const { rows, count } = await findJobs(everywhere(), filter, request)
      return { data: rows.map((row) => presentJob(row, zone)), paging: pagingOf(request, count) }
    })
  }
}

const rightOf: Record<contract.JobType, Right> = {
  SubscriberImport: 'subscriber.import',
  SubscriberImportUndo: 'subscriber.import',
  SubscriberExport: 'subscriber.export',
  SubscriberBulkChange: 'subscriber.read',
  Campaign: 'campaign.read',
}

function changeRoutes(route: Router): void {
  route.changes(watchChanges, async ({ sql, caller, query }) => {
    const may = (permission: Right) => caller.permissions === null || allows(caller.permissions, permission)
    const kinds = [
      ...(mayRead(caller, 'campaign.read') ? ['campaigns' as const] : []),
      ...(may('subscriber.import') ? ['subscriber_imports' as const] : []),
      ...(may('subscriber.export') ? ['subscriber_exports' as const] : []),
      ...(may('subscriber.read') ? ['subscriber_bulk_changes' as const] : []),
    ]
    const rows = await findLiveJobs(sql, caller.organization_id, kinds)
    const maySeeStats = may('campaign.read_stats')
    return { records: rows.map((row) => changeOf(row, caller, maySeeStats)), isOver: query.seconds === 0 }
  })
}

function changeOf({ resource, id, ...row }: LiveJob, { time_zone: zone }: Caller, maySeeStats: boolean) {
  const times = ['started_at', 'finished_at'].flatMap((name) => {
    const at = row[name]
    return name in row ? [[name, at instanceof Date ? formatInstant(at.getTime(), zone) : null]] : []
  })
  const counters = resource === 'campaigns' && {
    stats: maySeeStats && row['stats'] !== null ? statsOf(Object(row['stats'])) : null,
  }
  return { resource, id, state: row.state, patch: { ...row, ...Object.fromEntries(times), ...counters } }
}

/** Times without an offset are in the caller's zone. */
function filterOf(query: JobQuery, zone: string): Omit<JobFilter, 'organizationId' | 'unfinished'> {
  return {
    beginsAfter: query.begins_at__after?.in(zone) ?? null,
    beginsBefore: query.begins_at__before?.in(zone) ?? null,
    finishedAfter: query.finished_at__after?.in(zone) ?? null,
    finishedBefore: query.finished_at__before?.in(zone) ?? null,
    state: query.state ?? null,
    types: query.job_type === undefined ? contract.jobTypes : [query.job_type],
  }
}

export function presentJob(row: JobRow, zone: string) {
  const instant = (time: Date) => formatInstant(time.getTime(), zone)
  const instantOrNull = (time: Date | null) => (time === null ? null : instant(time))
  return {
    ...row,
    suppression_list_id: null,
    begins_at: instant(row.begins_at),
    started_at: instantOrNull(row.started_at),
    finished_at: instantOrNull(row.finished_at),
    retry_at: instantOrNull(row.retry_at),
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
  }
}
