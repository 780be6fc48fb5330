import { listSegmentsOfList } from '../../../src/contract/segments/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useRecent } from './recent.ts'
import {
  offeredMost,
  RecordSelect,
  useTyped,
  withRecent,
  type Named,
  type RecordSelectProps,
} from './record-select.tsx'

type Props = Omit<RecordSelectProps, 'chosen' | 'found' | 'typing'> & {
  listId: number
  /** Not this one. */
  but?: number | undefined
  /** A choice besides the segments, with an id that none has. */
  besides?: Named
}

/** Chooses a segment of a list. */
export function SegmentSelect({ listId, value, onChange, but, besides, ...rest }: Props) {
  const saved = useSegment(listId, value)
  const own = value === besides?.id ? besides : saved
  const { asked, typing, isOpened } = useTyped(own ?? null)
  const recent = useRecent('segment')
  const params = { mailing_list_id: listId }
  const former = useCall(
    listSegmentsOfList,
    { params, query: { ids: recent.ids.join(',') } },
    { enabled: isOpened && recent.ids.length > 0 },
  )
  const query = { per_page: offeredMost, ...(asked === '' ? {} : { name_contains: asked }) }
  const segments = useCall(listSegmentsOfList, { params, query }, { keep: true })
  const all = segments.data?.data ?? []
  const records = all.filter(({ id }) => id !== but)
  const total = (segments.data?.paging?.num_records ?? 0) - (all.length - records.length)
  const lately = asked === '' ? recent.of(former.data?.data).filter(({ id }) => id !== but) : []
  const found = withRecent({ records, total, isLoading: segments.isFetching }, lately)
  const isBeside = besides !== undefined && asked === ''
  return (
    <RecordSelect
      {...rest}
      value={value}
      onChange={(id) => {
        if (id !== besides?.id) recent.remember(id)
        onChange(id)
      }}
      chosen={own ?? null}
      found={isBeside ? { ...found, records: [besides, ...found.records], total: found.total + 1 } : found}
      typing={typing}
    />
  )
}

/** Whether the list has segments at all, besides the one that is chosen. */
export function useFirstSegments(listId: number) {
  return useCall(listSegmentsOfList, {
    params: { mailing_list_id: listId },
    query: { per_page: offeredMost },
  })
}

function useSegment(listId: number, id: number | null): Named | null {
  const first = useFirstSegments(listId)
  const among = first.data?.data.find((one) => one.id === id) ?? null
  const isElsewhere = id !== null && id > 0 && first.isSuccess && among === null
  const query = { ids: String(id) }
  const own = useCall(
    listSegmentsOfList,
    { params: { mailing_list_id: listId }, query },
    { enabled: isElsewhere },
  )
  return among ?? (isElsewhere ? (own.data?.data[0] ?? null) : null)
}
