import { ActionIcon, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import {
  deleteCustomField,
  orderCustomFields,
  updateCustomField,
  type CustomField,
} from '../../src/contract/lists/custom-fields.ts'
import { useMay } from '../app/may.ts'
import { fieldWords as words } from '../words/audience/lists.ts'
import { EditField } from './edit-field.tsx'
import { RemoveField } from './remove-field.tsx'
import { comma } from '../design/figures.ts'

type FieldRowProps = {
  field: CustomField
  place: { now: number; of: number }
  move: (to: number) => void
  drag: {
    isHeld: boolean
    /** Where what is dragged would go. */
    edge: 'before' | 'after' | undefined
    start: () => void
    end: () => void
    /** @returns whether it can be dropped here. */
    over: () => boolean
    drop: () => void
  }
}

export function FieldRow({ field, place, move, drag }: FieldRowProps) {
  const may = useMay()
  const canOrder = may(orderCustomFields)
  const keys = ({ key, altKey }: KeyboardEvent) => {
    if (!altKey || !canOrder) return
    if (key === 'ArrowUp') move(place.now - 1)
    if (key === 'ArrowDown') move(place.now + 1)
  }
  return (
    <li
      draggable={canOrder}
      data-held={drag.isHeld || undefined}
      data-edge={drag.edge}
      onDragStart={drag.start}
      onDragEnd={drag.end}
      onDragOver={(event) => drag.over() && event.preventDefault()}
      onDrop={drag.drop}
      onKeyDown={keys}
    >
      {canOrder && <IconGripVertical size={16} stroke={1.75} aria-hidden className="grip" />}
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {field.name}
      </Text>
      <Text size="sm" c="dimmed">
        {[
          words.types[field.field_type],
          ...(field.required ? [words.requiredWord] : []),
          ...(field.is_global ? [words.allLists.toLowerCase()] : []),
        ].join(comma)}
      </Text>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {canOrder && (
          <>
            <Move
              word={words.up(field.name)}
              icon={IconArrowUp}
              to={place.now - 1}
              place={place}
              move={move}
            />
            <Move
              word={words.down(field.name)}
              icon={IconArrowDown}
              to={place.now + 1}
              place={place}
              move={move}
            />
          </>
        )}
        {may(updateCustomField) && <EditField field={field} />}
        {may(deleteCustomField) && <RemoveField field={field} />}
      </Group>
    </li>
  )
}

type MoveProps = {
  word: string
  icon: typeof IconArrowUp
  to: number
  place: { of: number }
  move: (to: number) => void
}

/** Not disabled at the ends: a button that loses the focus while one presses it again is lost. */
function Move({ word, icon: Icon, to, place, move }: MoveProps) {
  const isEnd = to < 0 || to >= place.of
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={word}
      aria-disabled={isEnd}
      onClick={() => !isEnd && move(to)}
    >
      <Icon size={16} stroke={1.75} opacity={isEnd ? 0.4 : 1} aria-hidden />
    </ActionIcon>
  )
}
