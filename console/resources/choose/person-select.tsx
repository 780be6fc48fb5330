import { useState } from 'react'
import { searchSubscribers } from '../../../src/contract/subscribers/search.ts'
import { useCall } from '../../app/api.ts'
import { offeredMost, RecordSelect, useTyped, type Named, type RecordSelectProps } from './record-select.tsx'

type Props = Omit<RecordSelectProps, 'chosen' | 'found' | 'typing'> & { listId: number }

/** Chooses a person of a list by the beginning of the address. */
export function PersonSelect({ listId, value, onChange, ...rest }: Props) {
  const [kept, keep] = useState<Named | null>(null)
  const own = kept?.id === value ? kept : null
  const { asked, typing } = useTyped(own)
  const query = {
    mailing_list_id: listId,
    per_page: offeredMost,
    ...(asked === '' ? {} : { q: asked }),
  }
  const people = useCall(searchSubscribers, { query }, { keep: true })
  const records = (people.data?.data ?? []).map(({ id, email }) => ({ id, name: email ?? String(id) }))
  const total = people.data?.paging?.num_records ?? 0
  const found = { records, total, isLoading: people.isFetching }
  return (
    <RecordSelect
      {...rest}
      value={value}
      onChange={(id) => {
        keep(records.find((one) => one.id === id) ?? null)
        onChange(id)
      }}
      chosen={own}
      found={found}
      typing={typing}
    />
  )
}
