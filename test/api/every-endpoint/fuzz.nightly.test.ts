import { test } from 'vitest'
import { surviveFuzz } from '../../harness/fuzz/round.ts'

test('100,000 requests generated from the OpenAPI document cause no server error and leak nothing', () =>
  surviveFuzz(100_000, Date.now()))
