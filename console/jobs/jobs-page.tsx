import { listJobsEverywhere, listUnfinishedJobsEverywhere } from '../../src/contract/jobs/list.ts'
import { useCall } from '../app/api.ts'
import { useOrganizationNames } from '../resources/choose/names.ts'
import { Page } from '../design/page.tsx'
import { jobName } from '../words/audience/import-name.ts'
import { jobWords as words } from '../words/jobs.ts'
import { JobList, useChoices } from './rows.tsx'

/** The jobs of all organizations. */
export default function JobsEverywhere() {
  const { isAll, query } = useChoices()
  const jobs = useCall(
    isAll ? listJobsEverywhere : listUnfinishedJobsEverywhere,
    { query },
    { keep: true, everyMs: 3_000 },
  )
  const names = useOrganizationNames((jobs.data?.data ?? []).map((one) => one.organization_id))
  const { title, lead } = words.everywhere
  return (
    <Page title={title} lead={lead}>
      <JobList
        of={jobs}
        title={title}
        nameOf={({ job_type: kind, name }) => jobName(kind, name) || words.unnamed}
        belongs={{
          word: words.organization,
          show: ({ organization_id: id }) => names.get(id) ?? String(id),
        }}
      />
    </Page>
  )
}
