import { expect, test } from 'vitest'
import { undoClasses } from '../../contract/imports/undo.ts'
import { reportOf } from './undo.ts'

const nothing = Object.fromEntries(undoClasses.map((name) => [name, 0]))

function undone(counters: object, error_message: string | null = null): string {
  const undo = {
    state: error_message === null ? 'finished' : 'failed',
    error_message,
    counters: { ...nothing, ...counters },
  }
  return reportOf(7, undo as never, 'http://quiver.test')
}

test('an undo tells of the classes that somebody is in, and always how many were removed', () => {
  expect(undone({ removed: 1_200, restored: 3 }).split('\n')).toEqual([
    'The undo of import 7 finished:',
    '          1,200  removed: the import had added them',
    '              3  have again what they had before',
  ])
  expect(undone({}).split('\n')).toEqual([
    'The undo of import 7 finished:',
    '              0  removed: the import had added them',
  ])
})

test('an undo that left somebody alone tells how to see who it was', () => {
  const report = undone({ left_departed: 2, left_gone: 1 })
  expect(report).toContain('Who was left alone:')
  expect(report).toContain('subscriber_imports/7/undo/logs/left_departed')
  expect(undone({ restored_partly: 1 })).not.toContain('Who was left alone')
})

test('an undo that failed tells why, without control characters of the server', () => {
  expect(undone({}, 'no \u001b[31mspace').split('\n')[1]).toMatch(/^ {2}no /)
  expect(undone({}, 'no \u001b[31mspace')).not.toContain('\u001b')
})
