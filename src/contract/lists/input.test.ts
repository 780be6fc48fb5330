import { expect, test } from 'vitest'
import { mailingListChanges, mailingListInput } from './input.ts'
import { checkFields } from '../api/problems.ts'

const read = (attributes: object) => checkFields(mailingListInput, { name: 'News', ...attributes })

test('an attribute that is not given is absent, one that nobody knows is ignored', () => {
  expect(read({ color: 'red' })).toEqual({ name: 'News' })
  expect(checkFields(mailingListChanges, {})).toEqual({})
})

test('null clears a text; for true or false it is the same as not given', () => {
  const nothing = {
    d_from_email: null,
    d_from_name: null,
    d_speed: null,
    custom_headers: null,
    has_format: null,
  }
  expect(read(nothing)).toEqual({
    name: 'News',
    d_from_email: '',
    d_from_name: '',
    d_speed: 0,
    custom_headers: '',
  })
})

test('numbers and booleans may be texts', () => {
  expect(read({ d_speed: '7', has_format: '1', d_virtual_mta_id: '0' })).toMatchObject({
    d_speed: 7,
    has_format: true,
    d_virtual_mta_id: 0,
  })
})

test.each([
  [{ name: undefined }, 'name cannot be blank'],
  [{ name: '  ' }, 'name cannot be blank'],
  [{ name: 'n'.repeat(101) }, 'name must be at most 100 characters long'],
  [{ name: null }, 'name must be a string'],
  [{ name: 'a\0' }, 'name contains a character that cannot be stored'],
  [{ d_from_email: 'anna' }, 'd_from_email is not a valid e-mail address'],
  [{ d_reply_to: 'a@example.com\r\nBcc: b@example.com' }, 'd_reply_to is not a valid e-mail address'],
  [{ d_sender_email: 7 }, 'd_sender_email must be a string'],
  [
    { d_from_name: 'A\nBcc: b@example.com' },
    'd_from_name cannot contain line breaks or other control characters',
  ],
  [{ d_speed: -1 }, 'd_speed must be a whole number between 0 and 2147483647'],
  [{ d_speed: 1.5 }, 'd_speed must be a whole number between 0 and 2147483647'],
  [{ has_format: 'yes' }, 'has_format must be true or false'],
  [
    { d_autowinner_delay_amount: -1 },
    'd_autowinner_delay_amount must be a whole number between 0 and 2147483647',
  ],
  [{ d_autowinner_delay_unit: 'weeks' }, 'd_autowinner_delay_unit must be one of minutes, hours, days'],
  [
    { d_autowinner_metric: 'opens' },
    'd_autowinner_metric must be one of opens_unique, clicks_unique, opens_total,',
  ],
  [{ custom_headers: 'From: x' }, 'custom_headers may only have headers named X-…'],
  [{ d_seed_list_ids: '1' }, 'd_seed_list_ids must be an array'],
  [{ d_seed_list_ids: [0] }, 'd_seed_list_ids.0 must be a whole number between 1 and 2147483647'],
  [{ d_url_domain_id: 2_147_483_648 }, 'd_url_domain_id must be a whole number between 1 and 2147483647'],
  [{ d_bounce_email_id: '9\0' }, 'd_bounce_email_id contains a character that cannot be stored'],
])('%j is refused: %s', (attributes, problem) => {
  expect(() => read(attributes)).toThrow(problem)
})

test('all problems are reported at once', () => {
  expect(() => read({ name: '', d_speed: -1, has_format: 2 })).toThrow(
    'name cannot be blank, d_speed must be a whole number between 0 and 2147483647, has_format must be true or false',
  )
})

test('an address is kept as written, without the white space around it', () => {
  expect(read({ d_from_email: ' Anna@Example.com ' }).d_from_email).toBe('Anna@Example.com')
  expect(read({ d_from_email: ' ' }).d_from_email).toBe('')
})

test.each([25, '25', '25.0', 12.25, '12.50', 0, '100.00', 100])(
  '%j is an autowinner percentage',
  (percentage) => {
    expect(Number(read({ d_autowinner_percentage: percentage }).d_autowinner_percentage)).toBe(
      Number(percentage),
    )
  },
)

test.each([12.345, '12.345', '12.000', 100.01, 101, -1, '-0', '', 'x', '1e1', '٣', true, 1e-7])(
  '%j is no autowinner percentage',
  (percentage) => {
    expect(() => read({ d_autowinner_percentage: percentage })).toThrow(
      'd_autowinner_percentage must be between 0 and 100 with at most two decimals',
    )
  },
)
