import { useRef, useState, type RefObject } from 'react'
import type { Block, BlockDocument, BlockType } from '../../../../src/contract/blocks/document.ts'
import { composeWords } from '../../../words/compose.ts'
import { newBlock, withNewIds } from '../starts.ts'
import {
  findBlock,
  isAllowed,
  listAt,
  placeOfNew,
  withInserted,
  withMoved,
  withoutBlock,
  withOwnIds,
  withReplaced,
  type Place,
} from './tree.ts'

const words = composeWords.blocks

/** Which block is open, by its id. '': none. The list and the picture share it. */
export type Opened = { open: string; choose: (id: string) => void }

export type BlockActions = Opened & {
  blocks: readonly Block[]
  list: RefObject<HTMLDivElement | null>
  /** What happened, for people who do not see it. */
  said: string
  /** Without a place: after the open block, or at the end, where only footers follow. */
  add: (type: BlockType, place?: Place) => void
  move: (id: string, place: Place) => void
  copy: (id: string) => void
  remove: (id: string) => void
  replace: (id: string, block: Block) => void
}

/** What can be done with the blocks of a document. The focus goes with the block, and what happened is said. */
export function useBlockActions(
  document: BlockDocument,
  change: (document: BlockDocument) => void,
  { open, choose }: Opened,
): BlockActions {
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const blocks = withOwnIds(document.blocks)
  const set = (next: Block[]) => change({ ...document, blocks: next })
  const show = (id: string) => {
    choose(id)
    focusHead(list, id)
  }
  const insert = (block: Block, place: Place) => {
    set(withInserted(blocks, block, place))
    show(block.id)
  }
  return {
    open,
    choose,
    blocks,
    list,
    said,
    add: (type, place = placeOfNew(blocks, type, open)) =>
      isAllowed(type, place.into) && insert(newBlock(type), place),
    move: (id, place) => {
      const found = findBlock(blocks, id)
      if (found === null || place.at < 0 || place.at > listAt(blocks, place.into).length) return
      const next = withMoved(blocks, id, place)
      set(next)
      setSaid(words.moved(words.names[found.block.type], (findBlock(next, id)?.place.at ?? 0) + 1))
      focusHead(list, id)
    },
    copy: (id) => {
      const found = findBlock(blocks, id)
      if (found === null) return
      insert(withNewIds(found.block), { ...found.place, at: found.place.at + 1 })
    },
    remove: (id) => {
      const found = findBlock(blocks, id)
      if (found === null) return
      const next = withoutBlock(blocks, id)
      set(next)
      setSaid(words.removed(words.names[found.block.type]))
      const left = listAt(next, found.place.into)
      choose('')
      focusHead(list, (left[found.place.at] ?? left.at(-1))?.id ?? '')
    },
    replace: (id, block) => set(withReplaced(blocks, id, block)),
  }
}

/** When it is drawn. */
function focusHead(list: RefObject<HTMLDivElement | null>, id: string): void {
  requestAnimationFrame(() =>
    list.current?.querySelector<HTMLElement>(`[data-head="${CSS.escape(id)}"]`)?.focus(),
  )
}
