import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { segmentWords } from '../words/audience/segments.ts'
import { ClauseRow } from './clause-row.tsx'
import { newClause, newGroup, type Draft, type GroupDraft, type GroupType } from './draft.ts'
import { added, moved, replaced } from './edit.ts'
import type { Choices, Row } from './row.ts'
import './segments.css'

const words = segmentWords.builder

type BuilderProps = {
  top: GroupDraft
  change: (top: GroupDraft) => void
  choices: Choices
  /** What no conditions at all mean. */
  none?: string
}

/** Groups in groups, all by keyboard. What is removed comes back by one press. */
export function Builder({ top, change, choices, none = words.everybody }: BuilderProps) {
  const [former, setFormer] = useState<{ top: GroupDraft; key: number } | null>(null)
  const [movedKey, setMovedKey] = useState<number | null>(null)
  const rowOf = ({ key }: Draft): Row => ({
    set: (next) => change(replaced(top, key, () => next)),
    remove: () => {
      setFormer({ top, key })
      change(replaced(top, key, () => null))
    },
    move: (by) => {
      setMovedKey(key)
      change(moved(top, key, by))
    },
    hasMoved: key === movedKey,
  })
  const add = (groupKey: number, item: Draft) => {
    change(added(top, groupKey, item))
    const [first = item] = item.kind === 'group' ? item.items : [item]
    setMovedKey(first.key)
  }
  // What had the focus is gone.
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (former !== null) undo.current?.focus({ preventScroll: true })
  }, [former])
  return (
    <Stack gap="sm">
      <GroupBox group={top} depth={0} {...{ rowOf, add, choices, none }} />
      <Group gap="xs" role="status">
        {former !== null && (
          <>
            <Text size="sm">{words.removed}</Text>
            <Button
              ref={undo}
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                change(former.top)
                setMovedKey(former.key)
                setFormer(null)
              }}
            >
              {words.undo}
            </Button>
          </>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {words.keys}
      </Text>
    </Stack>
  )
}

type GroupBoxProps = {
  group: GroupDraft
  depth: number
  rowOf: (item: Draft) => Row
  add: (groupKey: number, item: Draft) => void
  choices: Choices
  none: string
}

/** The API takes ten levels; people follow three. */
const depthMax = 3

function GroupBox({ group, depth, rowOf, add, choices, none }: GroupBoxProps) {
  const row = rowOf(group)
  return (
    <fieldset className={depth === 0 ? 'clauses clauses-top' : 'clauses'}>
      <legend>
        <Group gap="xs">
          {depth === 0 && <Text size="sm">{words.intro}</Text>}
          <Select
            aria-label={words.which}
            size="xs"
            w="13rem"
            data={[
              { value: 'all', label: words.all },
              { value: 'any', label: words.any },
              { value: 'not', label: words.not },
            ]}
            value={group.type}
            allowDeselect={false}
            onChange={(type) => row.set({ ...group, type: type as GroupType })}
          />
        </Group>
      </legend>
      <Stack gap="xs">
        {group.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        )}
        {group.items.map((item) =>
          item.kind === 'group' ? (
            <GroupBox key={item.key} group={item} depth={depth + 1} {...{ rowOf, add, choices, none }} />
          ) : (
            <ClauseRow key={item.key} clause={item} row={rowOf(item)} choices={choices} />
          ),
        )}
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => add(group.key, newClause())}>
            {words.addClause}
          </Button>
          {depth < depthMax && (
            <Button
              variant="default"
              size="xs"
              onClick={() => add(group.key, newGroup(group.type === 'all' ? 'any' : 'all'))}
            >
              {words.addGroup}
            </Button>
          )}
        </Group>
      </Stack>
    </fieldset>
  )
}
