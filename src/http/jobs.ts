import { parseRangeEnd } from '../contract/campaigns/times.ts'
import { badRequest } from '../contract/api/errors.ts'
import * as contract from '../contract/jobs.ts'
import { jobStates, jobTypes } from '../contract/jobs.ts'
import { pagingOf } from '../contract/api/paging.ts'
import type { Query } from '../contract/api/paging.ts'
import { formatInstant } from '../contract/times/zones.ts'
import { findJobs } from '../store/jobs.ts'
import type { JobFilter, JobRow } from '../store/jobs.ts'
import { placeOf } from './resources/routes.ts'
import type { Router } from './route/bind.ts'

/** Imports and campaigns in one list: of one's own organization, of one that is named, of all. */
export function jobRoutes(route: Router): void {
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
      const filter = { ...readFilter(call.query, zone), organizationId, unfinished }
      const { rows, count } = await findJobs(sql, filter, request)
      return { data: rows.map((row) => present(row, zone)), paging: pagingOf(request, count) }
    })
  }

  for (const [definition, unfinished] of [
    [contract.listJobsEverywhere, false],
    [contract.listUnfinishedJobsEverywhere, true],
  ] as const) {
    route(definition, async ({ everywhere, caller, query, page }) => {
      const request = page()
      const zone = caller.time_zone
      const filter = { ...readFilter(query, zone), organizationId: null, unfinished }
      const { rows, count } = await findJobs(everywhere(), filter, request)
      return { data: rows.map((row) => present(row, zone)), paging: pagingOf(request, count) }
    })
  }
}

/** @throws AppError `invalid_request`. A time without an offset is one of the caller's zone. */
function readFilter(query: Query, zone: string): Omit<JobFilter, 'organizationId' | 'unfinished'> {
  return {
    beginsAfter: readTime(query, 'begins_at__after', zone),
    beginsBefore: readTime(query, 'begins_at__before', zone),
    finishedAfter: readTime(query, 'finished_at__after', zone),
    finishedBefore: readTime(query, 'finished_at__before', zone),
    state: readWord(query, 'state', jobStates),
    type: readWord(query, 'job_type', jobTypes),
  }
}

function readTime(query: Query, name: string, zone: string): Date | null {
  const text = query[name]
  if (text === undefined) return null
  const ms = parseRangeEnd(text, zone, 'start')
  if (ms === null) throw badRequest(`${name} must be an ISO 8601 date and time, or UNIX seconds`)
  return new Date(ms)
}

function readWord<Word extends string>(query: Query, name: string, words: readonly Word[]): Word | null {
  const text = query[name]
  if (text === undefined) return null
  const word = words.find((known) => known === text)
  if (word === undefined) throw badRequest(`${name} must be one of ${words.join(', ')}`)
  return word
}

function present(row: JobRow, zone: string) {
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
