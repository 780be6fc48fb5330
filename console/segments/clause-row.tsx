import { ActionIcon, Group, Select } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { segmentWords } from '../words/audience/segments.ts'
import { ActivityValue } from './values/activity.tsx'
import { ConsentValue } from './values/consent.tsx'
import { activitySubjects, type ClauseDraft } from './draft.ts'
import type { Choices, Row } from './row.ts'
import { clauseAbout, operatorName, operatorsOf, subjectChoices, subjectName } from './subjects.ts'
import { Value, valueFor } from './values/tested.tsx'

const words = segmentWords.builder

type ClauseRowProps = { clause: ClauseDraft; row: Row; choices: Choices }

export function ClauseRow({ clause, row, choices }: ClauseRowProps) {
  const { subject } = clause
  const operators = operatorsOf(subject, choices.fields)
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
  const set = (changes: Partial<ClauseDraft>) => row.set({ ...clause, ...changes })
  const about = (next: string | null) => {
    if (next !== null) row.set({ ...clauseAbout(next, choices.fields), key: clause.key })
  }
  const name = subjectName(subject, choices.fields)
  return (
    <Group ref={place} gap="xs" className="clause" onKeyDown={keys} role="group" aria-label={name}>
      <Select
        className="clause-subject"
        aria-label={words.what}
        data={subjectChoices(choices)}
        value={subject}
        allowDeselect={false}
        searchable
        nothingFoundMessage={words.noSubject}
        maxDropdownHeight={360}
        onChange={about}
      />
      {operators.length > 0 && (
        <Select
          aria-label={words.how}
          data={operators.map((value) => ({ value, label: operatorName(subject, value) }))}
          value={clause.operator}
          allowDeselect={false}
          maxDropdownHeight={360}
          onChange={(operator) => set(valueFor(clause, operator ?? '', choices.fields))}
        />
      )}
      {activitySubjects.includes(subject) ? (
        <ActivityValue clause={clause} set={set} choices={choices} />
      ) : subject === 'consent' ? (
        <ConsentValue clause={clause} set={set} choices={choices} />
      ) : (
        <Value clause={clause} set={set} choices={choices} />
      )}
      <Group gap={2} wrap="nowrap" className="clause-acts">
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
