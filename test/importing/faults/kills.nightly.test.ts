import { test } from 'vitest'
import { surviveKills } from '../../harness/importing/kills.ts'

test('200 kills of workers in mid-import lose nothing and double nothing', { timeout: 1_800_000 }, () =>
  surviveKills(200, Date.now()),
)
