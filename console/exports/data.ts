import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { listSubscriberExports, type ExportRecord } from '../../src/contract/exports/endpoints.ts'
import { useCall, type Answer } from '../app/api.ts'
import { moveAnswers } from '../app/reach/heard.ts'
import { useOrganizationId } from '../app/session.tsx'
import { useChanges, usePollMs, type Change } from '../app/stream.tsx'

type Query = { page: number; per_page: number }

/** Exports as the list answers them, moved by the stream. Their files come with the answer that follows the end. */
export function useExports({ page, per_page }: Query): UseQueryResult<Answer<ExportRecord[]>> {
  const known = useQueryClient()
  const organizationId = useOrganizationId()
  useChanges('subscriber_exports', (change) => {
    const key = [organizationId, listSubscriberExports.tag, listSubscriberExports.id]
    if (change.patch['finished_at'] !== null) return void known.invalidateQueries({ queryKey: key })
    moveAnswers<Answer<ExportRecord[]>>(known, key, (answer) => ({
      ...answer,
      data: answer.data.map((one) => (one.id === change.id ? moved(one, change) : one)),
    }))
  })
  const query = { scope: 'all' as const, page, per_page }
  return useCall(listSubscriberExports, { query }, { keep: true, everyMs: usePollMs() })
}

function moved(record: ExportRecord, { patch }: Change): ExportRecord {
  const { state, finished_at: _ended, ...counters } = patch
  return { ...record, state: state as ExportRecord['state'], stats: { ...record.stats, ...counters } }
}
