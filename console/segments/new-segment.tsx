import { useState } from 'react'
import { useLocation } from 'wouter'
import { createSegment } from '../../src/contract/segments/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization, useQueryParam } from '../app/places.ts'
import { ListSelect, useFirstLists } from '../resources/choose/list-select.tsx'
import { Page } from '../design/page.tsx'
import { segmentWords as words } from '../words/audience/segments.ts'
import { newGroup } from './draft.ts'
import { SegmentForm } from './form.tsx'

export default function NewSegment() {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [list, setList] = useQueryParam('list')
  const [top] = useState(() => newGroup('all'))
  const first = useFirstLists().data?.data ?? []
  const only = first.length === 1 ? (first[0]?.id ?? null) : null
  const listId = /^\d+$/.test(list) ? Number(list) : only
  const create = useChange(createSegment, { done: ({ id }) => go(at(`/segments/${id}`)) })
  return (
    <Page title={words.new.title} lead={words.lead} parent={{ title: words.title, to: at('/segments') }}>
      <ListSelect
        label={words.new.list}
        placeholder={words.new.choose}
        stored
        value={listId}
        allowDeselect={false}
        onChange={(id) => setList(String(id ?? ''))}
        maw="20rem"
      />
      {listId !== null && (
        <SegmentForm
          key={listId}
          listId={listId}
          initial={{ name: '', top }}
          save={(body) => create.mutate({ params: { mailing_list_id: listId }, body })}
          state={create}
        />
      )}
    </Page>
  )
}
