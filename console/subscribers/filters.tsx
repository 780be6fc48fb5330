import { Button, Checkbox, Group, Popover, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useQueryParam } from '../app/places.ts'
import { ListSelect } from '../resources/choose/list-select.tsx'
import { peopleWords as words, statusWords } from '../words/audience/subscribers.ts'
import type { Choice } from './columns.tsx'

type FiltersProps = {
  choose: Choice
  total: { records: number; isExact: boolean } | null
  isSearching: boolean
}

const narrow = { w: { base: 'calc(50% - 6px)', sm: '10rem' } }

/** Fast enough to feel like typing, slow enough for one call a word. */
const quietMs = 150

export function Filters({ choose, total, isSearching }: FiltersProps) {
  const [list, setList] = useQueryParam('list')
  const [status, setStatus] = useQueryParam('status')
  const [q] = useQueryParam('q')
  const [order, setOrder] = useQueryParam('order')
  return (
    <Group align="flex-end" gap="sm">
      <SearchField />
      <ListSelect
        label={words.list}
        placeholder={words.allLists}
        value={list === '' ? null : Number(list)}
        onChange={(id) => setList(String(id ?? ''))}
        clearable
        {...narrow}
      />
      <Select
        label={words.status}
        data={[
          { value: '', label: words.anyStatus },
          ...Object.entries(statusWords).map(([value, label]) => ({ value, label })),
        ]}
        value={status}
        onChange={(value) => setStatus(value ?? '')}
        allowDeselect={false}
        {...narrow}
      />
      {q === '' && (
        <Select
          label={words.order}
          data={Object.entries(words.orders).map(([value, label]) => ({ value, label }))}
          value={order === '' ? (status === '' ? 'email' : 'newest') : order}
          onChange={(value) => setOrder(value ?? '')}
          allowDeselect={false}
          {...narrow}
        />
      )}
      <Columns choose={choose} />
      <Text size="sm" c="dimmed" className="figures" role="status" pb={8}>
        {sizeOf(total, isSearching)}
      </Text>
    </Group>
  )
}

function sizeOf(total: FiltersProps['total'], isSearching: boolean): string {
  if (total === null) return ''
  if (isSearching) return words.soFar(total.records)
  return words.people(total.records, total.isExact)
}

function SearchField() {
  const [q, setQ] = useQueryParam('q')
  const [typed, setTyped] = useState(q)
  const send = useDebouncedCallback(setQ, quietMs)
  // Another page, or the button for domains, may set it.
  useEffect(() => setTyped(q), [q])
  return (
    <TextInput
      type="search"
      label={words.search}
      placeholder={words.searchHint}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        send(value)
      }}
      style={{ flex: '1 1 18rem' }}
    />
  )
}

function Columns({ choose: { all, shown, change } }: { choose: Choice }) {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default">{words.columns}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group label={words.columns} value={[...shown]} onChange={change}>
          <Stack gap="xs" mt="xs" mah="20rem" style={{ overflow: 'auto' }}>
            {all.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
