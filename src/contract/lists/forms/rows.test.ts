import { expect, test } from 'vitest'
import type { FieldRules } from '../field-values.ts'
import { fieldRow } from './rows.ts'
import { formWordsIn } from './words.ts'

const aField = (rules: Partial<FieldRules>) => ({
  label: 'City',
  required: false,
  rules: {
    id: 7,
    name: 'City',
    field_type: 'text' as const,
    required: false,
    minimum_length: null,
    maximum_length: null,
    minimum_value: null,
    maximum_value: null,
    options: [],
    ...rules,
  },
})

const rowOf = (rules: Partial<FieldRules>, sent?: string) =>
  fieldRow(
    aField(rules),
    formWordsIn.en,
    sent === undefined ? undefined : { email: '', values: () => [sent], consent: false },
  )

test('a field starts with its default, encoded, until a person has sent something else', () => {
  expect(rowOf({ default_value: '"Graz"' })).toContain('value="&quot;Graz&quot;"')
  expect(rowOf({ default_value: 'Graz' }, '')).toContain('value=""')
  expect(rowOf({ field_type: 'number', default_value: '0' })).toContain('value="0"')
  expect(rowOf({ field_type: 'decimal', default_value: '0.5' })).toMatch(
    /type="number" step="any".*value="0\.5"/,
  )
  expect(rowOf({ field_type: 'text_multiline', default_value: 'Graz', number_of_rows: 9 })).toMatch(
    /rows="9"[^>]*>Graz</,
  )
})
