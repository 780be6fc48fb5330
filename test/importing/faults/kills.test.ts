import { test } from 'vitest'
import { surviveKills } from '../../harness/importing/kills.ts'

/** R1: whoever dies, whenever, every row is counted and logged once. */

test('20 kills of workers in mid-import lose nothing and double nothing', { timeout: 300_000 }, () =>
  surviveKills(20, 1),
)
