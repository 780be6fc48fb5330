import { expect, test } from 'vitest'
import { statementsOf, type Statement } from './sql.ts'
import { write } from './text.ts'

const sql = statementsOf(() => Promise.reject(new Error('Nothing is executed here.')))
const written = (statement: Statement) => {
  const { text, values } = write(statement)
  return { text, values }
}

test('parts of statements are put together with their parameters in order', () => {
  const filter = sql`b = ${2} and ${sql`c = ${'x'}`}`
  expect(
    written(sql`select ${sql(['a', 't.b'])} from ${sql('odd "table')} where ${filter} limit ${3}`),
  ).toEqual({
    text: 'select "a","t"."b" from "odd ""table" where b = $1 and c = $2 limit $3',
    values: ['2', 'x', '3'],
  })
  expect(written(sql`select 1 ${[sql`union select ${1}`, sql`union select ${2}`]}`)).toEqual({
    text: 'select 1  union select $1 union select $2',
    values: ['1', '2'],
  })
  expect(written(sql`select ${sql.unsafe('now()')}`)).toEqual({ text: 'select now()', values: [] })
})

test('rows, assignments and lists are written as their place asks', () => {
  const row = { a: 1, b: null }
  expect(written(sql`insert into ${sql('t')} ${sql(row)}`).text).toBe(
    'insert into "t" ("a","b") values ($1,$2)',
  )
  expect(written(sql`insert into t ${sql([row, row], 'a')}`)).toEqual({
    text: 'insert into t ("a") values ($1),($2)',
    values: ['1', '1'],
  })
  expect(written(sql`update t set ${sql(row)} where c`).text).toBe('update t set "a"=$1,"b"=$2 where c')
  expect(written(sql`update t set ${sql(row, ['b'])}, c = ${sql`now()`}`).text).toBe(
    'update t set "b"=$1, c = now()',
  )
  expect(written(sql`select 1 where a in ${sql(['x', 'y'])}`)).toEqual({
    text: 'select 1 where a in ($1,$2)',
    values: ['x', 'y'],
  })
  expect(written(sql`select 1 where a in ${sql([])}`).text).toBe('select 1 where a in (null)')
})

test('values are written as PostgreSQL reads them', () => {
  const list = [1, null, 'a "b" \\']
  const truths = sql.array([true, false])
  const json = sql.json({ a: undefined })
  expect(written(sql`${sql.json(null)}`)).toEqual({ text: '$1::jsonb', values: [null] })
  expect(written(sql`${list} ${truths} ${json} ${new Date(0)} ${5n}`)).toEqual({
    text: '$1 $2::text[] $3::jsonb $4::timestamptz $5::bigint',
    values: ['{"1",null,"a \\"b\\" \\\\"}', '{"t","f"}', '{}', '1970-01-01T00:00:00.000Z', '5'],
  })
})

test.each([[undefined], [[undefined]], [sql({ a: undefined })], [sql.json(undefined)]])(
  'nothing is no value: %j',
  (value) => {
    expect(() => write(sql`update t set ${value as never}`)).toThrow('A value is undefined: write null.')
  },
)
