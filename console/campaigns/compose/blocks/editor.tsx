import { Button, Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Block, BlockDocument, BlockType, InnerBlock } from '../../../../src/contract/blocks/document.ts'
import { Panel } from '../../../design/page.tsx'
import { composeWords } from '../../../words/compose.ts'
import { innerTypes, newBlock, outerTypes, withNewIds } from '../starts.ts'
import { Fields } from './fields.tsx'
import { ThemeFields } from './theme.tsx'

const words = composeWords.blocks

type EditorProps = { document: BlockDocument; change: (document: BlockDocument) => void; listId: number }

/** The blocks from top to bottom. Everything is a button, so that no pointer is needed. */
export function BlockEditor({ document, change, listId }: EditorProps) {
  const set = (blocks: Block[]) => change({ ...document, blocks })
  return (
    <Stack gap="sm">
      <BlockList
        label={words.list}
        blocks={document.blocks}
        types={outerTypes}
        set={set}
        drawFields={(block, edit) => (
          <Fields block={block} edit={edit} listId={listId}>
            {block.type === 'columns' && <ColumnLists block={block} edit={edit} listId={listId} />}
          </Fields>
        )}
      />
      <ThemeFields theme={document.theme} change={(theme) => change({ ...document, theme })} />
    </Stack>
  )
}

type ColumnsProps = {
  block: Extract<Block, { type: 'columns' }>
  edit: (block: Block) => void
  listId: number
}

function ColumnLists({ block, edit, listId }: ColumnsProps) {
  return block.columns.map(({ blocks }, place) => (
    <BlockList<InnerBlock>
      key={`${block.id}-${String(place)}`}
      label={words.fields.column(place + 1)}
      blocks={blocks}
      types={innerTypes}
      set={(next) =>
        edit({ ...block, columns: block.columns.map((one, at) => (at === place ? { blocks: next } : one)) })
      }
      drawFields={(inner, change) => (
        <Fields block={inner} edit={(next) => change(next as InnerBlock)} listId={listId} />
      )}
    />
  ))
}

type ListProps<Any extends Block> = {
  label: string
  blocks: readonly Any[]
  types: readonly BlockType[]
  set: (blocks: Any[]) => void
  drawFields: (block: Any, edit: (block: Any) => void) => ReactNode
}

function nameOf({ type }: Block): string {
  return words.names[type]
}

/** What the buttons of a list do. The focus goes with the block, and what happened is said. */
function useBlockList<Any extends Block>({ blocks, set }: Pick<ListProps<Any>, 'blocks' | 'set'>) {
  const [open, setOpen] = useState(-1)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const show = (place: number) => {
    setOpen(place)
    const head = `[data-place="${String(Math.max(0, place))}"]`
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(head)?.focus())
  }
  const add = (type: BlockType) => {
    const at = open === -1 ? blocks.length : open + 1
    set(blocks.toSpliced(at, 0, newBlock(type) as Any))
    show(at)
  }
  const move = (from: number, to: number) => {
    const block = blocks[from]
    if (block === undefined || to < 0 || to >= blocks.length) return
    set(blocks.toSpliced(from, 1).toSpliced(to, 0, block))
    setSaid(words.moved(nameOf(block), to + 1))
    show(to)
  }
  const copy = (place: number) => {
    const block = blocks[place]
    if (block === undefined) return
    set(blocks.toSpliced(place + 1, 0, withNewIds(block)))
    show(place + 1)
  }
  const remove = (place: number) => {
    const block = blocks[place]
    if (block === undefined) return
    set(blocks.toSpliced(place, 1))
    setSaid(words.removed(nameOf(block)))
    show(-1)
  }
  const toggle = (place: number) => setOpen(open === place ? -1 : place)
  return { open, said, list, toggle, add, move, copy, remove }
}

function BlockList<Any extends Block>({ label, blocks, types, set, drawFields }: ListProps<Any>) {
  const { open, said, list, toggle, add, ...tools } = useBlockList({ blocks, set })
  return (
    <Panel title={label} flush>
      <Stack component="ol" gap={0} m={0} p={0} ref={list} aria-label={label} style={{ listStyle: 'none' }}>
        {blocks.map((block, place) => (
          <li key={block.id === '' ? `place-${String(place)}` : block.id} className="block">
            <UnstyledButton
              className="block-head"
              data-place={place}
              aria-expanded={open === place}
              onClick={() => toggle(place)}
            >
              <span className="unseen">{words.place(place + 1)}</span>
              <Text component="span" fw={600} style={{ flexShrink: 0 }}>
                {nameOf(block)}
              </Text>
              <Text component="span" c="dimmed" truncate>
                {excerptOf(block)}
              </Text>
            </UnstyledButton>
            {open === place && (
              <Stack gap="sm" p="md" pt={4}>
                <Tools place={place} count={blocks.length} {...tools} />
                {drawFields(block, (next) => set(blocks.with(place, next)))}
              </Stack>
            )}
          </li>
        ))}
      </Stack>
      {blocks.length === 0 && (
        <Text c="dimmed" px="md" pt="sm">
          {words.empty}
        </Text>
      )}
      <Group p="md">
        <AddBlock types={types} add={add} />
      </Group>
      <Text role="status" className="unseen">
        {said}
      </Text>
    </Panel>
  )
}

type ToolsProps = {
  place: number
  count: number
  move: (from: number, to: number) => void
  copy: (place: number) => void
  remove: (place: number) => void
}

function Tools({ place, count, move, copy, remove }: ToolsProps) {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-md"
        disabled={place === 0}
        onClick={() => move(place, place - 1)}
      >
        {words.up}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        disabled={place === count - 1}
        onClick={() => move(place, place + 1)}
      >
        {words.down}
      </Button>
      <Button variant="default" size="compact-md" onClick={() => copy(place)}>
        {words.copy}
      </Button>
      <Button variant="default" size="compact-md" onClick={() => remove(place)}>
        {words.remove}
      </Button>
    </Group>
  )
}

function AddBlock({ types, add }: { types: readonly BlockType[]; add: (type: BlockType) => void }) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={18} stroke={1.75} />}>
          {words.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {types.map((type) => (
          <Menu.Item key={type} onClick={() => add(type)}>
            {words.names[type]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
