import { expect, test } from 'vitest'
import { dieAtMessages } from '../harness/exporting/crash-points.ts'

/** R2. At night at every message, on both sides; here at every fifth on each side. */

test('an export survives the loss of its worker before every fifth message to the database', async () => {
  expect(await dieAtMessages('before', 1, 5)).toBeGreaterThan(3)
}, 180_000)

test('and after the next ones', async () => {
  expect(await dieAtMessages('after', 3, 5)).toBeGreaterThan(3)
}, 180_000)
