import { expect, test } from 'vitest'
import { choicesOf, type SendingRule } from '../../../console/resources/sending-rules/values.ts'

const rule = (id: number, clauses: readonly object[] | null, zone: string | null = null) =>
  ({ id, name: `rule ${id}`, clauses, time_zone_field: zone }) as unknown as SendingRule

test('a remote list is offered the rules that it takes, and the others disabled below a reason', () => {
  const rules = [
    rule(1, null),
    rule(2, [{ type: 'custom_field', custom_field_id: 3, operator: 'is', value: 'x' }]),
    rule(3, [{ type: 'subscriber_email_domain', operator: 'is', value: 'example.com' }]),
    rule(4, null, 'zone'),
  ]
  expect(choicesOf(rules, false).map((one) => 'value' in one && one.value)).toEqual(['1', '2', '3', '4'])
  expect(choicesOf(rules, true)).toEqual([
    { value: '1', label: 'rule 1' },
    { value: '3', label: 'rule 3' },
    {
      group: 'Not on remote lists: these rules need fields or segments',
      items: [
        { value: '2', label: 'rule 2', disabled: true },
        { value: '4', label: 'rule 4', disabled: true },
      ],
    },
  ])
})
