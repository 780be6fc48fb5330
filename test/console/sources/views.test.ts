import { expect, test } from 'vitest'
import { withParam } from '../../../console/app/places.ts'

const changed = (search: string, name: string, value: string | null) =>
  withParam(new URLSearchParams(search), name, value).toString()

test('another filter begins on the first page, and another page keeps the filters', () => {
  expect(changed('q=ann&page=7', 'q', 'bob')).toBe('q=bob')
  expect(changed('q=ann&page=7&status=active', 'status', null)).toBe('q=ann')
  expect(changed('q=ann&page=7', 'page', '8')).toBe('q=ann&page=8')
  expect(changed('q=ann&page=7', 'page', null)).toBe('q=ann')
})

test('the address of a view that is left stays as it was', () => {
  const before = new URLSearchParams('q=ann')
  withParam(before, 'q', 'bob')
  expect(before.toString()).toBe('q=ann')
})
