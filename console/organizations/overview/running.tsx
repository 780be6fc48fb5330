import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Overview } from '../../../src/contract/organizations/overview.ts'
import { useInOrganization, useZone } from '../../app/places.ts'
import { instant, percent } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { jobName } from '../../words/audience/import-name.ts'
import { overviewWords as words } from '../../words/session/overview.ts'

type Job = Overview['running'][number]

/** Where the job is shown. */
const placeOf: Record<Job['job_type'], (job: Job) => string> = {
  SubscriberImport: ({ id }) => `/imports/${id}`,
  SubscriberImportUndo: ({ id }) => `/imports/${id}/undo`,
  SubscriberExport: () => '/exports',
  SubscriberBulkChange: ({ mailing_list_id: listId }) => `/people?list=${listId}`,
  Campaign: ({ id }) => `/campaigns/${id}`,
}

export function Running({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Panel title={words.now}>
      {jobs.length === 0 ? (
        <Text c="dimmed">{words.nothingRuns}</Text>
      ) : (
        <Stack gap="md">
          {jobs.map((job) => (
            <OneJob key={`${job.job_type} ${job.id}`} job={job} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function OneJob({ job }: { job: Job }) {
  const at = useInOrganization()
  const zone = useZone()
  const { job_type: type, name, state, progress_value: value, progress_total: total } = job
  const label = `${words.jobs[type]} ${jobName(type, name)}`
  const place = placeOf[type](job)
  const begins = state === 'scheduled' ? ` ${instant(job.begins_at, zone)}` : ''
  const word = (words.states as Partial<Record<string, string>>)[state] ?? ''
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Anchor component={Link} href={at(place)} style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Anchor>
        <Text size="sm" c="dimmed" className="figures">
          {word !== '' || total === null ? `${word}${begins}` : percent(value, total)}
        </Text>
      </Group>
      {state !== 'scheduled' && (
        <>
          <Progress
            value={total === null || total === 0 ? 0 : (100 * value) / total}
            mt={6}
            aria-label={label}
          />
          <Text size="sm" c="dimmed" mt={4} className="figures">
            {words.progress(value, total)}
          </Text>
        </>
      )}
    </div>
  )
}
