import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { listJobs, listUnfinishedJobs } from '../../src/contract/jobs/list.ts'
import { useCall } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { useListNames } from '../resources/choose/names.ts'
import { Page } from '../design/page.tsx'
import { jobName } from '../words/audience/import-name.ts'
import { jobWords as words } from '../words/jobs.ts'
import { JobList, useChoices, type Job } from './rows.tsx'

/** What runs and ran in the organization of the session. */
export default function Jobs() {
  const at = useInOrganization()
  const { isAll, query } = useChoices()
  const jobs = useCall(isAll ? listJobs : listUnfinishedJobs, { query }, { keep: true, everyMs: 3_000 })
  const names = useListNames((jobs.data?.data ?? []).map((one) => one.mailing_list_id))
  return (
    <Page title={words.title} lead={words.lead}>
      <JobList
        of={jobs}
        title={words.title}
        nameOf={(job) => (
          <Anchor component={Link} href={at(placeOf[job.job_type](job))}>
            {jobName(job.job_type, job.name) || words.unnamed}
          </Anchor>
        )}
        belongs={{ word: words.list, show: ({ mailing_list_id: id }) => names.get(id) ?? '' }}
      />
    </Page>
  )
}

/** Where the record of a job is read. */
const placeOf: Record<Job['job_type'], (job: Job) => string> = {
  SubscriberImport: ({ id }) => `/imports/${id}`,
  SubscriberImportUndo: ({ id }) => `/imports/${id}/undo`,
  SubscriberExport: () => '/exports',
  SubscriberBulkChange: ({ mailing_list_id: list }) => `/people?list=${list}`,
  Campaign: ({ id }) => `/campaigns/${id}`,
}
