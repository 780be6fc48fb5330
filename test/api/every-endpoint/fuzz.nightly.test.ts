import { test } from 'vitest'
import { surviveFuzz } from '../../harness/fuzz/round.ts'

test('100,000 requests made up from the OpenAPI document are answered', () =>
  surviveFuzz(100_000, Date.now()))
