import { expect, test } from 'vitest'
import { mentionOf } from './mentions.ts'

const mentions = mentionOf('bob@example.com')

test.each([
  'bob@example.com',
  'BOB@Example.com',
  '<bob@example.com>',
  'x=bob@example.com.',
  '"bob%40example.com"',
])('%s names the address', (text) => {
  expect(mentions(text)).toBe(true)
})

test.each([
  'jimbob@example.com',
  'jim.bob@example.com',
  'jim+bob@example.com',
  'bob@example.com.au',
  'bob@example.community',
  'bob@exampleXcom',
  'bob',
])('%s names another, or none', (text) => {
  expect(mentions(text)).toBe(false)
})

test('characters that patterns know mean themselves', () => {
  expect(mentionOf('a{1}b|c$?*/-@x.example')('a{1}b|c$?*/-@x.example')).toBe(true)
  expect(mentionOf('a.b@x.example')('acb@x.example')).toBe(false)
  expect(mentionOf('a-b_c@x-y.example')('<a-b_c@x-y.example>')).toBe(true)
})

test('a name typed in two ways is one', () => {
  expect(mentionOf('bob@b\u00fccher.example')('bob@Bu\u0308cher.example')).toBe(true)
})
