import { expect, test } from 'vitest'
import { areMany } from '../../../console/design/choices.ts'
import { dropEdge, movedTo } from '../../../console/lists/moves.ts'

test('a select can be searched from eleven choices on', () => {
  expect([areMany(Array(10).fill('')), areMany(Array(11).fill(''))]).toEqual([false, true])
})

test('a row moves to any place of its list, and to no other', () => {
  const rows = [7, 8, 9]
  expect(movedTo(rows, 9, 0)).toEqual([9, 7, 8])
  expect(movedTo(rows, 7, 2)).toEqual([8, 9, 7])
  expect(movedTo(rows, 8, 1)).toEqual(rows)
  expect([movedTo(rows, 7, -1), movedTo(rows, 7, 3)]).toEqual([null, null])
})

test('the line of a drop is where the row will be', () => {
  for (const [from, place] of [
    [0, 2],
    [2, 0],
    [1, 1],
  ] as const) {
    const rows = [7, 8, 9]
    const dragged = rows[from] ?? 0
    const over = rows[place] ?? 0
    const moved = movedTo(rows, dragged, place) ?? []
    const isAfter = moved.indexOf(dragged) > moved.indexOf(over)
    expect([dropEdge(from, null, place), dropEdge(from, 3, place)]).toEqual([undefined, undefined])
    expect(dropEdge(from, place, place)).toBe(from === place ? undefined : isAfter ? 'after' : 'before')
  }
})
