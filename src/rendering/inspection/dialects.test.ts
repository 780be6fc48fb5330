import { expect, test } from 'vitest'
import type { MergeField } from '../codes.ts'
import { findForeignTags } from './dialects.ts'

const fields: MergeField[] = [
  {
    id: 1,
    name: 'First name',
    field_type: 'text',
    interpolation_html_encode: true,
    interpolation_url_encode: true,
  },
]

const ofOthers = [
  '*|FNAME|*',
  '{FIRSTNAME}',
  '[firstname]',
  '[name]',
  '[firstname,fallback=friend]',
  '%%=v(@FirstName)=%%',
  '<%= first_name %>',
  '&lt;%= first_name %&gt;',
  '${firstName}',
  '[[firstname]]',
  '%FIRSTNAME%',
  '{!first_name}',
  '«First name»',
]

test.each(ofOthers)('%s is found, with the code that is meant in either language', (code) => {
  expect(findForeignTags(`Dear ${code},`, fields, 'codes')).toEqual([{ code, meant: '%%First_name%%' }])
  expect(findForeignTags(`Dear ${code},`, fields, 'liquid')).toEqual([
    { code, meant: '{{ person.first_name }}' },
  ])
})

test.each(['{{first_name}}', '{{ contact.FIRSTNAME | default: "x" }}', '{{lead.First Name:default=friend}}'])(
  '%s is one in a content of codes, and Liquid in the other',
  (code) => {
    expect(findForeignTags(code, fields, 'codes')).toEqual([{ code, meant: '%%First_name%%' }])
    expect(findForeignTags(code, fields, 'liquid')).toEqual([])
  },
)

test('what people write in brackets is none, nor is a style', () => {
  const text =
    '[sic] {a} 5% of 10% [1] {x} %%First_name%% 100% [if mso] <style>a{color:red}@media{p{name:x}}</style>'
  expect(findForeignTags(text, fields, 'codes')).toEqual([])
})
