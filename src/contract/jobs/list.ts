import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice } from '../api/fields.ts'
import { pageQuery } from '../api/paging.ts'
import { parameter, time } from '../api/query.ts'

export const jobTypes = [
  'SubscriberImport',
  'SubscriberImportUndo',
  'SubscriberExport',
  'SubscriberBulkChange',
  'Campaign',
] as const
export type JobType = (typeof jobTypes)[number]

/** pending: due but not started. active: an import that downloads, splits or imports, a running export or bulk change, or a sending campaign. */
export const unfinishedJobStates = ['pending', 'scheduled', 'active', 'paused'] as const
export const jobStates = [...unfinishedJobStates, 'finished', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

const instant = z.iso.datetime({ offset: true })

export const jobSchema = z
  .object({
    id: z.int().meta({
      description:
        'The id of the import (also of its undo), export, bulk change or campaign. It is unique together with job_type.',
    }),
    job_type: z.enum(jobTypes),
    name: z.string().meta({
      description:
        'The name of the campaign, of the exported or changed list, or the name or URL of the imported file.',
    }),
    organization_id: z.int(),
    mailing_list_id: z.int(),
    suppression_list_id: z.null(),
    state: z.enum(jobStates).meta({
      description:
        'pending: due, but not started. scheduled: not due yet. active: an import that is downloading, splitting or ' +
        'importing, an export or a bulk change that is running, or a campaign that is sending. paused: until it is resumed.',
    }),
    state2: z
      .literal('onhold_autowinner')
      .nullable()
      .meta({ description: 'onhold_autowinner: the campaign waits until its winning content is chosen.' }),
    paused: z.boolean(),
    progress_value: z.int().meta({
      description:
        'The number of rows imported or exported, of subscribers processed by a bulk change or an undo, or of recipients sent to or skipped.',
    }),
    progress_total: z.int().nullable().meta({
      description: 'The total number of rows, subscribers or recipients. null if it is not known yet.',
    }),
    begins_at: instant,
    started_at: instant.nullable(),
    finished_at: instant.nullable(),
    retry_at: instant.nullable().meta({ description: 'The time of the next attempt after a failure.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Job' })

const jobQuery = pageQuery.safeExtend({
  begins_at__after: time('moment', 'Return jobs that begin after this time'),
  begins_at__before: time('moment', 'Return jobs that begin before this time'),
  finished_at__after: time('moment', 'Return jobs that ended after this time'),
  finished_at__before: time('moment', 'Return jobs that ended before this time'),
  state: choice(jobStates).optional().meta({ description: 'Return jobs in this state.' }),
  job_type: choice(jobTypes).optional().meta({ description: 'Return jobs of this type.' }),
})

export type JobQuery = z.output<typeof jobQuery>

const list = {
  tag: 'Jobs',
  method: 'GET',
  query: jobQuery,
  paged: 'page',
  data: z.array(jobSchema),
} as const

const order = 'latest begins_at first'

export const listJobs = endpoint({
  ...list,
  id: 'listJobs',
  role: 'organization_admin',
  path: 'jobs/all',
  summary: `List the imports and their undos, exports, bulk changes and campaigns of the organization, except idle campaigns, ${order}`,
})

export const listUnfinishedJobs = endpoint({
  ...list,
  id: 'listUnfinishedJobs',
  role: 'organization_admin',
  path: 'jobs/unfinished',
  summary: `List the pending, scheduled, active and paused jobs of the organization, ${order}`,
})

export const listJobsOfOrganization = endpoint({
  ...list,
  id: 'listJobsOfOrganization',
  role: 'system_admin',
  path: 'organizations/:organization_id/jobs/all',
  summary: `List the imports and their undos, exports, bulk changes and campaigns of an organization, ${order}`,
})

export const listUnfinishedJobsOfOrganization = endpoint({
  ...list,
  id: 'listUnfinishedJobsOfOrganization',
  role: 'system_admin',
  path: 'organizations/:organization_id/jobs/unfinished',
  summary: `List the pending, scheduled, active and paused jobs of an organization, ${order}`,
})

export const listJobsEverywhere = endpoint({
  ...list,
  id: 'listJobsEverywhere',
  role: 'system_admin',
  path: 'jobs/all_on_all_organizations',
  summary: `List the imports and their undos, exports, bulk changes and campaigns of all organizations, ${order}`,
})

export const listUnfinishedJobsEverywhere = endpoint({
  ...list,
  id: 'listUnfinishedJobsEverywhere',
  role: 'system_admin',
  path: 'jobs/unfinished_on_all_organizations',
  summary: `List the pending, scheduled, active and paused jobs of all organizations, ${order}`,
})

export const watchChanges = endpoint({
  id: 'watchChanges',
  tag: 'Jobs',
  role: 'standard',
  method: 'GET',
  path: 'stream',
  summary:
    'Watch the imports, exports, bulk changes and campaigns of the organization: a stream of server-sent events, at most four a second',
  query: z.object({
    seconds: parameter<number, string | number>((text) => (text === '0' ? 0 : null), 'must be 0')
      .optional()
      .meta({
        type: 'integer',
        enum: [0],
        description: '0 ends the stream after its first event. Default: it lasts until the caller leaves.',
      }),
  }),
  paged: 'none',
  data: z.string().meta({
    description:
      'Events: hello (fetch now what you show: later changes follow), change, beat (nothing has changed for some seconds). ' +
      'The data of a change is {resource, id, patch, seq}: resource is subscriber_imports, subscriber_exports, ' +
      'subscriber_bulk_changes or campaigns; patch has the state and the counters of the record; changed is true for a record that is new. ' +
      'Imports and exports need their permissions, bulk changes subscriber.read, the counters of campaigns campaign.read_stats.',
  }),
  plain: ['text/event-stream'],
})
