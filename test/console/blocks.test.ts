import { expect, test } from 'vitest'
import {
  columnKey,
  placeOfNew,
  placesOf,
  withInserted,
  withMoved,
  withoutBlock,
  withOwnIds,
} from '../../console/campaigns/compose/blocks/tree.ts'
import { begunWith, recorded, redone, undone } from '../../console/campaigns/compose/history.ts'
import { newBlock } from '../../console/campaigns/compose/starts.ts'
import type { Block, BlockType } from '../../src/contract/blocks/document.ts'

const named = (type: BlockType, id: string): Block => ({ ...newBlock(type), id })
const left = columnKey('columns', 0)

function aMessage(): Block[] {
  const columns = { ...newBlock('columns'), id: 'columns' }
  return [named('header', 'header'), named('text', 'text'), columns, named('footer', 'footer')]
}

function shown(blocks: readonly Block[]): string[] {
  return placesOf(blocks).map(({ block, place }) =>
    place.into === '' ? block.id : `${place.into}: ${block.id}`,
  )
}

test('a block is moved down, up, into a column and out of it', () => {
  const blocks = aMessage()
  expect(shown(withMoved(blocks, 'header', { into: '', at: 2 }))).toEqual([
    'text',
    'header',
    'columns',
    'footer',
  ])
  expect(shown(withMoved(blocks, 'footer', { into: '', at: 1 }))).toEqual([
    'header',
    'footer',
    'text',
    'columns',
  ])
  const inside = withMoved(blocks, 'text', { into: left, at: 0 })
  expect(shown(inside)).toEqual(['header', 'columns', 'columns/0: text', 'footer'])
  expect(shown(withMoved(inside, 'text', { into: '', at: 0 }))).toEqual([
    'text',
    'header',
    'columns',
    'footer',
  ])
})

test('a new block comes after the open one, and without one above the footer that ends the message', () => {
  const blocks = aMessage()
  const after = (type: BlockType, open: string) => placeOfNew(blocks, type, open)
  expect(after('image', '')).toEqual({ into: '', at: 3 })
  expect(after('footer', '')).toEqual({ into: '', at: 4 })
  expect(after('image', 'header')).toEqual({ into: '', at: 1 })
  expect(after('image', 'footer')).toEqual({ into: '', at: 4 })
  const inColumn = withInserted(blocks, named('text', 'inner'), { into: left, at: 0 })
  expect(placeOfNew(inColumn, 'image', 'inner')).toEqual({ into: left, at: 1 })
  expect(placeOfNew(inColumn, 'columns', 'inner')).toEqual({ into: '', at: 3 })
  expect(placeOfNew([named('footer', 'footer')], 'text', '')).toEqual({ into: '', at: 0 })
})

test('a column takes neither columns nor what begins and ends a message', () => {
  for (const id of ['columns', 'header', 'footer']) {
    expect(shown(withMoved(aMessage(), id, { into: left, at: 0 }))).toEqual(shown(aMessage()))
  }
})

test('a block in a column is added and removed', () => {
  const added = withInserted(aMessage(), named('button', 'button'), { into: left, at: 0 })
  expect(shown(added)).toContain('columns/0: button')
  expect(shown(withoutBlock(added, 'button'))).toEqual(shown(aMessage()))
})

test('blocks without an id, or with the same, get one each, and the same each time', () => {
  const blocks = [named('text', ''), named('text', 'twice'), named('text', 'twice')]
  const ids = withOwnIds(blocks).map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(withOwnIds(blocks).map(({ id }) => id)).toEqual(ids)
})

test('typing is undone together, what moved something alone, and both come back', () => {
  const typed = { isSmall: true }
  let history = begunWith('')
  history = recorded(history, 'a', { ...typed, atMs: 1000 })
  history = recorded(history, 'ab', { ...typed, atMs: 1100 })
  history = recorded(history, 'ab moved', { isSmall: false, atMs: 1200 })
  history = recorded(history, 'ab moved c', { ...typed, atMs: 1300 })
  const steps = [history]
  for (let step = 0; step < 3; step += 1) steps.push(undone(steps.at(-1) ?? history))
  expect(steps.map(({ now }) => now)).toEqual(['ab moved c', 'ab moved', 'ab', ''])
  const first = steps.at(-1) ?? history
  expect(undone(first)).toBe(first)
  expect(redone(redone(first)).now).toBe('ab moved')
  const other = recorded(redone(first), 'new', { ...typed, atMs: 1350 })
  expect(redone(other)).toBe(other)
  expect(undone(other).now).toBe('ab')
})
