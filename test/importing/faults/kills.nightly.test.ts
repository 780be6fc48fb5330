import { test } from 'vitest'
import { surviveKills } from '../../harness/importing/kills.ts'

test('200 kills of workers during an import neither lose nor repeat a row', { timeout: 1_800_000 }, () =>
  surviveKills({ kills: 200 }, Date.now()),
)
