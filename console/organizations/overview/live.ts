import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { JobState, JobType } from '../../../src/contract/jobs/list.ts'
import { showOverview, type Overview } from '../../../src/contract/organizations/overview.ts'
import { keyOf, useCall, type Answer } from '../../app/api.ts'
import { moveAnswers } from '../../app/reach/heard.ts'
import { useOrganizationId } from '../../app/session.tsx'
import { useChanges, usePollMs, type Change } from '../../app/stream.tsx'

/** What no stream reports, such as a lost DNS record, is fetched once a minute. */
const calmMs = 60_000
/** The stream does not report undos either. */
const undoMs = 5_000
/** A busy organization changes four times a second. */
const againMs = 2_000

/** The overview: the stream moves its jobs and figures; when a job comes, ends or waits it is fetched again. */
export function useOverview(): UseQueryResult<Answer<Overview>> {
  const known = useQueryClient()
  const key = keyOf(useOrganizationId(), showOverview, {})
  const fetchAgain = useAtMostEvery(againMs, () => known.invalidateQueries({ queryKey: key }))
  const hear = (change: Change) => {
    const answer = known.getQueryData<Answer<Overview>>(key)
    if (answer === undefined) return
    if (withChange(answer.data, change) === null) fetchAgain()
    moveAnswers<Answer<Overview>>(known, key, (one) => ({
      ...one,
      data: withChange(one.data, change) ?? one.data,
    }))
  }
  useChanges('subscriber_imports', hear)
  useChanges('subscriber_exports', hear)
  useChanges('subscriber_bulk_changes', hear)
  useChanges('campaigns', hear)
  const pollMs = usePollMs()
  const running = known.getQueryData<Answer<Overview>>(key)?.data.running ?? []
  const isUndoing = running.some(({ job_type: type }) => type === 'SubscriberImportUndo')
  return useCall(showOverview, {}, { everyMs: pollMs || (isUndoing ? undoMs : calmMs) })
}

const typeOf: Record<Change['resource'], JobType> = {
  subscriber_imports: 'SubscriberImport',
  subscriber_exports: 'SubscriberExport',
  subscriber_bulk_changes: 'SubscriberBulkChange',
  campaigns: 'Campaign',
}

const activeStates = new Set(['downloading', 'splitting', 'importing', 'exporting', 'running', 'sending'])

/** @returns null if the change tells too little: the record is new, or in another state than before. */
export function withChange(overview: Overview, change: Change): Overview | null {
  if (change.changed === true) return null
  const type = typeOf[change.resource]
  const job = overview.running.find(({ id, job_type }) => id === change.id && job_type === type)
  if (job !== undefined && stateIn(change.patch) !== job.state) return null
  const progress = progressIn(change)
  if (job !== undefined && progress === null) return null
  const running = overview.running.map((one) => (one === job ? { ...job, ...progress } : one))
  const campaigns =
    type === 'Campaign'
      ? (overview.campaigns?.map((one) => (one.id === change.id ? { ...one, ...figuresIn(change) } : one)) ??
        null)
      : overview.campaigns
  return { ...overview, running, campaigns }
}

function stateIn({ state, paused }: Change['patch']): JobState {
  if (paused === true) return 'paused'
  return activeStates.has(state) ? 'active' : (state as JobState)
}

type Stats = Record<string, Record<string, number> | undefined>

/** null: the person may not see it in the stream. */
function progressIn({
  resource,
  patch,
}: Change): { progress_value: number; progress_total: number | null } | null {
  if (resource === 'campaigns') {
    const { recipients } = (patch['stats'] ?? {}) as Stats
    if (recipients === undefined) return null
    const { sent = 0, skip = 0, total = 0 } = recipients
    const isKnown = patch['started_at'] !== null && String(recipients['total_is']) !== 'counting'
    return { progress_value: sent + skip, progress_total: isKnown ? total : null }
  }
  if (resource === 'subscriber_bulk_changes') {
    return {
      progress_value: Number(patch['people_done']),
      progress_total: patch['people_total'] as number | null,
    }
  }
  const done = patch[resource === 'subscriber_imports' ? 'records_imported' : 'records_exported']
  return { progress_value: Number(done), progress_total: patch['number_of_records'] as number | null }
}

function figuresIn({ patch }: Change) {
  const stats = (patch['stats'] ?? {}) as Stats
  const given = {
    recipients: stats['recipients']?.['total'],
    sent: stats['sent']?.['accepted'],
    opened: stats['open']?.['unique'],
    clicked: stats['click']?.['unique'],
    left: stats['unsub']?.['unique'],
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** @returns `act`, which runs at most once in that time, and once more for calls in between. */
function useAtMostEvery(everyMs: number, act: () => unknown): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const isWanted = useRef(false)
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  const run = () => {
    isWanted.current = false
    void latest.current()
    timer.current = setTimeout(() => {
      timer.current = null
      if (isWanted.current) run()
    }, everyMs)
  }
  return () => {
    if (timer.current === null) run()
    else isWanted.current = true
  }
}
