import { array, assert, constantFrom, property, record, string, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, nodesOf } from '../../../console/campaigns/compose/blocks/lines.ts'
import { lineKinds, marks } from '../../../src/contract/blocks/document.ts'

const line = record({
  kind: constantFrom(...lineKinds),
  spans: array(
    record({
      text: string({ minLength: 1 }).map((text) => text.replaceAll(/[\r\n]/g, ' ')),
      marks: subarray([...marks]),
      href: constantFrom('', 'https://example.com/'),
    }),
  ),
})

test('text that is opened in the editor and left alone stays the same', () => {
  assert(
    property(array(line, { minLength: 1 }), (lines) => {
      expect(linesOf(nodesOf(lines))).toEqual(lines)
    }),
    { numRuns: 50 },
  )
  const broken = [{ kind: 'bullet' as const, spans: [{ text: 'one\ntwo', marks: [], href: '' }] }]
  expect(linesOf(nodesOf(broken)).map(({ spans }) => spans.map(({ text }) => text).join(''))).toEqual([
    'one\ntwo',
  ])
})
