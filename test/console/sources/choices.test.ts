import { expect, test } from 'vitest'
import { mondayOf, turned, wallTime, weeksOf } from '../../../console/campaigns/calendar/days.ts'
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

test('a month is shown in whole weeks from Monday, a week alone', () => {
  const may = weeksOf('2026-05-13', 'month')
  expect([may.length, may[0]?.[0], may.at(-1)?.[6]]).toEqual([5, '2026-04-27', '2026-05-31'])
  const february = weeksOf('2027-02-01', 'month')
  expect([february.length, february[0]?.[0], february.at(-1)?.[6]]).toEqual([4, '2027-02-01', '2027-02-28'])
  expect(weeksOf('2026-12-31', 'month').at(-1)?.[6]).toBe('2027-01-03')
  expect(weeksOf('2026-05-03', 'week')).toEqual([
    ['2026-04-27', '2026-04-28', '2026-04-29', '2026-04-30', '2026-05-01', '2026-05-02', '2026-05-03'],
  ])
  expect(mondayOf('2026-05-04')).toBe('2026-05-04')
})

test('one goes to the view before and after', () => {
  expect([turned('2026-01-31', 'month', 1), turned('2026-01-31', 'month', -1)]).toEqual([
    '2026-02-01',
    '2025-12-01',
  ])
  expect([turned('2026-12-30', 'week', 1), turned('2027-01-02', 'week', -1)]).toEqual([
    '2027-01-06',
    '2026-12-26',
  ])
})

test('a campaign stands on the day of the viewer', () => {
  expect(wallTime('2026-05-03T22:30:00Z', 'Europe/Berlin')).toBe('2026-05-04T00:30')
  expect(wallTime('2026-05-03T22:30:00Z', 'America/New_York')).toBe('2026-05-03T18:30')
})
