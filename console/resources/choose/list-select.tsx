import { listMailingLists } from '../../../src/contract/lists/endpoints.ts'
import { useCall } from '../../app/api.ts'
import { useRecent } from './recent.ts'
import { offeredMost, RecordSelect, useTyped, withRecent, type RecordSelectProps } from './record-select.tsx'

type Props = Omit<RecordSelectProps, 'chosen' | 'found' | 'typing'> & {
  /** Not this one. */
  but?: number
  /** Only lists whose people are stored here. */
  stored?: boolean
}

/** Chooses a mailing list of the organization. */
export function ListSelect({ value, onChange, but, stored = false, ...rest }: Props) {
  const own = useList(value)
  const { asked, typing, isOpened } = useTyped(own)
  const recent = useRecent('list')
  const former = useCall(
    listMailingLists,
    { query: { ...queryOf('', stored), ids: recent.ids.join(',') } },
    { enabled: isOpened && recent.ids.length > 0 },
  )
  const lists = useCall(listMailingLists, { query: queryOf(asked, stored) }, { keep: true })
  const all = lists.data?.data ?? []
  const records = all.filter(({ id }) => id !== but)
  const total = (lists.data?.paging?.num_records ?? 0) - (all.length - records.length)
  const found = { records, total, isLoading: lists.isFetching }
  const lately = asked === '' ? recent.of(former.data?.data).filter(({ id }) => id !== but) : []
  return (
    <RecordSelect
      {...rest}
      value={value}
      onChange={(id) => {
        recent.remember(id)
        onChange(id)
      }}
      chosen={own}
      found={withRecent(found, lately)}
      typing={typing}
    />
  )
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
