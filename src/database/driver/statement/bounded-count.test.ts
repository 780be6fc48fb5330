import { expect, test } from 'vitest'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { countUpTo } from './bounded-count.ts'

test('rows are counted exactly up to a bound, and beyond it the count says that there are more', async () => {
  const { sql } = await aDatabase()
  const counted = (rows: number) =>
    countUpTo(sql, sql`from generate_series(1, ${rows}::integer) n where n > 0`, 3)
  expect(await counted(0)).toEqual({ records: 0, isExact: true })
  expect(await counted(3)).toEqual({ records: 3, isExact: true })
  expect(await counted(4)).toEqual({ records: 3, isExact: false })
})
