import { Group, Progress, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendar,
  IconCircleCheck,
  IconCircleOff,
  IconClock,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { z } from 'zod'
import { jobTypes, listJobsEverywhere, listUnfinishedJobsEverywhere } from '../../src/contract/jobs/list.ts'
import type { jobSchema } from '../../src/contract/jobs/list.ts'
import { listOrganizations } from '../../src/contract/organizations/endpoints.ts'
import { useCall } from '../app/api.ts'
import { usePageParam, useQueryParam, useZone } from '../app/places.ts'
import { State } from '../design/facts.tsx'
import { instantWithoutZone } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows } from '../design/table.tsx'
import type { Column } from '../design/table.tsx'
import { jobWords as words } from '../words/jobs.ts'

type Job = z.output<typeof jobSchema>

export default function Jobs() {
  const zone = useZone()
  const [page, turn] = usePageParam()
  const { which, jobType } = useChoices()
  const query = { page, per_page: 50, ...(jobType !== undefined && { job_type: jobType }) }
  const jobs = useCall(
    which === 'all' ? listJobsEverywhere : listUnfinishedJobsEverywhere,
    { query },
    { keep: true, everyMs: 3_000 },
  )
  const nameOf = useOrganizationNames()
  const columns: Column<Job>[] = [
    { key: 'name', word: words.name, show: ({ name }) => (name === '' ? words.unnamed : name) },
    { key: 'type', word: words.type, show: ({ job_type: kind }) => words.types[kind] },
    { key: 'organization', word: words.organization, show: ({ organization_id: id }) => nameOf(id) },
    { key: 'state', word: words.state, show: ({ state }) => <JobState of={state} /> },
    { key: 'progress', word: words.progress, show: (job) => <Done of={job} /> },
    {
      key: 'begins',
      word: words.begins(zone),
      show: ({ begins_at: time }) => instantWithoutZone(time, zone),
    },
  ]
  return (
    <Page title={words.title} lead={words.lead}>
      <Choices />
      <Panel flush>
        <Answered of={jobs}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <>
                <Rows
                  caption={words.title}
                  columns={columns}
                  rows={data}
                  keyOf={({ job_type: kind, id }) => `${kind} ${id}`}
                  isOld={jobs.isPlaceholderData}
                />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </Page>
  )
}

/** They stand in the address. */
function useChoices() {
  const [which, show] = useQueryParam('show', 'unfinished')
  const [type, choose] = useQueryParam('type')
  return { which, show, jobType: jobTypes.find((one) => one === type), choose }
}

function Choices() {
  const { which, show, jobType, choose } = useChoices()
  return (
    <Group align="flex-end">
      <SegmentedControl
        aria-label={words.which.label}
        value={which === 'all' ? 'all' : 'unfinished'}
        onChange={show}
        data={(['unfinished', 'all'] as const).map((value) => ({ value, label: words.which[value] }))}
      />
      <Select
        aria-label={words.type}
        placeholder={words.anyType}
        clearable
        clearButtonProps={{ 'aria-label': words.anyType }}
        data={jobTypes.map((value) => ({ value, label: words.types[value] }))}
        value={jobType ?? null}
        onChange={(value) => choose(value ?? '')}
      />
    </Group>
  )
}

function useOrganizationNames(): (id: number) => string {
  const organizations = useCall(listOrganizations, { query: { minimal: true, per_page: 500 } })
  const names = new Map(organizations.data?.data.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? String(id)
}

const signs = {
  pending: [IconClock, 'warning'],
  scheduled: [IconCalendar, 'calm'],
  active: [IconPlayerPlay, 'info'],
  paused: [IconPlayerPause, 'warning'],
  finished: [IconCircleCheck, 'success'],
  failed: [IconAlertTriangle, 'danger'],
  cancelled: [IconCircleOff, 'calm'],
} as const

function JobState({ of: state }: { of: Job['state'] }) {
  const [icon, tone] = signs[state]
  return <State icon={icon} tone={tone} word={words.states[state]} />
}

function Done({ of: { progress_value: value, progress_total: total, state } }: { of: Job }) {
  const text = words.of(value, total)
  return (
    <Stack gap={2} miw={120}>
      <Text size="sm" className="figures">
        {text}
      </Text>
      {state === 'active' && total !== null && total > 0 && (
        <Progress value={(100 * value) / total} size="sm" aria-label={text} />
      )}
    </Stack>
  )
}
