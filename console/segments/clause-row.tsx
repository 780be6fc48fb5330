import { ActionIcon, Group, Select, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { segmentWords } from '../words/audience/segments.ts'
import { statusWords } from '../words/audience/subscribers.ts'
import type { Choices, Row } from './row.ts'
import { ageOperators, newClause, operatorsOf } from './draft.ts'
import type { ClauseDraft, ClauseKind } from './draft.ts'

const words = segmentWords.builder
const kinds = Object.entries(segmentWords.kinds).map(([value, label]) => ({ value, label }))

type ClauseRowProps = { clause: ClauseDraft; row: Row; choices: Choices }

export function ClauseRow({ clause, row, choices }: ClauseRowProps) {
  const operators = operatorsOf(clause.kind)
  const place = useRef<HTMLDivElement>(null)
  const { hasMoved } = row
  useEffect(() => {
    if (hasMoved && place.current?.contains(document.activeElement) === false) {
      place.current.querySelector('input')?.focus()
    }
  }, [hasMoved])
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey) return
    const act = { ArrowUp: () => row.move(-1), ArrowDown: () => row.move(1), Delete: row.remove }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const setOperator = (operator: string | null) => {
    const wasAge = ageOperators.includes(clause.operator)
    const isAge = ageOperators.includes(operator ?? '')
    const value =
      clause.kind.startsWith('subscriber_date') && wasAge !== isAge ? (isAge ? '30' : '') : clause.value
    row.set({ ...clause, operator: operator ?? '', value })
  }
  return (
    <Group
      ref={place}
      gap="xs"
      className="clause"
      onKeyDown={keys}
      role="group"
      aria-label={segmentWords.kinds[clause.kind]}
    >
      <Select
        aria-label={words.what}
        data={kinds}
        value={clause.kind}
        allowDeselect={false}
        maxDropdownHeight={360}
        onChange={(kind) => row.set({ ...newClause(kind as ClauseKind), key: clause.key })}
      />
      {operators.length > 0 && (
        <Select
          aria-label={words.how}
          data={operators.map((value) => ({ value, label: segmentWords.operators[value] ?? value }))}
          value={clause.operator}
          allowDeselect={false}
          onChange={setOperator}
        />
      )}
      <Value clause={clause} set={(value) => row.set({ ...clause, value })} choices={choices} />
      <Group gap={2} wrap="nowrap">
        <Act word={words.up} icon={IconArrowUp} act={() => row.move(-1)} />
        <Act word={words.down} icon={IconArrowDown} act={() => row.move(1)} />
        <Act word={words.remove} icon={IconX} act={row.remove} />
      </Group>
    </Group>
  )
}

function Act({ word, icon: Icon, act }: { word: string; icon: typeof IconX; act: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={word} onClick={act}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

type ValueProps = { clause: ClauseDraft; set: (value: string) => void; choices: Choices }

function Value({ clause: { kind, operator, value }, set, choices }: ValueProps) {
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value)
  if (kind.startsWith('subscriber_date')) {
    if (!ageOperators.includes(operator)) {
      return <TextInput aria-label={words.value} type="date" value={value} onChange={typed} />
    }
    return (
      <Group gap="xs" wrap="nowrap">
        <TextInput aria-label={words.value} inputMode="numeric" w="5rem" value={value} onChange={typed} />
        <Text size="sm">{words.days}</Text>
      </Group>
    )
  }
  const statuses = Object.entries(statusWords).map(([one, label]) => ({ value: one, label }))
  const lists = kind === 'in_mailing_list' ? choices.lists : choices.suppressionLists
  return (
    <Select
      aria-label={words.value}
      data={kind === 'subscriber_status' ? statuses : lists}
      value={value === '' ? null : value}
      allowDeselect={false}
      onChange={(chosen) => set(chosen ?? '')}
      searchable={kind !== 'subscriber_status' && lists.length > 10}
    />
  )
}
