import { expect, test } from 'vitest'
import { aNumbersTable, killBackend, numbersOf, pidOf } from '../../../test/harness/core/numbers.ts'
import { until } from '../../../test/harness/core/until.ts'
import { retryable } from '../retry.ts'
import { nest, type Sql, type Transaction } from './connection.ts'

test('a transaction whose connection dies under a statement rejects and leaves nothing', async () => {
  const { sql, one } = await aNumbersTable()
  const work = one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    const pid = await pidOf(inner)
    await Promise.all([
      inner`select pg_sleep(10)`,
      inner`insert into numbers values (2)`,
      killBackend(sql, pid),
    ])
  })
  await expect(work).rejects.toSatisfy(retryable)
  expect(await numbersOf(one)).toEqual([])
})

test('the rest of a transaction whose connection died never reaches another connection', async () => {
  const { sql, one } = await aNumbersTable()
  const late: unknown[] = []
  const work = one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    await killBackend(sql, await pidOf(inner))
    for (const number of [2, 3])
      await inner`insert into numbers values (${number})`.catch((e: unknown) => late.push(e))
    return 'done'
  })
  await expect(work).rejects.toSatisfy(retryable)
  expect(late).toHaveLength(2)
  expect(await numbersOf(one)).toEqual([])
})

test('an aborted transaction ends its statement at the server, and nothing is committed', async () => {
  const { sql, one } = await aNumbersTable()
  const aborting = new AbortController()
  let pid = 0
  const work = one.beginUntil(aborting.signal, async (inner) => {
    await inner`insert into numbers values (1)`
    pid = await pidOf(inner)
    await inner`select pg_sleep(60)`
  })
  const isRunning = async () => {
    const found = await sql`select from pg_stat_activity where pid = ${pid} and query like '%pg_sleep%'`
    return found.length > 0
  }
  await until(async () => pid > 0 && (await isRunning()))
  aborting.abort(new Error('nobody waits for it any more'))
  await expect(work).rejects.toThrow('nobody waits for it any more')
  await until(async () => !(await isRunning()))
  expect(await numbersOf(one)).toEqual([])
})

test('the end of a read travels with the opening of the next transaction', async () => {
  const { sql, one } = await aNumbersTable()
  const pid = await one.read((inner) => pidOf(inner))
  const isOpened = async () => {
    const [row] = await sql`select state, query from pg_stat_activity where pid = ${pid}`
    return row?.state === 'idle in transaction' && row.query === 'commit; begin'
  }
  await one.begin(async (inner) => {
    await until(isOpened)
    await inner`insert into numbers values (1)`
  })
  expect(await numbersOf(one)).toEqual([1])
})

test('a transaction handle is dead when its transaction is over', async () => {
  const { one } = await aNumbersTable()
  const inner = await one.begin(async (handle) => ({ handle }))
  await expect(inner.handle`insert into numbers values (1)`).rejects.toThrow('The transaction is over.')
  expect(await numbersOf(one)).toEqual([])
})

test('after its server has gone and come back, the first statement succeeds', async () => {
  const { sql, one } = await aNumbersTable()
  const pid = await pidOf(one)
  const lost = one`select pg_sleep(10)`.execute()
  await Promise.all([expect(lost).rejects.toSatisfy(retryable), killBackend(sql, pid)])
  expect(await one`select 1 as one`).toEqual([{ one: 1 }])
  await killBackend(sql, await pidOf(one))
  await one`select 1`.catch(() => {})
  expect(await one`select 2 as two`).toEqual([{ two: 2 }])
})

test('a value that cannot be sent spoils its transaction, and no answer goes to another statement', async () => {
  const { one } = await aNumbersTable()
  const nothing: unknown = undefined
  const work = one.begin(async (inner) => {
    await inner`select ${0}::integer`
    const letters = ['A', nothing, 'C', 'D'].map(
      (letter) => inner`select ${letter as string}::text as letter`,
    )
    return Promise.allSettled(letters)
  })
  await expect(work).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' })
  const letters = ['A', nothing, 'C', nothing, 'E'].map(
    (letter) => one<{ letter: string }[]>`select ${letter as string}::text as letter`,
  )
  const answers = await Promise.allSettled(letters)
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.letter : null))).toEqual([
    'A',
    null,
    'C',
    null,
    'E',
  ])
})

test('statements sent together run in order, and the first error ends the transaction', async () => {
  const { one } = await aNumbersTable()
  const insert = (inner: Sql, number: number) => inner`insert into numbers values (${number})`
  await one.begin(async (inner) => Promise.all([1, 2, 3].map((number) => insert(inner, number))))
  const work = one.begin(async (inner) => Promise.all([4, 4, 5].map((number) => insert(inner, number))))
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await numbersOf(one)).toEqual([1, 2, 3])
})

test('an error that its author kept quiet about still fails the transaction', async () => {
  const { one } = await aNumbersTable()
  const work = one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    await inner`select 1 / 0`.catch(() => {})
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await numbersOf(one)).toEqual([])
})

test('what fails inside a savepoint is undone alone', async () => {
  const { one } = await aNumbersTable()
  await one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    const nested = inner.savepoint(async (point) => {
      await point`insert into numbers values (2)`
      await point.savepoint(async (deeper) => deeper`insert into numbers values (1)`)
    })
    await expect(nested).rejects.toMatchObject({ code: '23505' })
    await inner.savepoint(async (point) => point`insert into numbers values (3)`)
  })
  expect(await numbersOf(one)).toEqual([1, 3])
})

test('a transaction can be read only', async () => {
  const { one } = await aNumbersTable()
  const work = one.begin('read only', async (inner) => inner`insert into numbers values (1)`)
  await expect(work).rejects.toMatchObject({ code: '25006' })
})

test('the commit travels with the last statement, and nothing may follow', async () => {
  const { sql, one } = await aNumbersTable()
  await one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    const last = inner.last`insert into numbers values (2)`.execute()
    await expect(inner`insert into numbers values (3)`).rejects.toThrow('The transaction is over.')
    await last
    await until(async () => (await numbersOf(sql)).length === 2)
  })
  expect(await numbersOf(one)).toEqual([1, 2])
})

test('a last statement that fails, or that cannot be sent, leaves nothing', async () => {
  const { one } = await aNumbersTable()
  const nothing: unknown = undefined
  const failing = (last: (sql: Transaction) => Promise<unknown>) =>
    one.begin(async (inner) => {
      await inner`insert into numbers values (1)`
      await last(inner)
    })
  await expect(failing((inner) => inner.last`select 1 / 0`)).rejects.toMatchObject({ code: '22012' })
  // Its author keeps quiet about it.
  await expect(failing((inner) => inner.last`select 1 / 0`.catch(() => {}))).rejects.toMatchObject({
    code: '22012',
  })
  const unsent = failing((inner) => inner.last`insert into numbers values (${nothing as number})`)
  await expect(unsent).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' })
  const spoiled = failing(async (inner) => {
    await inner`select ${nothing as number}`.catch(() => {})
    return inner.last`select 1`
  })
  await expect(spoiled).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' })
  expect(await numbersOf(one)).toEqual([])
})

test('the last statement within a savepoint commits nothing', async () => {
  const { sql, one } = await aNumbersTable()
  const work = one.begin(async (inner) => {
    await inner.savepoint((point) => point.last`insert into numbers values (1)`)
    await nest(inner).everywhere().begin((point) => point.last`insert into numbers values (2)`) // oxfmt-ignore
    expect(await numbersOf(sql)).toEqual([])
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await numbersOf(one)).toEqual([])
})
