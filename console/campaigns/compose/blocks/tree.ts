import type { Block, BlockType, InnerBlock } from '../../../../src/contract/blocks/document.ts'
import { innerTypes } from '../starts.ts'

/** `into`: the message (''), or a column of it as columnKey() names it. `at`: before which of its blocks. */
export type Place = { into: string; at: number }

type Blocks = readonly Block[]

export function columnKey(id: string, column: number): string {
  return `${id}/${column}`
}

/** Columns hold neither columns nor what begins and ends a message. */
export function isAllowed(type: BlockType, into: string): boolean {
  return into === '' || innerTypes.some((inner) => inner === type)
}

/** Every block with its place, those in columns after their columns. */
export function placesOf(blocks: Blocks): { block: Block; place: Place }[] {
  return blocks.flatMap((block, at) => [
    { block, place: { into: '', at } },
    ...(block.type === 'columns'
      ? block.columns.flatMap((column, number) =>
          column.blocks.map((inner, at) => ({
            block: inner as Block,
            place: { into: columnKey(block.id, number), at },
          })),
        )
      : []),
  ])
}

export function findBlock(blocks: Blocks, id: string): { block: Block; place: Place } | null {
  return placesOf(blocks).find(({ block }) => block.id === id) ?? null
}

/** After the open block; without one at the end, but not below what ends a message. */
export function placeOfNew(blocks: Blocks, type: BlockType, open: string): Place {
  const place = findBlock(blocks, open)?.place
  if (place !== undefined && isAllowed(type, place.into)) return { ...place, at: place.at + 1 }
  const last = type === 'footer' ? -1 : blocks.findLastIndex((block) => block.type !== 'footer')
  return { into: '', at: type === 'footer' ? blocks.length : last + 1 }
}

export function listAt(blocks: Blocks, into: string): readonly Block[] {
  if (into === '') return blocks
  return blocks.flatMap((block) =>
    block.type === 'columns'
      ? block.columns.flatMap((column, number) => (columnKey(block.id, number) === into ? column.blocks : []))
      : [],
  )
}

export function withInserted(blocks: Blocks, block: Block, { into, at }: Place): Block[] {
  return withList(blocks, into, (list) => list.toSpliced(at, 0, block))
}

export function withoutBlock(blocks: Blocks, id: string): Block[] {
  const place = findBlock(blocks, id)?.place
  return place === undefined
    ? [...blocks]
    : withList(blocks, place.into, (list) => list.toSpliced(place.at, 1))
}

export function withReplaced(blocks: Blocks, id: string, block: Block): Block[] {
  const place = findBlock(blocks, id)?.place
  return place === undefined
    ? [...blocks]
    : withList(blocks, place.into, (list) => list.toSpliced(place.at, 1, block))
}

/** @param place counted before the block leaves its own. A place that the block may not have changes nothing. */
export function withMoved(blocks: Blocks, id: string, place: Place): Block[] {
  const found = findBlock(blocks, id)
  if (found === null || !isAllowed(found.block.type, place.into)) return [...blocks]
  const isBehind = found.place.into === place.into && found.place.at < place.at
  const at = isBehind ? place.at - 1 : place.at
  return withInserted(withoutBlock(blocks, id), found.block, { ...place, at })
}

function withList(blocks: Blocks, into: string, change: (list: Block[]) => Block[]): Block[] {
  if (into === '') return change([...blocks])
  return blocks.map((block) => {
    if (block.type !== 'columns') return block
    const columns = block.columns.map((column, number) =>
      columnKey(block.id, number) === into ? { blocks: change(column.blocks) as InnerBlock[] } : column,
    )
    return { ...block, columns }
  })
}

/** Blocks of clients that gave no id, or one twice, are named by their place, which is the same each time. */
export function withOwnIds(blocks: Blocks): Block[] {
  const seen = new Set<string>()
  const name = <Any extends Block>(block: Any, place: string): Any => {
    const id = block.id === '' || seen.has(block.id) ? `at-${place}` : block.id
    seen.add(id)
    return id === block.id ? block : { ...block, id }
  }
  return blocks.map((block, at) => {
    const named = name(block, String(at))
    if (named.type !== 'columns') return named
    const columns = named.columns.map((column, number) => ({
      blocks: column.blocks.map((inner, place) => name(inner, [at, number, place].join('-'))),
    }))
    return { ...named, columns }
  })
}
