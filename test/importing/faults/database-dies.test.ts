import { test } from 'vitest'
import { surviveDatabaseDeaths } from '../../harness/importing/database-deaths.ts'

/** R3: after a crash of PostgreSQL every acknowledged change is stored, and the server needs no restart. Nightly 50. */

test('2 deaths of PostgreSQL lose no acknowledged change and no row', { timeout: 120_000 }, () =>
  surviveDatabaseDeaths({ deaths: 2, rows: 1_500, clients: 1, seed: 1 }),
)
