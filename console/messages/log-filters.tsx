import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { messageStates } from '../../src/contract/messages/states.ts'
import { useQueryParam } from '../app/places.ts'
import { areMany } from '../design/choices.ts'
import { messageWords } from '../words/messages.ts'
import { useStreams } from './queries.ts'

const words = messageWords.log

/** The filters are part of the address: a colleague's link shows the same. */
export function useLogFilter() {
  const [email] = useQueryParam('email')
  const [stream] = useQueryParam('stream')
  const [tag] = useQueryParam('tag')
  const [stated] = useQueryParam('state')
  const [from] = useQueryParam('from')
  const [to] = useQueryParam('to')
  const state = messageStates.find((one) => one === stated)
  const query = {
    ...(email !== '' && { email }),
    ...(stream !== '' && { stream }),
    ...(tag !== '' && { tag }),
    ...(state !== undefined && { state }),
    ...(from !== '' && { created_at__start: from }),
    ...(to !== '' && { created_at__end: to }),
  }
  return { query, isFiltered: Object.keys(query).length > 0 }
}

export function LogFilters({ isFiltered }: { isFiltered: boolean }) {
  const [, setParams] = useSearchParams()
  const [cleared, setCleared] = useState(0)
  const [state, setState] = useQueryParam('state')
  const [stream, setStream] = useQueryParam('stream')
  const streams = useStreams()
  const names = (streams.data?.data ?? []).map(({ name }) => ({ value: name, label: name }))
  const states = messageStates.map((value) => ({ value, label: messageWords.states[value] }))
  const clear = () => {
    setParams({}, { replace: true })
    // What was typed goes with the filters.
    setCleared(cleared + 1)
  }
  return (
    <Group component="search" aria-label={words.title} gap="sm" align="flex-end">
      <Typed
        key={`email ${cleared}`}
        name="email"
        label={words.address}
        hint={words.addressHint}
        width={200}
      />
      <Select
        label={words.stream}
        data={[{ value: '', label: words.allStreams }, ...names]}
        value={stream}
        onChange={(value) => setStream(value ?? '')}
        allowDeselect={false}
        searchable={areMany(names)}
        w={140}
      />
      <Select
        label={words.state}
        data={[{ value: '', label: words.anyState }, ...states]}
        value={state}
        onChange={(value) => setState(value ?? '')}
        allowDeselect={false}
        w={150}
      />
      <Typed key={`tag ${cleared}`} name="tag" label={words.tag} width={100} />
      <Day name="from" label={words.from} />
      <Day name="to" label={words.to} />
      {isFiltered && (
        <Button variant="default" onClick={clear}>
          {words.clear}
        </Button>
      )}
    </Group>
  )
}

function Day({ name, label }: { name: 'from' | 'to'; label: string }) {
  const [value, set] = useQueryParam(name)
  return (
    <TextInput
      label={label}
      type="date"
      value={value}
      onChange={({ currentTarget: { value: day } }) => set(day)}
    />
  )
}

type TypedProps = { name: 'email' | 'tag'; label: string; hint?: string; width: number }

function Typed({ name, label, hint, width }: TypedProps) {
  const [value, set] = useQueryParam(name)
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback((text: string) => set(text.trim()), 300)
  return (
    <TextInput
      type="search"
      label={label}
      {...(hint !== undefined && { placeholder: hint })}
      value={typed}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        search(text)
      }}
      w={width}
    />
  )
}
