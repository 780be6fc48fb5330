import { test } from 'vitest'
import { surviveKills } from '../../harness/importing/kills.ts'

/** R1: whichever process dies, at any time, every row is counted and logged once. */

test('4 kills of workers during an import neither lose nor repeat a row', { timeout: 300_000 }, () =>
  surviveKills({ kills: 4, rows: 20_000 }, 1),
)
