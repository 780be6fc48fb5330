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
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { jobTypes, type JobType, type jobSchema } from '../../src/contract/jobs/list.ts'
import type { useCall } from '../app/api.ts'
import { usePageParam, useQueryParam, useZone } from '../app/places.ts'
import { State } from '../design/facts.tsx'
import { instantWithoutZone } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Answered, Empty } from '../design/states.tsx'
import { Pages, Rows, type Column } from '../design/table.tsx'
import { jobWords as words } from '../words/jobs.ts'

export type Job = z.output<typeof jobSchema>

/** What the address says: which jobs, of which kind, which page of them. */
export function useChoices() {
  const [which, show] = useQueryParam('show', 'unfinished')
  const [type, choose] = useQueryParam('type')
  const [page, turn] = usePageParam()
  const jobType: JobType | undefined = jobTypes.find((one) => one === type)
  const query = { page, per_page: 50, ...(jobType !== undefined && { job_type: jobType }) }
  return { isAll: which === 'all', show, jobType, choose, query, turn }
}

type JobListProps = {
  of: ReturnType<typeof useCall<string, z.ZodType, z.ZodType<Job[]>, z.ZodObject>>
  title: string
  /** How the name leads to the record. */
  nameOf: (job: Job) => ReactNode
  /** Where the job belongs: its list, or its organization. */
  belongs: { word: string; show: (job: Job) => ReactNode }
}

/** Jobs, filtered by what the address says, with a filter of their state and kind above. */
export function JobList({ of: jobs, title, nameOf, belongs }: JobListProps) {
  const zone = useZone()
  const { isAll, turn } = useChoices()
  const columns: Column<Job>[] = [
    { key: 'name', word: words.name, place: 'lead', show: nameOf },
    { key: 'type', word: words.type, show: ({ job_type: kind }) => words.types[kind] },
    { key: 'belongs', ...belongs },
    { key: 'state', word: words.state, show: ({ state }) => <JobState of={state} /> },
    { key: 'progress', word: words.progress, show: (job) => <Done of={job} /> },
    {
      key: 'begins',
      word: words.begins(zone),
      show: ({ begins_at: time }) => instantWithoutZone(time, zone),
    },
  ]
  return (
    <>
      <Choices />
      <Panel flush>
        <Answered of={jobs}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...words.empty[isAll ? 'all' : 'unfinished']} />
            ) : (
              <>
                <Rows
                  caption={title}
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
    </>
  )
}

function Choices() {
  const { isAll, show, jobType, choose } = useChoices()
  return (
    <Group>
      <SegmentedControl
        aria-label={words.which.label}
        value={isAll ? 'all' : 'unfinished'}
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
  // Nothing can be done yet, and a bare 0 says nothing.
  if (state === 'scheduled' && value === 0 && total === null) return null
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
