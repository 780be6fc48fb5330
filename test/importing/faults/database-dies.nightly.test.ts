import { test } from 'vitest'
import { surviveDatabaseDeaths } from '../../harness/importing/database-deaths.ts'

test('50 deaths of PostgreSQL lose no acknowledged change and no row', { timeout: 1_800_000 }, () =>
  surviveDatabaseDeaths({ deaths: 50, rows: 50_000, clients: 3, seed: Date.now() }),
)
