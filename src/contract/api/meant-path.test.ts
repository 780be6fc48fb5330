import { expect, test } from 'vitest'
import { meantPath } from './meant-path.ts'

const paths = [
  'mailing_lists',
  'mailing_lists/:id',
  'mailing_lists/:mailing_list_id/subscribers',
  'campaigns/:id',
  'subscribers',
]

test('names the path that a caller may have meant, by a mistyped name or that of another program', () => {
  const meant = (path: string) => meantPath(`/ga/api/v2/${path}`, paths)
  expect(meant('mailinglists')).toBe('; did you mean mailing_lists?')
  expect(meant('mailing_list/7')).toBe('; did you mean mailing_lists/7?')
  expect(meant('mailing_lists/7/contacts')).toBe('; did you mean mailing_lists/7/subscribers?')
  expect(meant('contacts')).toBe('; did you mean subscribers?')
  expect(meant('campaigns/7/send')).toContain('dispatch_attributes.begins_at')
  expect(meant('nowhere')).toBe('')
  expect(meantPath('/mailinglists', paths)).toBe('')
})
