import { test } from 'vitest'
import { surviveFuzz } from '../../harness/fuzz/round.ts'

test(
  '1,000 requests generated from the OpenAPI document cause no server error and leak nothing',
  { timeout: 300_000 },
  () => surviveFuzz(1_000, 20_261_121),
)
