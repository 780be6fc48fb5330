import { ActionIcon, Group, Input, Select, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { exportAttributes } from '../../src/contract/exports/columns.ts'
import { exportWords } from '../words/exports.ts'
import { columnWords } from '../words/imports.ts'

const words = exportWords.new

type Props = {
  fields: readonly { name: string }[]
  chosen: readonly string[]
  change: (names: string[]) => void
}

/** The columns of the file in their order; none chosen means all. Moved by buttons, or by Alt with an arrow. */
export function Columns({ fields, chosen, change }: Props) {
  const [said, say] = useState('')
  const move = (from: number, to: number) => {
    const name = chosen[from]
    if (name === undefined || to < 0 || to >= chosen.length) return
    change(chosen.toSpliced(from, 1).toSpliced(to, 0, name))
    say(words.moved(columnName(name), to + 1, chosen.length))
  }
  const isFree = (name: string) => !chosen.includes(name)
  return (
    <Stack gap="xs">
      <Select
        label={words.columns}
        description={words.columnsHint}
        placeholder={words.addColumn}
        searchable
        value={null}
        onChange={(name) => name !== null && change([...chosen, name])}
        data={[
          {
            group: columnWords.attributes,
            items: exportAttributes.filter(isFree).map((value) => ({ value, label: columnName(value) })),
          },
          {
            group: columnWords.fields,
            items: fields
              .filter(({ name }) => isFree(name))
              .map(({ name }) => ({ value: name, label: name })),
          },
        ]}
      />
      {chosen.length > 0 && (
        <Input.Wrapper label={words.order} description={words.orderHint} labelElement="div">
          <ol aria-label={words.order} style={{ margin: '4px 0 0', padding: 0, listStyle: 'none' }}>
            {chosen.map((name, place) => (
              <Chosen
                key={name}
                name={columnName(name)}
                place={{ now: place, of: chosen.length }}
                move={(to) => move(place, to)}
                remove={() => change(chosen.filter((other) => other !== name))}
              />
            ))}
          </ol>
        </Input.Wrapper>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  )
}

export function columnName(name: string): string {
  return columnWords.names[name] ?? name
}

type ChosenProps = {
  name: string
  place: { now: number; of: number }
  move: (to: number) => void
  remove: () => void
}

function Chosen({ name, place: { now, of }, move, remove }: ChosenProps) {
  const pressed = (event: KeyboardEvent) => {
    if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? now - 1 : now + 1)
  }
  const buttons = [
    { word: words.up(name), icon: IconArrowUp, isEnd: now === 0, act: () => move(now - 1) },
    { word: words.down(name), icon: IconArrowDown, isEnd: now === of - 1, act: () => move(now + 1) },
    { word: words.remove(name), icon: IconX, isEnd: false, act: remove },
  ]
  return (
    <li onKeyDown={pressed} style={{ borderBottom: '1px solid var(--quiver-hairline)' }}>
      <Group gap="xs" wrap="nowrap" mih={36}>
        <Text span c="dimmed" className="figures" w={24} ta="end">
          {now + 1}
        </Text>
        <Text span flex={1} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {buttons.map(({ word, icon: Icon, isEnd, act }) => (
          // Not disabled at the ends: a button that loses the focus while one presses it again is lost.
          <ActionIcon
            key={word}
            variant="subtle"
            color="gray"
            aria-label={word}
            aria-disabled={isEnd}
            onClick={() => !isEnd && act()}
          >
            <Icon size={16} stroke={1.75} opacity={isEnd ? 0.4 : 1} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </li>
  )
}
