import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'
import { ignoredMembers } from './members.ts'

const unknown = 'no such member'

test.each(endpoints.flatMap(({ id, body, data }) => (body === undefined ? [] : [{ id, body, data }])))(
  '$id names a member that it does not know, or refuses it',
  ({ body, data }) => {
    const input = { [unknown]: 1 }
    const problems = body.safeParse(input).error?.issues ?? []
    const isRefused = problems.some((issue) => issue.code === 'unrecognized_keys')
    const [warning = ''] = ignoredMembers(body, data, input)
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
  expect(ignoredMembers(schema, z.null(), input)).toEqual(
    ['list.1.naem', 'either.naem', 'closed.open.naem'].map(
      (path) => `member "${path}" is not known and was ignored; did you mean "name"?`,
    ),
  )
})
