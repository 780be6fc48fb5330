import { allows, type Right } from '../../contract/users/right-names.ts'
import { mayRead } from '../../actions/permission.ts'
import { showOverview } from '../../contract/organizations/overview.ts'
import { search } from '../../contract/organizations/search.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { JobType } from '../../contract/jobs/list.ts'
import type { Caller } from '../../store/callers.ts'
import { findJobs, type JobRow } from '../../store/jobs/rows.ts'
import { findConcerns, findGrowth, findLastFigures, hasBegun } from '../../store/organizations/overview.ts'
import { findByWords, findOrganizationsByWords } from '../../store/organizations/search.ts'
import { presentJob } from '../jobs/routes.ts'
import type { Authenticated } from '../route/auth.ts'
import type { Router } from '../route/bind.ts'

const unfinishedJobs = {
  unfinished: true,
  beginsAfter: null,
  beginsBefore: null,
  finishedAfter: null,
  finishedBefore: null,
  state: null,
}

/** The caller could request each part of both answers with a call of its own. */
export function overviewRoutes(route: Router): void {
  route(showOverview, async ({ sql, caller }) => {
    const { organization_id: organizationId, time_zone: zone } = caller
    const instant = (time: Date) => formatInstant(time.getTime(), zone)
    const sees = seenBy(caller)
    const page = { page: 0, perPage: 10, offset: 0 }
    const jobs = await findJobs(sql, { ...unfinishedJobs, organizationId, types: jobTypesOf(caller) }, page)
    const figures = may(caller, 'campaign.read_stats') ? await findLastFigures(sql, organizationId) : null
    return {
      data: {
        running: jobs.rows.map((row) => presentJob(figures === null ? withoutFigures(row) : row, zone)),
        attention: (await findConcerns(sql, organizationId, sees)).map((row) => ({
          ...row,
          at: instant(row.at),
        })),
        campaigns: figures?.map((row) => ({ ...row, started_at: instant(row.started_at) })) ?? null,
        growth: await findGrowth(sql, organizationId),
        is_new: !(await hasBegun(sql, organizationId)),
      },
    }
  })

  route(search, async ({ sql, caller, query, everywhere }) => {
    const sees = {
      people: may(caller, 'subscriber.read'),
      imports: may(caller, 'subscriber.import'),
      campaigns: mayRead(caller, 'campaign.read'),
      lists: mayRead(caller, 'mailing_list.read'),
      segments: mayRead(caller, 'segmentation_criteria.read'),
    }
    const found = await findByWords(sql, caller.organization_id, query.q, sees)
    const organizations = isSystemAdmin(caller) ? await findOrganizationsByWords(everywhere(), query.q) : []
    return { data: [...found, ...organizations] }
  })
}

/** Domains and the brake belong to the organization as a whole. */
function seenBy(caller: Caller) {
  const whole = caller.list_ids === null
  return {
    brake: whole && mayRead(caller, 'organization.read'),
    campaigns: mayRead(caller, 'campaign.read'),
    imports: may(caller, 'subscriber.import'),
    autoresponders: mayRead(caller, 'autoresponder.read'),
    webhooks: whole && (caller.by_rights ? mayRead(caller, 'webhook.read') : caller.role !== 'standard'),
    domains: whole && (caller.by_rights ? mayRead(caller, 'dkim_key.read') : caller.role !== 'standard'),
  }
}

function may({ permissions }: Caller, permission: Right): boolean {
  return permissions === null || allows(permissions, permission)
}

/** How many messages a campaign sends is among the figures of its report. */
function withoutFigures(row: JobRow): JobRow {
  return row.job_type === 'Campaign' ? { ...row, progress_value: 0, progress_total: null } : row
}

function jobTypesOf(caller: Caller): JobType[] {
  return [
    ...(may(caller, 'subscriber.import') ? (['SubscriberImport', 'SubscriberImportUndo'] as const) : []),
    ...(may(caller, 'subscriber.export') ? (['SubscriberExport'] as const) : []),
    ...(may(caller, 'subscriber.read') ? (['SubscriberBulkChange'] as const) : []),
    ...(mayRead(caller, 'campaign.read') ? (['Campaign'] as const) : []),
  ]
}

/** Also inside another organization: the way to the next one. */
function isSystemAdmin({ role, session }: Authenticated): boolean {
  return role === 'system_admin' || (session?.stepped_into ?? null) !== null
}
