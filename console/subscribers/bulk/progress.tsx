import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  cancelBulkChange,
  listBulkChanges,
  type BulkChangeRecord,
} from '../../../src/contract/subscribers/bulk-changes.ts'
import { keyOf, useCall, useChange, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { moveAnswers } from '../../app/reach/heard.ts'
import { useOrganizationId } from '../../app/session.tsx'
import { useChanges, usePollMs, type Change } from '../../app/stream.tsx'
import { Failure } from '../../design/states.tsx'
import { reasonOf } from '../../app/reach/reasons.ts'
import { bulkWords as words } from '../../words/audience/subscribers.ts'

/** How long the sentence at the end stays. */
const shownMs = 10 * 60_000

/** The bulk changes of a list that run, and those that have just ended. */
export function BulkProgress({ listId }: { listId: number }) {
  const queries = useQueryClient()
  const organizationId = useOrganizationId()
  const params = { mailing_list_id: listId }
  const known = useCall(listBulkChanges, { params, query: { per_page: 5 } }, { everyMs: usePollMs() })
  useChanges('subscriber_bulk_changes', (change) => {
    const key = keyOf(organizationId, listBulkChanges, { params, query: { per_page: 5 } })
    if (change.patch['finished_at'] !== null) return void queries.invalidateQueries({ queryKey: key })
    moveAnswers<Answer<BulkChangeRecord[]>>(queries, key, (answer) => ({
      ...answer,
      data: answer.data.map((one) => (one.id === change.id ? moved(one, change) : one)),
    }))
  })
  const shown = (known.data?.data ?? []).filter(
    ({ finished_at: end }) => end === null || Date.now() - Date.parse(end) < shownMs,
  )
  const open = shown.filter(({ finished_at: end }) => end === null).length
  const before = useRef(open)
  // The rows below are as old as the change that has just ended.
  useEffect(() => {
    if (open < before.current)
      void queries.invalidateQueries({ queryKey: [organizationId, listBulkChanges.tag] })
    before.current = open
  }, [open, queries, organizationId])
  if (shown.length === 0) return null
  return (
    <Stack gap="xs" role="group" aria-label={words.progress}>
      {shown.map((change) => (
        <OneChange key={change.id} change={change} />
      ))}
    </Stack>
  )
}

function moved(record: BulkChangeRecord, { patch }: Change): BulkChangeRecord {
  const { state, finished_at: _ended, ...counters } = patch
  return {
    ...record,
    state: state as BulkChangeRecord['state'],
    stats: { ...record.stats, ...counters },
  }
}

function OneChange({ change }: { change: BulkChangeRecord }) {
  const may = useMay()
  const cancel = useChange(cancelBulkChange)
  const { people_total: total, people_done: done } = change.stats
  const isOver = change.finished_at !== null
  return (
    <Stack gap={4}>
      <Group gap="sm" justify="space-between">
        <Text size="sm" className="figures" role={isOver ? 'status' : undefined}>
          {`${words.what(change)}: ${words.sentence({ ...change, error_message: reasonOf(change.error_message ?? '') })}`}
        </Text>
        {!isOver && may(cancelBulkChange) && (
          <Button
            variant="default"
            size="compact-sm"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: change.id } })}
          >
            {words.cancel}
          </Button>
        )}
      </Group>
      {!isOver && (
        <Progress
          value={total === null || total === 0 ? 0 : (100 * done) / total}
          aria-label={words.what(change)}
        />
      )}
      {cancel.isError && <Failure error={cancel.error} />}
    </Stack>
  )
}
