import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { showIf } from '../../../../src/contract/blocks/conditions.ts'
import type { Block, BlockType } from '../../../../src/contract/blocks/document.ts'
import { Panel } from '../../../design/page.tsx'
import { composeWords } from '../../../words/compose.ts'
import type { BlockActions } from './actions.ts'
import { useDraggable, useDropPlace } from './dragging.ts'
import { blockIcons, Insert } from './gallery.tsx'
import { findBlock, type Place } from './tree.ts'

const words = composeWords.blocks

type ListProps = {
  label: string
  into: string
  blocks: readonly Block[]
  types: readonly BlockType[]
  actions: BlockActions
  drawFields: (block: Block) => ReactNode
}

/** The blocks of the message, or of a column. Whatever a pointer can do, a button does as well. */
export function BlockList({ label, into, blocks, types, actions, drawFields }: ListProps) {
  const end: Place = { into, at: blocks.length }
  const { target, edge } = useDropPlace(end, true)
  return (
    <Panel title={label} flush>
      <div ref={target}>
        <Stack component="ol" gap={0} m={0} p={0} aria-label={label} style={{ listStyle: 'none' }}>
          {blocks.map((block, at) => (
            <BlockRow
              key={block.id}
              block={block}
              place={{ into, at }}
              count={blocks.length}
              actions={actions}
            >
              <Insert
                types={types}
                label={words.insert(at + 1)}
                add={(type) => actions.add(type, { into, at })}
              />
              {isOpen(actions, block) && drawFields(block)}
            </BlockRow>
          ))}
        </Stack>
        <div className="block-end" data-edge={edge === null ? undefined : 'before'}>
          {blocks.length === 0 && <Text c="dimmed">{words.empty}</Text>}
          <Insert types={types} label={words.insertEnd(label)} add={(type) => actions.add(type, end)} />
        </div>
      </div>
    </Panel>
  )
}

/** Columns are open as well when a block in them is. */
function isOpen({ open, blocks }: BlockActions, { id }: Block): boolean {
  return open !== '' && (open === id || findBlock(blocks, open)?.place.into.startsWith(`${id}/`) === true)
}

type RowProps = {
  block: Block
  place: Place
  count: number
  actions: BlockActions
  children: [insert: ReactNode, fields: ReactNode]
}

function BlockRow({ block, place, count, actions, children: [insert, fields] }: RowProps) {
  const { element, handle, isHeld } = useDraggable(block)
  const { target, edge } = useDropPlace(place)
  const isExpanded = isOpen(actions, block)
  const Icon = blockIcons[block.type]
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 2 : 0
    if (!event.altKey || step === 0) return
    event.preventDefault()
    actions.move(block.id, { ...place, at: place.at + step })
  }
  return (
    <li
      ref={(node) => {
        element.current = node
        target.current = node as never
      }}
      className="block"
      data-held={isHeld || undefined}
      data-edge={edge ?? undefined}
    >
      {insert}
      <div className="block-line">
        <span ref={(node) => void (handle.current = node)} className="block-grip" title={words.drag}>
          <IconGripVertical size={16} stroke={1.75} aria-hidden />
        </span>
        <UnstyledButton
          className="block-head"
          data-head={block.id}
          aria-expanded={isExpanded}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => actions.choose(isExpanded ? '' : block.id)}
          onKeyDown={keys}
        >
          <span className="unseen">{words.place(place.at + 1)}</span>
          <Icon size={18} stroke={1.75} aria-hidden style={{ flexShrink: 0 }} />
          <Text component="span" fw={600} style={{ flexShrink: 0 }}>
            {words.names[block.type]}
          </Text>
          <Text component="span" c="dimmed" truncate>
            {excerptOf(block)}
          </Text>
          {showIf(block).length > 0 && (
            <Text component="span" size="sm" c="var(--quiver-warning)" style={{ flexShrink: 0 }}>
              {words.condition.mark}
            </Text>
          )}
        </UnstyledButton>
      </div>
      {isExpanded && (
        <Stack gap="sm" p="md" pt={4}>
          <Tools id={block.id} place={place} count={count} actions={actions} />
          {fields}
        </Stack>
      )}
    </li>
  )
}

type ToolsProps = { id: string; place: Place; count: number; actions: BlockActions }

function Tools({ id, place, count, actions: { move, copy, remove } }: ToolsProps) {
  const tool = (word: string, act: () => void, isOff = false) => (
    <Button variant="default" size="compact-md" disabled={isOff} onClick={act}>
      {word}
    </Button>
  )
  return (
    <Group gap="xs">
      {tool(words.up, () => move(id, { ...place, at: place.at - 1 }), place.at === 0)}
      {tool(words.down, () => move(id, { ...place, at: place.at + 2 }), place.at === count - 1)}
      {tool(words.copy, () => copy(id))}
      {tool(words.remove, () => remove(id))}
    </Group>
  )
}

function excerptOf(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'footer':
      return block.lines.flatMap(({ spans }) => spans.map(({ text }) => text)).join(' ')
    case 'heading':
    case 'button':
    case 'quote':
      return block.text
    case 'image':
      return block.alt
    case 'header':
      return block.name
    default:
      return ''
  }
}
