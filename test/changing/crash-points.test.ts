import { expect, test } from 'vitest'
import { dieAtMessages } from '../harness/records/change-crashes.ts'

/** R2. At night at every message, on both sides; here at some. */

test('a bulk change survives the loss of its worker, and copies, greets and reports nobody twice', async () => {
  expect(await dieAtMessages('after', 12, 16)).toBeGreaterThan(1)
}, 180_000)
