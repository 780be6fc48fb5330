import { expect, test } from 'vitest'
import { readFinding } from './findings.ts'
import { readRefusal } from './refusals.ts'

test('a sentence of a known form is read as its code and its values', () => {
  expect(readRefusal('cannot be blank')).toEqual({ code: 'blank', parameters: {} })
  expect(readRefusal('must be at most 1,000 characters long')).toEqual({
    code: 'too_long',
    parameters: { number: 1000 },
  })
  expect(readRefusal('must be at most 5')).toEqual({ code: 'too_large', parameters: { number: 5 } })
  expect(readRefusal('must be at most 2.5 MB')).toEqual({ code: 'too_heavy', parameters: { number: 2.5 } })
  expect(readFinding('To 2,340 people: the segment A, B of the list C (d).')).toEqual({
    code: 'to_segment',
    parameters: { number: 2340, segment: 'A, B', list: 'C (d)' },
  })
  expect(readFinding('1 person sees nothing for City: give it a default.')).toEqual({
    code: 'blank_value',
    parameters: { number: 1, field: 'City' },
  })
  expect(readFinding('From Alder & Finch <news@alder.example>.')).toEqual({
    code: 'sender',
    parameters: { sender: 'Alder & Finch <news@alder.example>' },
  })
})

test('any other sentence has no code', () => {
  for (const sentence of ['', 'cannot be blank: put the record under user', 'must be at most five']) {
    expect(readRefusal(sentence)).toBe(null)
  }
  expect(readFinding('To about 400,000 (380,000 to 420,000) people: all.')).toBe(null)
})
