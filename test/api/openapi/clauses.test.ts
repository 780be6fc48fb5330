import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { segmentTypes } from '../../../src/contract/segments/clauses.ts'
import { root } from '../../harness/core/embedded.ts'

const equals = { operator: 'is', value: 'Rome' }

test('the document says what a clause of a segment is, by its type', async () => {
  const document = JSON.parse(await readFile(path.join(root, 'docs/openapi.json'), 'utf8'))
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  ajv.addSchema(document, 'document')
  const validate = ajv.getSchema('document#/components/schemas/SegmentClauseInput')
  const isValid = (clause: unknown) => validate?.(clause) === true
  for (const custom_field of [{ id: 7 }, { name: 'City' }]) {
    const clause = { type: 'custom_field', custom_field, ...equals }
    expect(isValid(clause)).toBe(true)
    expect(isValid({ type: 'any', clauses: [clause, { type: 'not', clauses: [clause] }] })).toBe(true)
  }
  expect(isValid({ type: 'subscriber_status', operator: 'is', value: 'active' })).toBe(true)
  const faulty = [
    'City',
    { type: 'custom_field', custom_field: 'City', ...equals },
    { type: 'subscriber_status', operator: 'is', value: 'gone' },
    { type: 'any', clauses: ['City'] },
    { type: 'nonsense' },
  ]
  expect(faulty.filter(isValid)).toEqual([])
  const text = JSON.stringify(document.components.schemas.SegmentClauseInput)
  expect(segmentTypes.filter((type) => !text.includes(`"${type}"`))).toEqual([])
})
