import { expect, test } from 'vitest'
import { aDatabase } from '../../test/harness/core/database.ts'
import { inlined } from './inline.ts'

const texts = [
  "'",
  "''",
  '\\',
  "\\'",
  "\\\\'",
  "'; select 1; --",
  '$1',
  "E'\\x41'",
  '😀',
  '"',
  '\n\u0001',
  '',
]

test.each(['on', 'off'])(
  'a text that is written into a statement stays the same text (standard_conforming_strings %s)',
  async (setting) => {
    const { sql } = await aDatabase({ isEmpty: true })
    await sql.begin(async (sql) => {
      await sql.unsafe(`set local standard_conforming_strings = ${setting}`)
      for (const text of texts) {
        const [row] = await sql.unsafe(
          inlined(sql`select ${text}::text as text, ${text}::text = ${text} as same`),
        )
        expect(row).toEqual({ text, same: true })
      }
      const several = [...texts, 'NULL', 'a,b']
      const [row] = await sql.unsafe(inlined(sql`select to_jsonb(${several}::text[]) as several`))
      expect(row).toEqual({ several })
    })
  },
)

test('other values, names and parts of statements are written as the driver sends them', async () => {
  const { sql } = await aDatabase({ isEmpty: true })
  const time = new Date('2026-03-29T01:30:00.123Z')
  const where = sql`n > ${-2} and n = any(${[3, -1]}) and ${true} and (${null}::text is null)`
  const statement = sql`
    select ${sql('n')} - ${-1} as more, ${time}::timestamptz as time from generate_series(-5, 5) n
    where ${where} order by n`
  const sent = await statement
  expect(await sql.unsafe(inlined(statement))).toEqual(sent)
  expect([...sent]).toEqual([
    { more: 0, time },
    { more: 4, time },
  ])
})

test('a value that cannot be written is refused', async () => {
  const { sql } = await aDatabase({ isEmpty: true })
  const values: unknown[] = [Number.NaN, Buffer.from('x'), ['a', 1], sql.json({})]
  for (const value of values) {
    expect(() => inlined(sql`select ${value as string}`)).toThrow(TypeError)
  }
})
