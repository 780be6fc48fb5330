import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'
import { memberWarnings } from './members.ts'

const unknown = 'no such member'

test.each(endpoints.flatMap(({ id, body, data }) => (body === undefined ? [] : [{ id, body, data }])))(
  '$id names a member that it does not know, or refuses it',
  ({ body, data }) => {
    const input = { [unknown]: 1 }
    const problems = body.safeParse(input).error?.issues ?? []
    const isRefused = problems.some((issue) => issue.code === 'unrecognized_keys')
    const [warning = ''] = memberWarnings(body, data, input)
    expect(isRefused || warning.startsWith(`member "${unknown}" is not known`)).toBe(true)
  },
)

test('members are named below arrays and alternatives; what takes any member names none', () => {
  const open = z.object({ name: z.string() }).nullish()
  const schema = z.object({
    list: z.array(open).optional(),
    either: z.union([z.string(), open]),
    closed: z.strictObject({ open }).transform((value) => value),
    any: z.record(z.string(), z.unknown()),
  })
  const given = { naem: 1 }
  const input = { list: [{}, given], either: given, closed: { open: given, other: 1 }, any: given }
  expect(memberWarnings(schema, z.null(), input)).toEqual(
    ['list.1.naem', 'either.naem', 'closed.open.naem'].map(
      (path) => `member "${path}" is not known and was ignored; did you mean "name"?`,
    ),
  )
})

test('a time that could mean another day is named, but no other text', () => {
  const schema = z.object({
    begins_at: z.string(),
    dispatch_attributes: z.object({ begins_at: z.string() }).optional(),
    name: z.string().optional(),
    custom_fields: z.record(z.string(), z.unknown()).optional(),
  })
  const day = '01/06/2027 09:00'
  const read = 'was read with the month first, as 2027-01-06; write dates as YYYY-MM-DD'
  const input = {
    begins_at: day,
    dispatch_attributes: { begins_at: day },
    name: day,
    custom_fields: { seen_at: day },
  }
  expect(memberWarnings(schema, z.null(), input)).toEqual([
    `begins_at 01/06/2027 ${read}`,
    `dispatch_attributes.begins_at 01/06/2027 ${read}`,
  ])
  expect(memberWarnings(schema, z.null(), { begins_at: '6.1.2027' })).toEqual([])
})
