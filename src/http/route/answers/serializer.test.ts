import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerSerializer } from './serializer.ts'

const record = z.object({ id: z.int() })
const at = new Date('2026-05-01T10:00:00Z')

function written(field: z.ZodType, value: unknown): unknown {
  const serialize = answerSerializer({ data: z.object({ field }), paged: 'none' })
  const answer = { success: true, data: { field: value }, error_code: null, error_message: null }
  return JSON.parse(serialize(answer)).data.field
}

test.each([
  ['a text', z.string(), 'a "b"\n', 'a "b"\n'],
  ['a number', z.number(), -1.5, -1.5],
  ['a whole number', z.int(), 2 ** 40, 2 ** 40],
  ['a flag', z.boolean(), false, false],
  ['a time', z.iso.datetime(), at, at.toISOString()],
  ['a choice', z.enum(['idle', 'done']), 'done', 'done'],
  ['a constant', z.literal('list'), 'list', 'list'],
  ['a list', z.array(z.string().nullable()), ['a', null], ['a', null]],
  ['a list of records', z.array(record), [{ id: 1, secret: 'x' }], [{ id: 1 }]],
  ['a record', record, { id: 1, secret: 'x' }, { id: 1 }],
  ['a record by keys', z.record(z.string(), z.int()), { a: 1, b: 2 }, { a: 1, b: 2 }],
  ['one of two kinds', z.union([z.int(), record]), { id: 1 }, { id: 1 }],
  ['a named record', record.meta({ id: 'SerializedRecord' }), { id: 1, secret: 'x' }, { id: 1 }],
])('%s is written as it is, and as null where it may be null', (_kind, schema, value, expected) => {
  expect(written(schema, value)).toEqual(expected)
  expect(written(schema.nullable(), value)).toEqual(expected)
  expect(written(schema.nullable(), null)).toBeNull()
})

test('what is optional and absent is not written, whether or not it may be null', () => {
  expect(written(z.string().optional(), undefined)).toBeUndefined()
  expect(written(record.nullable().optional(), undefined)).toBeUndefined()
})
