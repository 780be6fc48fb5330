import { test } from 'vitest'
import { surviveKills } from '../../harness/importing/kills.ts'

/** R1 and R5 for pruning. */

test('100 kills of workers neither prune anybody twice nor leave anybody out', { timeout: 1_800_000 }, () =>
  surviveKills({ kills: 100 }, Date.now(), 100_000),
)
