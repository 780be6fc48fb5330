import { test } from 'vitest'
import { surviveDatabaseDeaths } from '../../harness/importing/database-deaths.ts'

/** R3: PostgreSQL dies; what was acknowledged is there, and the server goes on without being started again. 50 times at night. */

test('2 deaths of PostgreSQL lose no acknowledged change and no row', { timeout: 120_000 }, () =>
  surviveDatabaseDeaths({ deaths: 2, rows: 5_000, seed: 1 }),
)
