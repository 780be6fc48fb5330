import { listMailingLists } from '../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { offeredMost, RecordSelect, useTyped, type RecordSelectProps } from './record-select.tsx'

type Props = Omit<RecordSelectProps, 'chosen' | 'found' | 'typing'> & {
  /** Not this one. */
  but?: number
  /** Only lists whose people are stored here. */
  stored?: boolean
}

/** Chooses a mailing list of the organization. */
export function ListSelect({ value, but, stored = false, ...rest }: Props) {
  const own = useList(value)
  const { asked, typing } = useTyped(own)
  const lists = useCall(listMailingLists, { query: queryOf(asked, stored) }, { keep: true })
  const all = lists.data?.data ?? []
  const records = all.filter(({ id }) => id !== but)
  const total = (lists.data?.paging?.num_records ?? 0) - (all.length - records.length)
  const found = { records, total, isLoading: lists.isFetching }
  return <RecordSelect {...rest} value={value} chosen={own} found={found} typing={typing} />
}

/** The first lists of the organization: for the page that has to know whether there is one, or only one. */
export function useFirstLists() {
  return useCall(listMailingLists, { query: queryOf('', false) })
}

/** The list with this id; null while it is not known, and if there is none. */
export function useList(id: number | null) {
  const first = useFirstLists()
  const among = first.data?.data.find((list) => list.id === id) ?? null
  const isElsewhere = id !== null && id > 0 && first.isSuccess && among === null
  const own = useCall(listMailingLists, { query: { ids: String(id) } }, { enabled: isElsewhere })
  return among ?? (isElsewhere ? (own.data?.data[0] ?? null) : null)
}

function queryOf(words: string, isStored: boolean) {
  return {
    per_page: offeredMost,
    ...(words === '' ? {} : { name_contains: words }),
    ...(isStored ? { is_remote_list: false } : {}),
  }
}
