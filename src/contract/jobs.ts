import { z } from 'zod'
import { endpoint } from './api/endpoint.ts'
import { choice } from './api/fields.ts'
import { pageQuery } from './api/paging.ts'
import { time } from './api/query.ts'

/** What works in the background and has a beginning and an end: subscriber imports and campaigns, in one list. */

export const jobTypes = ['SubscriberImport', 'Campaign'] as const
export type JobType = (typeof jobTypes)[number]

/**
 * pending: it is time to begin, and nobody has yet. active: an import that is downloading, splitting or importing, a
 * campaign that is sending. paused: whatever it would do otherwise.
 */
export const unfinishedJobStates = ['pending', 'scheduled', 'active', 'paused'] as const
export const jobStates = [...unfinishedJobStates, 'finished', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

const instant = z.iso.datetime({ offset: true })

export const jobSchema = z
  .object({
    id: z.int().meta({ description: "The import's or the campaign's: unique together with job_type." }),
    job_type: z.enum(jobTypes),
    name: z
      .string()
      .meta({ description: "The campaign's name, or the name or url of the file that is imported." }),
    organization_id: z.int(),
    mailing_list_id: z.int(),
    suppression_list_id: z.null(),
    state: z.enum(jobStates).meta({
      description:
        'pending: it is time to begin, and nobody has yet. scheduled: its time has not come. active: an import that ' +
        'is downloading, splitting or importing, a campaign that is sending. paused: as long as it stands still.',
    }),
    state2: z
      .literal('onhold_autowinner')
      .nullable()
      .meta({ description: 'A campaign that waits for the choice of its winning content.' }),
    paused: z.boolean(),
    progress_value: z.int().meta({ description: 'Rows that are handled; recipients sent to or left out.' }),
    progress_total: z.int().nullable().meta({ description: 'null: not known yet.' }),
    begins_at: instant,
    started_at: instant.nullable(),
    finished_at: instant.nullable(),
    retry_at: instant.nullable().meta({ description: 'When it is tried again, where it was put off.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Job' })

const jobQuery = pageQuery.safeExtend({
  begins_at__after: time('moment', 'Begins later than'),
  begins_at__before: time('moment', 'Begins earlier than'),
  finished_at__after: time('moment', 'Ended later than'),
  finished_at__before: time('moment', 'Ended earlier than'),
  state: choice(jobStates).optional(),
  job_type: choice(jobTypes).optional(),
})

export type JobQuery = z.output<typeof jobQuery>

const list = {
  tag: 'Jobs',
  method: 'GET',
  query: jobQuery,
  paged: 'page',
  data: z.array(jobSchema),
} as const

const order = 'the latest begins_at first'

export const listJobs = endpoint({
  ...list,
  id: 'listJobs',
  role: 'organization_admin',
  path: 'jobs/all',
  summary: `Imports and campaigns of the organization, ${order}; campaigns that are idle are no jobs`,
})

export const listUnfinishedJobs = endpoint({
  ...list,
  id: 'listUnfinishedJobs',
  role: 'organization_admin',
  path: 'jobs/unfinished',
  summary: `Jobs that are pending, scheduled, active or paused, ${order}`,
})

export const listJobsOfOrganization = endpoint({
  ...list,
  id: 'listJobsOfOrganization',
  role: 'system_admin',
  path: 'organizations/:organization_id/jobs/all',
  summary: `Imports and campaigns of an organization, ${order}`,
})

export const listUnfinishedJobsOfOrganization = endpoint({
  ...list,
  id: 'listUnfinishedJobsOfOrganization',
  role: 'system_admin',
  path: 'organizations/:organization_id/jobs/unfinished',
  summary: `Jobs of an organization that are pending, scheduled, active or paused, ${order}`,
})

export const listJobsEverywhere = endpoint({
  ...list,
  id: 'listJobsEverywhere',
  role: 'system_admin',
  path: 'jobs/all_on_all_organizations',
  summary: `Imports and campaigns of all organizations, ${order}`,
})

export const listUnfinishedJobsEverywhere = endpoint({
  ...list,
  id: 'listUnfinishedJobsEverywhere',
  role: 'system_admin',
  path: 'jobs/unfinished_on_all_organizations',
  summary: `Jobs of all organizations that are pending, scheduled, active or paused, ${order}`,
})
