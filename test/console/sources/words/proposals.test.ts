import { expect, test } from 'vitest'
import { reasonOf } from '../../../../console/imports/wizard/reasons.ts'
import { readProposal } from '../../../../src/contract/values/said/proposals.ts'
import { inspect } from '../../../../src/files/inspection/inspect.ts'

const rules = {
  field_type: 'text' as const,
  required: false,
  minimum_length: null,
  maximum_length: null,
  minimum_value: null,
  maximum_value: null,
  options: [],
}
const list = {
  has_format: true,
  has_confirmed: true,
  primary_key_custom_field_id: null,
  fields: [
    { ...rules, id: 1, name: 'First name' },
    { ...rules, id: 4, name: 'Last name' },
    { ...rules, id: 2, name: 'Visits', field_type: 'number' as const },
    {
      ...rules,
      id: 3,
      name: 'Colour',
      field_type: 'select_single_dropdown' as const,
      options: ['red', 'blue'],
    },
  ],
}

/** A column for each kind of reason: its heading, and its cells, which are repeated. */
const columns: Record<string, string[]> = {
  'E-Mail': ['ann@example.com', 'ben@example.com'],
  'First name': ['Ann', 'Ben'],
  Nachname: ['Adler', 'Brook'],
  Visits: ['often', '3'],
  Shade: ['red', 'blue'],
  Empty: [''],
  Note: ['it rains', 'it snows'],
  Born: ['31.12.1999', '1.2.2000'],
  Height: ['1,80', '1,75'],
  Score: [...Array.from({ length: 39 }, (_, at) => String(at)), 'unknown'],
  Member: ['yes', 'no'],
  Opt_out: ['1', '0'],
  unsubscribed: ['perhaps', 'yes'],
  'Email Opt Out': ['1', '0'],
  Remark: ['unsubscribed', ''],
  consent_form: ['3', '3'],
}

test('each reason of an inspection is one that the console can say in another language', () => {
  const rows = Array.from({ length: 40 }, (_, row) =>
    Object.values(columns).map((cells) => cells[row % cells.length]),
  )
  const text = [Object.keys(columns), ...rows].map((cells) => cells.join(';')).join('\n')
  const head = { bytes: Buffer.from(text), isWhole: true }
  const file = { head, pass: null, filename: null, given: {}, createsFields: false }
  const found = inspect(file, list).columns
  const reasons = found.flatMap(({ reason, opt_out: out }) => [reason, ...(out === null ? [] : [out.reason])])
  expect(reasons.filter((reason) => readProposal(reason) === null)).toEqual([])
  const codes = new Set(reasons.map((reason) => readProposal(reason)?.code ?? ''))
  expect([...codes].toSorted((one, other) => one.localeCompare(other)).join(' ')).toBe(
    'called empty fresh left mostly near opt_out opt_out_doubt opt_out_of options proof synonym would_fail',
  )
  // English has words of its own where the server's would name a column of the API.
  expect(reasonOf('"Left on" is another word for remove_time.')).toBe(
    '“Left on” is another word for “Unsubscribed at”.',
  )
  expect(reasonOf('Another reason.')).toBe('Another reason.')
})
