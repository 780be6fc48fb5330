import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  listSubscriberImports,
  showSubscriberImport,
  watchSubscriberImport,
  type ImportElement,
  type ImportRecord,
  type ImportScope,
} from '../../src/contract/imports/endpoints.ts'
import { endedStates } from '../../src/contract/imports/states.ts'
import { keyOf, useCall, type Answer } from '../app/api.ts'
import { useIdParam } from '../app/places.ts'
import { moveAnswers } from '../app/reach/heard.ts'
import { useOrganizationId } from '../app/session.tsx'
import { useChanges, usePollMs, type Change } from '../app/stream.tsx'
import { useProgress } from './progress.ts'

type Query = { scope: ImportScope; page?: number; per_page: number }

/** Imports as the list answers them, moved by the stream. */
export function useImports(query: Query): UseQueryResult<Answer<ImportElement[]>> {
  const known = useQueryClient()
  const organizationId = useOrganizationId()
  useChanges('subscriber_imports', (change) => {
    const key = [organizationId, listSubscriberImports.tag, listSubscriberImports.id]
    moveAnswers<Answer<ImportElement[]>>(known, key, (answer) => ({
      ...answer,
      data: answer.data.map((one) => (one.id === change.id ? moved(one, change) : one)),
    }))
  })
  return useCall(listSubscriberImports, { query }, { keep: true, everyMs: usePollMs() })
}

function moved(element: ImportElement, { patch }: Change): ImportElement {
  const { state, finished_at: finishedAt, ...counters } = patch
  return {
    ...element,
    state: state as ImportElement['state'],
    finished_at: finishedAt as ImportElement['finished_at'],
    stats: { ...element.stats, ...counters },
  }
}

/** Nothing of it moves any more, neither rows nor an undo. */
export function isOver({ state, undo }: ImportRecord): boolean {
  const isUndoing = undo !== undefined && undo.finished_at === null
  return endedStates.some((one) => one === state) && !isUndoing
}

/** The import of the address, moved by its own stream until it is over. */
export function useImport(): UseQueryResult<Answer<ImportRecord>> {
  const id = useIdParam('import')
  const known = useQueryClient()
  const organizationId = useOrganizationId()
  const input = { params: { id } }
  const key = keyOf(organizationId, showSubscriberImport, input)
  const record = known.getQueryData<Answer<ImportRecord>>(key)?.data
  const path = record === undefined || isOver(record) ? null : watchSubscriberImport.path
  const everyMs = useProgress(path?.replace(':id', String(id)) ?? null, (data) =>
    moveAnswers<Answer<ImportRecord>>(known, key, () => ({ data: data as ImportRecord, paging: null })),
  )
  return useCall(showSubscriberImport, input, { everyMs })
}
