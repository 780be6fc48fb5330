import { Select } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { createSegment } from '../../src/contract/segments/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization, useQueryParam } from '../app/places.ts'
import { Page } from '../design/page.tsx'
import { segmentWords as words } from '../words/audience/segments.ts'
import { useChoices } from './choices.ts'
import { newGroup } from './draft.ts'
import { SegmentForm } from './form.tsx'

export default function NewSegment() {
  const at = useInOrganization()
  const [, go] = useLocation()
  const [list, setList] = useQueryParam('list')
  const { choices } = useChoices(null)
  const [top] = useState(() => newGroup('all'))
  const [only] = choices.lists
  const chosen = list === '' && choices.lists.length === 1 && only !== undefined ? only.value : list
  const listId = /^\d+$/.test(chosen) ? Number(chosen) : null
  const create = useChange(createSegment, { done: ({ id }) => go(at(`/segments/${id}`)) })
  return (
    <Page title={words.new.title} lead={words.lead} parent={{ title: words.title, to: at('/segments') }}>
      <Select
        label={words.new.list}
        placeholder={words.new.choose}
        data={choices.lists}
        value={chosen === '' ? null : chosen}
        allowDeselect={false}
        onChange={(value) => setList(value ?? '')}
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
