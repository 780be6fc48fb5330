import { Stack, Text } from '@mantine/core'
import type { Block, BlockDocument } from '../../../../src/contract/blocks/document.ts'
import { composeWords } from '../../../words/compose.ts'
import { blockTypes, innerTypes } from '../starts.ts'
import { useBlockActions, type BlockActions, type Opened } from './actions.ts'
import { useDrops } from './dragging.ts'
import { Fields } from './fields.tsx'
import { Gallery } from './gallery.tsx'
import { BlockList } from './list.tsx'
import { ThemeFields } from './theme.tsx'
import { columnKey } from './tree.ts'

const words = composeWords.blocks

type EditorProps = {
  document: BlockDocument
  change: (document: BlockDocument) => void
  listId: number
  opened: Opened
}

/** The kinds of blocks, and the blocks of the message from top to bottom. */
export function BlockEditor({ document, change, listId, opened }: EditorProps) {
  const actions = useBlockActions(document, change, opened)
  useDrops(actions)
  return (
    <Stack gap="sm" ref={actions.list}>
      <Gallery add={(type) => actions.add(type)} />
      <BlockList
        label={words.list}
        into=""
        blocks={actions.blocks}
        types={blockTypes}
        actions={actions}
        drawFields={(block) => (
          <BlockFields block={block} actions={actions} listId={listId}>
            {block.type === 'columns' && <ColumnLists block={block} actions={actions} listId={listId} />}
          </BlockFields>
        )}
      />
      <ThemeFields theme={document.theme} change={(theme) => change({ ...document, theme })} />
      <Text role="status" className="unseen">
        {actions.said}
      </Text>
    </Stack>
  )
}

type FieldsOfProps<Any extends Block> = { block: Any; actions: BlockActions; listId: number }

function BlockFields({
  block,
  actions,
  listId,
  children,
}: FieldsOfProps<Block> & { children?: React.ReactNode }) {
  return (
    <Fields block={block} edit={(next) => actions.replace(block.id, next)} listId={listId}>
      {children}
    </Fields>
  )
}

function ColumnLists({ block, actions, listId }: FieldsOfProps<Extract<Block, { type: 'columns' }>>) {
  return block.columns.map(({ blocks }, place) => (
    <BlockList
      key={columnKey(block.id, place)}
      label={words.fields.column(place + 1)}
      into={columnKey(block.id, place)}
      blocks={blocks}
      types={innerTypes}
      actions={actions}
      drawFields={(inner) => <BlockFields block={inner} actions={actions} listId={listId} />}
    />
  ))
}
